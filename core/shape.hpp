// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coldcore/plugin.h>

#include <array>
#include <cstdint>

namespace coldcore::core {

inline constexpr std::int64_t kMaxSize = std::int64_t{1} << 40;

/// Axes, strides and size of the space, checked.
struct Shape {
  int n = 0;
  std::array<int, COLDCORE_MAX_N> ax{};
  std::array<std::int64_t, COLDCORE_MAX_N> stride{};
  std::int64_t size = 0;

  friend bool operator==(const Shape&, const Shape&) = default;
};

using Digits = std::array<int, COLDCORE_MAX_N>;

/// ax: [n], not read if n is out of range. Throws Error(DCT_E_SHAPE).
Shape make_shape(int n, const int* ax);

/// Digits of a word, 0 <= word < shape.size; those past n are 0.
Digits digits_of(const Shape& shape, std::int64_t word);

}  // namespace coldcore::core
