// SPDX-License-Identifier: Apache-2.0
//
// Compiled once for each instruction set. All of it is in an anonymous namespace and uses no
// library template: the linker must not hand code for one instruction set to another.
#pragma once

#include <cstdint>

#include "axes_tile.hpp"

namespace hamming {
namespace {

/// Takes plane d of a fibre to the next axis, given plane d-1, which lies `plane` vectors before.
/// Digit a is a * step further.
template <int q>
void step_fibre(Vector* upper, std::int64_t plane, std::int64_t step) {
  const Vector* lower = upper - plane;
  Vector total = lower[0];
  for (int a = 1; a < q; ++a) total += lower[a * step];
  for (int a = 0; a < q; ++a) upper[a * step] += total - lower[a * step];
}

/// The same where plane d equals plane d-1 so far and was not stored: only the sum is left.
template <int q>
void open_fibre(Vector* upper, std::int64_t plane, std::int64_t step) {
  const Vector* lower = upper - plane;
  Vector total = lower[0];
  for (int a = 1; a < q; ++a) total += lower[a * step];
  for (int a = 0; a < q; ++a) upper[a * step] = total;
}

/// One axis of size q in all planes of the tile, fibre by fibre and from the highest plane down,
/// since plane d needs plane d-1 as it was.
template <int q>
void step_axis(const Sweep& sweep, int axis, std::uint32_t* tile) {
  constexpr int row_vectors = kLanes / kVectorLanes;
  const Window window = window_after(axis + 1, sweep.n, sweep.R);
  const int lowest = window.low > 1 ? window.low : 1;
  const bool opens = window.high == axis + 1;
  const std::int64_t plane = sweep.plane_words / kVectorLanes;
  const std::int64_t step = sweep.stride[axis] / sweep.row_stride * row_vectors;
  Vector* const highest = reinterpret_cast<Vector*>(tile) + window.high * plane;

  for (std::int64_t base = 0; base < sweep.rows * row_vectors; base += step * q) {
    for (std::int64_t low = base; low < base + step; ++low) {
      Vector* upper = highest + low;
      int d = window.high;
      if (opens) {
        open_fibre<q>(upper, plane, step);
        upper -= plane;
        --d;
      }
      for (; d >= lowest; --d, upper -= plane) step_fibre<q>(upper, plane, step);
    }
  }
}

/// The sizes are compiled in: a fibre then stays in registers.
void step_axis(const Sweep& sweep, int axis, std::uint32_t* tile) {
  switch (sweep.ax[axis]) {
    case 2:
      return step_axis<2>(sweep, axis, tile);
    case 3:
      return step_axis<3>(sweep, axis, tile);
    case 4:
      return step_axis<4>(sweep, axis, tile);
    case 5:
      return step_axis<5>(sweep, axis, tile);
    case 6:
      return step_axis<6>(sweep, axis, tile);
    case 7:
      return step_axis<7>(sweep, axis, tile);
    case 8:
      return step_axis<8>(sweep, axis, tile);
    case 9:
      return step_axis<9>(sweep, axis, tile);
    default:
      return step_axis<10>(sweep, axis, tile);
  }
}

void load_planes(const Sweep& sweep, std::int64_t origin, std::int64_t lanes, std::uint32_t* tile) {
  const Window window = window_after(sweep.first, sweep.n, sweep.R);
  for (int d = window.low; d <= window.high; ++d) {
    load_plane(sweep, lanes, sweep.planes[d] + origin, tile + d * sweep.plane_words);
  }
}

void store_planes(const Sweep& sweep, std::int64_t origin, std::int64_t lanes,
                  const std::uint32_t* tile) {
  const Window window = window_after(sweep.last, sweep.n, sweep.R);
  const int lowest = window.low > 1 ? window.low : 1;  // Plane 0 has not changed.
  for (int d = lowest; d <= window.high; ++d) {
    store_plane(sweep, lanes, tile + d * sweep.plane_words, sweep.planes[d] + origin);
  }
}

void store_field(const Sweep& sweep, std::int64_t origin, std::int64_t lanes,
                 const std::uint32_t* tile) {
  const std::uint32_t* field = tile + sweep.R * sweep.plane_words;
  if (sweep.counts != nullptr) {
    store_plane(sweep, lanes, field, sweep.counts + origin);
  } else {
    store_plane(sweep, lanes, field, sweep.planes[0] + origin);
  }
}

void sweep_tile(const Sweep& sweep, std::uint32_t* tile, std::int64_t index) {
  const std::int64_t first_lane = index % sweep.span_tiles * kLanes;
  const std::int64_t left = sweep.span_lanes - first_lane;
  const std::int64_t lanes = left < kLanes ? left : kLanes;
  const std::int64_t origin =
      index / sweep.span_tiles * sweep.span_stride + first_lane * sweep.lane_stride;

  load_planes(sweep, origin, lanes, tile);
  for (int axis = sweep.first; axis < sweep.last; ++axis) step_axis(sweep, axis, tile);
  if (sweep.last == sweep.n) {
    store_field(sweep, origin, lanes, tile);
  } else {
    store_planes(sweep, origin, lanes, tile);
  }
}

void sweep_range(const Sweep& sweep, std::uint32_t* tile, std::int64_t begin, std::int64_t end) {
  for (std::int64_t index = begin; index < end; ++index) sweep_tile(sweep, tile, index);
}

}  // namespace
}  // namespace hamming
