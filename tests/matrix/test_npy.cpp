// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "atomic_file.hpp"
#include "npy_file.hpp"
#include "temporary_folder.hpp"

using namespace coldcore::matrix;

namespace {

std::string header(std::string_view dtype, std::vector<std::int64_t> shape) {
  return npy_header(dtype, shape);
}

}  // namespace

// The expected header is put together from the description of the format, byte by byte.
TEST_CASE("a header is magic, version, length and a dictionary, filled up to 64 bytes") {
  const std::string dictionary = "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }";
  const std::string expected = std::string("\x93NUMPY\x01\x00\x76\x00", 10) + dictionary +
                               std::string(128 - 10 - dictionary.size() - 1, ' ') + "\n";
  CHECK(header("float64", {3, 4}) == expected);
}

TEST_CASE("the length is that of what follows it, for any shape") {
  for (std::int64_t extent = 1; extent < std::int64_t{1} << 60; extent *= 7) {
    const std::string text = header("int32", {extent, extent, extent});
    CHECK(text.size() % 64 == 0);
    const auto low = static_cast<unsigned char>(text[8]);
    const auto high = static_cast<unsigned char>(text[9]);
    CHECK(static_cast<std::size_t>(low + 256 * high) == text.size() - 10);
    CHECK(text.back() == '\n');
  }
}

TEST_CASE("types have numpy's names") {
  const std::pair<const char*, const char*> names[] = {
      {"int8", "|i1"},       {"int16", "<i2"},   {"int32", "<i4"},   {"int64", "<i8"},
      {"uint8", "|u1"},      {"uint16", "<u2"},  {"uint32", "<u4"},  {"uint64", "<u8"},
      {"float16", "<f2"},    {"float32", "<f4"}, {"float64", "<f8"}, {"complex64", "<c8"},
      {"complex128", "<c16"}};
  for (const auto& [name, expected] : names) {
    CHECK(header(name, {1}).find(std::string("'descr': '") + expected + "'") != std::string::npos);
  }
}

TEST_CASE("a single extent keeps its comma, and none is a single element") {
  CHECK(header("int64", {5}).find("'shape': (5,)") != std::string::npos);
  CHECK(header("int64", {}).find("'shape': ()") != std::string::npos);
  CHECK(header("int64", {0, 3}).find("'shape': (0, 3)") != std::string::npos);
}

TEST_CASE("a file is the header and the bytes, or the bytes alone") {
  const TemporaryFolder folder;
  const std::int64_t shape[] = {2};
  const ArrayView array{"int16", shape, std::string_view("\x01\x00\xff\xff", 4)};
  write_npy(folder / "a.npy", array);
  CHECK(content_of(folder / "a.npy") ==
        npy_header("int16", shape) + std::string("\x01\x00\xff\xff", 4));
  write_raw(folder / "a.bin", array);
  CHECK(content_of(folder / "a.bin") == std::string("\x01\x00\xff\xff", 4));
  const std::int64_t none[] = {0};
  write_npy(folder / "e.npy", {"int16", none, ""});
  CHECK(content_of(folder / "e.npy") == npy_header("int16", none));
  CHECK_THROWS_AS(write_npy(folder / "absent/a.npy", array), coldcore::search::FileError);
}
