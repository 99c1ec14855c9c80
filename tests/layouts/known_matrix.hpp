// SPDX-License-Identifier: Apache-2.0
//
// The matrix of docs/layouts.md, and short ways to ask for layouts.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <coldcore/layouts.hpp>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

namespace layouts_test {

using coldcore::layouts::Error;
using coldcore::layouts::Format;
using coldcore::layouts::kFormats;
using coldcore::layouts::Layout;
using coldcore::layouts::Options;

using I32 = std::vector<std::int32_t>;
using I64 = std::vector<std::int64_t>;
using F32 = std::vector<float>;
using F64 = std::vector<double>;

/// Coordinates in any order.
template <class I, class V>
struct Coordinates {
  std::int64_t rows;
  std::int64_t cols;
  std::vector<I> row;
  std::vector<I> col;
  std::vector<V> data;

  Layout as(Format format, const Options& options = {}) const {
    return Layout::from_coo(rows, cols, row, col, data, format, options);
  }
};

/// 10  0 20  0
///  0  0  0 30
/// 40 50  0 60
inline const Coordinates<std::int32_t, double> kKnown = {
    3, 4, {2, 0, 1, 2, 0, 2}, {1, 0, 3, 3, 2, 0}, {50, 10, 30, 60, 20, 40}};

template <class T>
std::vector<T> elements(const Layout& layout, const char* role) {
  const auto span = layout.elements<T>(role);
  return {span.begin(), span.end()};
}

inline std::vector<std::int64_t> shape(const Layout& layout, const char* role) {
  const coldcore_layout_buffer buffer = layout.buffer(role);
  return {buffer.shape, buffer.shape + buffer.rank};
}

/// Whether two layouts have the same buffers, bit by bit.
inline bool same_buffers(const Layout& a, const Layout& b) {
  const auto left = a.buffers();
  const auto right = b.buffers();
  if (left.size() != right.size()) return false;
  for (std::size_t i = 0; i < left.size(); ++i) {
    const auto& l = left[i];
    const auto& r = right[i];
    if (std::string(l.role) != r.role || l.dtype != r.dtype || l.rank != r.rank) return false;
    if (!std::equal(l.shape, l.shape + l.rank, r.shape) || l.bytes != r.bytes) return false;
    if (l.bytes > 0 && std::memcmp(l.data, r.data, static_cast<std::size_t>(l.bytes)) != 0)
      return false;
  }
  return true;
}

/// Runs the body, which must fail with this code and say this.
template <class Body>
void check_refused(int code, const std::string& says, Body&& body) {
  CAPTURE(says);
  try {
    body();
    FAIL_CHECK("nothing was refused");
  } catch (const Error& error) {
    const std::string line = error.what();
    CAPTURE(line);
    CHECK(std::string(coldcore_layout_error_name(error.code())) ==
          coldcore_layout_error_name(code));
    CHECK(line.find(says) != std::string::npos);
  }
}

}  // namespace layouts_test
