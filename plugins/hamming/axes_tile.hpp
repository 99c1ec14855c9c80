// SPDX-License-Identifier: Apache-2.0
//
// The way between planes and tiles. A part of axes_kernel.hpp, by its rules: all in an anonymous
// namespace, no library template.
#pragma once

#include <cstdint>

#include "axes.hpp"

namespace hamming {
namespace {

/// One register of neighbouring lanes.
#if defined(__AVX512F__)
constexpr int kVectorLanes = 16;
#elif defined(__AVX2__)
constexpr int kVectorLanes = 8;
#else
constexpr int kVectorLanes = 4;
#endif
typedef std::uint32_t Vector __attribute__((vector_size(4 * kVectorLanes), may_alias));
typedef Vector LooseVector __attribute__((aligned(4)));
typedef std::uint16_t LooseCounts
    __attribute__((vector_size(2 * kVectorLanes), may_alias, aligned(2)));

/// The lower, and the upper, halves of two vectors interleaved.
#if defined(__AVX512F__)
Vector low_halves(Vector a, Vector b) {
  return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
Vector high_halves(Vector a, Vector b) {
  return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15,
                                 31);
}
#elif defined(__AVX2__)
Vector low_halves(Vector a, Vector b) {
  return __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}
Vector high_halves(Vector a, Vector b) {
  return __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}
#else
Vector low_halves(Vector a, Vector b) { return __builtin_shufflevector(a, b, 0, 4, 1, 5); }
Vector high_halves(Vector a, Vector b) { return __builtin_shufflevector(a, b, 2, 6, 3, 7); }
#endif

/// Rows become columns: each stage of interleaving moves one bit from the row number to the lane
/// number.
void transpose(Vector (&square)[kVectorLanes]) {
  constexpr std::int64_t half = kVectorLanes / 2;
  for (int stage = 1; stage < kVectorLanes; stage *= 2) {
    Vector next[kVectorLanes];
    for (std::int64_t i = 0; i < half; ++i) {
      next[2 * i] = low_halves(square[i], square[i + half]);
      next[2 * i + 1] = high_halves(square[i], square[i + half]);
    }
    for (int i = 0; i < kVectorLanes; ++i) square[i] = next[i];
  }
}

Vector load_loose(const std::uint32_t* from) { return *reinterpret_cast<const LooseVector*>(from); }
void store_loose(std::uint32_t* to, Vector value) { *reinterpret_cast<LooseVector*>(to) = value; }
void store_loose(std::uint16_t* to, Vector value) {
  *reinterpret_cast<LooseCounts*>(to) = __builtin_convertvector(value, LooseCounts);
}

/// A square of the tile at `tile`, whose rows are neighbours in the plane at `plane`.
void load_square(const std::uint32_t* plane, std::int64_t lane_stride, std::uint32_t* tile) {
  Vector square[kVectorLanes];
  for (std::int64_t i = 0; i < kVectorLanes; ++i) square[i] = load_loose(plane + i * lane_stride);
  transpose(square);
  for (std::int64_t i = 0; i < kVectorLanes; ++i) store_loose(tile + i * kLanes, square[i]);
}

template <class Count>
void store_square(const std::uint32_t* tile, std::int64_t lane_stride, Count* plane) {
  Vector square[kVectorLanes];
  for (std::int64_t i = 0; i < kVectorLanes; ++i) square[i] = load_loose(tile + i * kLanes);
  transpose(square);
  for (std::int64_t i = 0; i < kVectorLanes; ++i) store_loose(plane + i * lane_stride, square[i]);
}

/// Calls square(word, place) for the full squares of a tile whose rows are neighbours in memory,
/// and single(word, place) for each word elsewhere; `word` counts from the tile's origin in the
/// plane, `place` from its start in the tile.
template <class Square, class Single>
void visit_squares(const Sweep& sweep, std::int64_t lanes, Square square, Single single) {
  for (std::int64_t r = 0; r < sweep.rows; r += kVectorLanes) {
    for (std::int64_t l = 0; l < lanes; l += kVectorLanes) {
      if (r + kVectorLanes <= sweep.rows && l + kVectorLanes <= lanes) {
        square(l * sweep.lane_stride + r, r * kLanes + l);
        continue;
      }
      for (std::int64_t i = r; i < r + kVectorLanes && i < sweep.rows; ++i) {
        for (std::int64_t k = l; k < l + kVectorLanes && k < lanes; ++k) {
          single(k * sweep.lane_stride + i, i * kLanes + k);
        }
      }
    }
  }
}

/// Calls vector(word, place) for the rows of a tile whose lanes are neighbours in memory, a vector
/// at a time, and single(word, place) for what is left of a row.
template <class Whole, class Single>
void visit_rows(const Sweep& sweep, std::int64_t lanes, Whole vector, Single single) {
  for (std::int64_t r = 0; r < sweep.rows; ++r) {
    std::int64_t l = 0;
    for (; l + kVectorLanes <= lanes; l += kVectorLanes) {
      vector(r * sweep.row_stride + l, r * kLanes + l);
    }
    for (; l < lanes; ++l) single(r * sweep.row_stride + l, r * kLanes + l);
  }
}

void load_plane(const Sweep& sweep, std::int64_t lanes, const std::uint32_t* plane,
                std::uint32_t* tile) {
  const auto single = [=](std::int64_t word, std::int64_t place) { tile[place] = plane[word]; };
  if (sweep.lane_stride == 1) {
    visit_rows(
        sweep, lanes,
        [=](std::int64_t word, std::int64_t place) {
          store_loose(tile + place, load_loose(plane + word));
        },
        single);
  } else {
    visit_squares(
        sweep, lanes,
        [=, &sweep](std::int64_t word, std::int64_t place) {
          load_square(plane + word, sweep.lane_stride, tile + place);
        },
        single);
  }
}

template <class Count>
void store_plane(const Sweep& sweep, std::int64_t lanes, const std::uint32_t* tile, Count* plane) {
  const auto single = [=](std::int64_t word, std::int64_t place) {
    plane[word] = static_cast<Count>(tile[place]);
  };
  if (sweep.lane_stride == 1) {
    visit_rows(
        sweep, lanes,
        [=](std::int64_t word, std::int64_t place) {
          store_loose(plane + word, load_loose(tile + place));
        },
        single);
  } else {
    visit_squares(
        sweep, lanes,
        [=, &sweep](std::int64_t word, std::int64_t place) {
          store_square(tile + place, sweep.lane_stride, plane + word);
        },
        single);
  }
}

}  // namespace
}  // namespace hamming
