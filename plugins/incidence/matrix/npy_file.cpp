// SPDX-License-Identifier: Apache-2.0
#include "npy_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>
#include <initializer_list>

#include "atomic_file.hpp"

namespace coldcore::matrix {
namespace {

constexpr std::size_t kHeaderUnit = 64;

/// "<f8" for float64: byte order, kind, bytes.
std::string npy_type(std::string_view dtype) {
  const std::size_t digits = dtype.find_first_of("0123456789");
  const std::string_view kind = dtype.substr(0, digits);
  const int bytes = std::stoi(std::string(dtype.substr(digits))) / 8;
  const char order = std::endian::native == std::endian::little ? '<' : '>';
  const char letter = kind == "int" ? 'i' : kind == "uint" ? 'u' : kind == "float" ? 'f' : 'c';
  return fmt::format("{}{}{}", bytes == 1 ? '|' : order, letter, bytes);
}

void write_pieces(const std::filesystem::path& path, std::initializer_list<std::string_view> all) {
  auto piece = all.begin();
  search::write_file_atomically(path, [&piece, &all] {
    while (piece != all.end() && piece->empty()) ++piece;
    return piece == all.end() ? std::string_view() : *piece++;
  });
}

}  // namespace

std::string npy_header(std::string_view dtype, std::span<const std::int64_t> shape) {
  std::string header =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}", npy_type(dtype),
                  fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
  constexpr std::string_view kMagic("\x93NUMPY\x01\x00", 8);
  const std::size_t bare = kMagic.size() + 2 + header.size() + 1;
  header.append((kHeaderUnit - bare % kHeaderUnit) % kHeaderUnit, ' ');
  header += '\n';
  std::string whole(kMagic);
  whole += static_cast<char>(header.size() & 0xff);  // Two bytes, the low one first.
  whole += static_cast<char>(header.size() >> 8);
  return whole + header;
}

void write_npy(const std::filesystem::path& path, const ArrayView& array) {
  write_pieces(path, {npy_header(array.dtype, array.shape), array.bytes});
}

void write_raw(const std::filesystem::path& path, const ArrayView& array) {
  write_pieces(path, {array.bytes});
}

}  // namespace coldcore::matrix
