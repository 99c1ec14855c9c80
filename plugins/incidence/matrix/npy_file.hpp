// SPDX-License-Identifier: Apache-2.0
//
// Arrays as files of numpy, format version 1.0:
// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace coldcore::matrix {

/// An array, row-major, in this machine's byte order. `dtype` is a name as manifests have them,
/// int8..int64, uint8..uint64, float16..float64, complex64 or complex128; an empty shape is a
/// single element. Whoever made the bytes owns them.
struct ArrayView {
  std::string_view dtype;
  std::span<const std::int64_t> shape;
  std::string_view bytes;
};

/// What a file has before the elements.
std::string npy_header(std::string_view dtype, std::span<const std::int64_t> shape);

/// Writes the array with that header; the file is there as a whole or not at all. FileError, with
/// what was at `path` as it was.
void write_npy(const std::filesystem::path& path, const ArrayView& array);

/// Likewise its bytes alone.
void write_raw(const std::filesystem::path& path, const ArrayView& array);

}  // namespace coldcore::matrix
