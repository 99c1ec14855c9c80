// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "problem.hpp"
#include "sparse_elements.hpp"
#include "temporary_folder.hpp"

using namespace coldcore::cli;
using coldcore::search::InputError;

namespace {

template <class To>
std::vector<To> doubles_as(std::string_view dtype, const std::vector<double>& from) {
  const auto bytes =
      converted("float64", from.data(), static_cast<std::int64_t>(from.size()), dtype, "A_data");
  std::vector<To> to(from.size());
  REQUIRE(bytes.size() == to.size() * sizeof(To));
  std::memcpy(to.data(), bytes.data(), bytes.size());
  return to;
}

std::string refusal(std::string_view dtype, double value) {
  return message_of<InputError>([&] { converted("float64", &value, 1, dtype, "A_data"); });
}

/// By the definition of binary16: sign, five bits of exponent, ten of fraction.
double half_value(int bits) {
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  const int exponent = (bits >> 10) & 31;
  const double fraction = (bits & 1023) / 1024.0;
  if (exponent == 0) return sign * fraction * std::pow(2, -14);
  if (exponent == 31 && fraction == 0) return sign * std::numeric_limits<double>::infinity();
  if (exponent == 31) return std::numeric_limits<double>::quiet_NaN();
  return sign * (1 + fraction) * std::pow(2, exponent - 15);
}

}  // namespace

TEST_CASE("elements have the sizes of their names") {
  const std::pair<const char*, std::int64_t> sizes[] = {
      {"int8", 1},    {"int16", 2},     {"int32", 4},      {"int64", 8},   {"uint8", 1},
      {"uint16", 2},  {"uint32", 4},    {"uint64", 8},     {"float16", 2}, {"float32", 4},
      {"float64", 8}, {"complex64", 8}, {"complex128", 16}};
  for (const auto& [name, size] : sizes) CHECK(element_bytes(name) == size);
}

TEST_CASE("values take the type that is declared") {
  CHECK(doubles_as<float>("float32", {0.1, -2}) == std::vector<float>{0.1F, -2});
  CHECK(doubles_as<std::complex<double>>("complex128", {0.5}) ==
        std::vector<std::complex<double>>{{0.5, 0}});
  CHECK(doubles_as<std::int8_t>("int8", {-128, 127}) == std::vector<std::int8_t>{-128, 127});
  CHECK(doubles_as<std::uint64_t>("uint64", {0x1p63}) ==
        std::vector<std::uint64_t>{std::uint64_t{1} << 63});
}

TEST_CASE("what whole numbers cannot hold is refused") {
  CHECK(refusal("int8", 128) == "A_data is int8, which cannot hold 128 (position 0)");
  CHECK(refusal("int8", -129) != "");
  CHECK(refusal("int64", 0x1p63) != "");
  CHECK(refusal("int64", -0x1p63) == "");
  CHECK(refusal("uint32", -1) != "");
  CHECK(refusal("int32", 0.5) != "");
  CHECK(refusal("uint8", std::numeric_limits<double>::quiet_NaN()) != "");
  CHECK(refusal("int16", std::numeric_limits<double>::infinity()) != "");
  const std::int64_t large = std::int64_t{1} << 31;
  CHECK_THROWS_AS(converted("int64", &large, 1, "int32", "A_row"), InputError);
  const std::int64_t odd = (std::int64_t{1} << 53) + 1;
  std::int64_t back = 0;
  std::memcpy(&back, converted("int64", &odd, 1, "int64", "n").data(), sizeof back);
  CHECK(back == odd);
}

TEST_CASE("float16 is read by its definition and written to the nearest, ties to even") {
  int wrong = 0;
  for (int bits = 0; bits < 65536; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    const double value = as_doubles("float16", &half, 1)[0];
    const double expected = half_value(bits);
    const bool same = std::isnan(expected)
                          ? std::isnan(value)
                          : value == expected && std::signbit(value) == (bits >> 15);
    const std::uint16_t back = doubles_as<std::uint16_t>("float16", {expected})[0];
    const bool returns = std::isnan(expected) ? std::isnan(half_value(back)) : back == half;
    if (!same || !returns) ++wrong;
    // Between two neighbours: below the middle the lower one, above it the upper one, at it the
    // even.
    if ((bits & 0x7fff) >= 0x7bff) continue;
    const double next = half_value(bits + 1);
    const double middle = (expected + next) / 2;
    const int even = bits % 2 == 0 ? bits : bits + 1;
    if (doubles_as<std::uint16_t>("float16", {middle})[0] != even) ++wrong;
    if (doubles_as<std::uint16_t>("float16", {std::nextafter(middle, expected)})[0] != bits)
      ++wrong;
    if (doubles_as<std::uint16_t>("float16", {std::nextafter(middle, next)})[0] != bits + 1)
      ++wrong;
  }
  CHECK(wrong == 0);
  CHECK(doubles_as<std::uint16_t>("float16", {65519.99, 65520, -1e300}) ==
        std::vector<std::uint16_t>{0x7bff, 0x7c00, 0xfc00});
}

TEST_CASE("complex numbers are two doubles") {
  const std::complex<float> numbers[] = {{1, 2}, {3, -4}};
  CHECK(as_doubles("complex64", numbers, 2) == std::vector<double>{1, 2, 3, -4});
}

TEST_CASE("random elements are in their ranges and follow from the seed") {
  for (const char* dtype :
       {"float64", "float32", "float16", "complex64", "int8", "int64", "uint16"}) {
    std::vector<std::byte> first(1600);
    std::vector<std::byte> again(1600);
    coldcore::search::Rng rng(7);
    coldcore::search::Rng same(7);
    fill_at_random(rng, dtype, first.data(), 100);
    fill_at_random(same, dtype, again.data(), 100);
    CHECK(first == again);
    const auto low = std::string_view(dtype).starts_with("uint") ? 0.0
                     : is_whole_dtype(dtype)                     ? -8
                                                                 : -1;
    for (const double value : as_doubles(dtype, first.data(), 100)) {
      CHECK(value >= low);
      CHECK(value <= (is_whole_dtype(dtype) ? low + 15 : 1));
    }
  }
}
