// SPDX-License-Identifier: Apache-2.0
//
// A layout as the library holds it: one matrix, one format, its buffers in the order of the roles.
#pragma once

#include <coldcore/layouts.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "budget.hpp"

namespace coldcore::layout {

/// No memory holds more, and sums of sizes stay far from 2^63.
inline constexpr std::int64_t kLargestSize = std::int64_t{1} << 48;

/// Rows or columns of a block, rows of a slice.
inline constexpr std::int64_t kLargestBlock = 65536;

inline constexpr std::int64_t kInt32Max = std::numeric_limits<std::int32_t>::max();

struct Format;

struct Shape {
  Shape(std::initializer_list<std::int64_t> extents);  // At most three.
  explicit Shape(const coldcore_layout_buffer& buffer);
  Wide count() const;

  int rank = 0;
  std::array<std::int64_t, 3> extent{1, 1, 1};
};

struct FreeBuffer {
  void operator()(void* memory) const noexcept { std::free(memory); }
};

struct Buffer {
  int dtype = 0;
  Shape shape{};
  std::int64_t bytes = 0;
  const void* data = nullptr;
  std::unique_ptr<void, FreeBuffer> owned{};  // Empty if the memory is the caller's.
};

struct Layout {
  const Format* format = nullptr;
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  int index = 0;
  int value = 0;
  std::int64_t block_rows = 0;
  std::int64_t block_cols = 0;
  bool sorted_blocks = false;
  std::int64_t slice_rows = 0;
  std::int64_t sigma = 0;
  std::int64_t lbound = 0;
  std::int64_t ubound = 0;
  bool borrowed = false;
  std::vector<Buffer> buffers{};

  /// The elements of a buffer, by the position of its role.
  template <class T>
  std::span<const T> at(std::size_t role) const {
    const Buffer& buffer = buffers[role];
    return {static_cast<const T*>(buffer.data), static_cast<std::size_t>(buffer.bytes) / sizeof(T)};
  }

  /// The same for the format that fills them.
  template <class T>
  std::span<T> fill(std::size_t role) {
    const Buffer& buffer = buffers[role];
    return {static_cast<T*>(buffer.owned.get()),
            static_cast<std::size_t>(buffer.bytes) / sizeof(T)};
  }

  /// P: values stored, padding included.
  std::int64_t stored() const;

  /// "ell of 3 x 4", for messages.
  std::string text() const;
};

bool is_index_type(int dtype);
bool is_value_type(int dtype);
std::int64_t width_of(int dtype);
const char* type_name(int dtype);

/// 64-byte aligned, not nullptr even for 0 bytes. Throws std::bad_alloc.
std::unique_ptr<void, FreeBuffer> allocate_bytes(std::int64_t bytes);

/// Gives an empty layout its buffers, all zero, one shape for each role. Throws Error(E_OVERFLOW)
/// if the values stored pass int32 where indices have 32 bits, Error(E_MEMORY).
void allocate(Layout& layout, std::initializer_list<Shape> shapes, Budget& budget);

/// Throws Error(E_SHAPE), or Error(E_OVERFLOW) if rows or cols pass int32 where that is the index
/// type.
void check_size(const char* name, std::int64_t size, int index);

/// Throws Error(E_OVERFLOW) if so many stored values pass the index type.
void check_stored(const Layout& layout, Wide stored);

/// Calls body(I{}, V{}) with the types behind the two codes.
template <class Body>
decltype(auto) with_types(int index, int value, Body&& body) {
  if (index == COLDCORE_LAYOUT_INT32) {
    if (value == COLDCORE_LAYOUT_FLOAT32) return body(std::int32_t{}, float{});
    return body(std::int32_t{}, double{});
  }
  if (value == COLDCORE_LAYOUT_FLOAT32) return body(std::int64_t{}, float{});
  return body(std::int64_t{}, double{});
}

inline std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return a / b + (a % b != 0); }

inline std::size_t as_size(std::int64_t n) { return static_cast<std::size_t>(n); }

}  // namespace coldcore::layout
