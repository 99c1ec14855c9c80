// SPDX-License-Identifier: Apache-2.0
//
// How the numbers of a tile lie. A tile is what a worker holds in cache: one line for each row of a
// group, for every plane and width that a step of the group works on. The steps go depth first: all
// axes below the highest on one block of rows, then on the next one. So planes that the steps
// above do not read any more need no rows of their own in every block: they take turns.
#pragma once

#include <coldcore/sdk/plan.hpp>

namespace coldcore::sdk {
namespace {

/// Bytes of plane d's numbers, before or after step s, where the planes are `at`.
inline int step_bytes(const Plan& plan, int s, const Planes& at, int d) {
  return plan.byte_step(s) ? 1 : at.wide(d) ? 4 : 2;
}

/// Lines whose distance is a multiple of 1 KiB would crowd into a few sets of the first cache.
inline std::int64_t skewed(std::int64_t lines) { return lines % 16 == 0 ? lines + 1 : lines; }

struct TileShape {
  int axes;  ///< Of the group.
  int planes;
  int ax[COLDCORE_MAX_N];
  std::int64_t
      stride[COLDCORE_MAX_N + 1];  ///< Lines between neighbours along the group's axes, and in all.
  int leaf_axes;                   ///< The lowest axes whose rows fit into the first cache
  std::int64_t leaf_rows;          ///< and stand on neighbouring lines.
  /// Plane d has rows of its own, in numbers of a width, along that many of the axes; along the
  /// others it takes turns. 0 if it is not there.
  signed char own_axes[kWidths][COLDCORE_MAX_LAYERS];

  bool takes_turns(int width, int d, int axis) const {
    return own_axes[width][d] > 0 && own_axes[width][d] <= axis;
  }

  /// Lines of a plane, an even number so that the next one is aligned to 64 bytes; `upto`: in a
  /// block of the axes below it.
  std::int64_t lines(int width, int d, int upto) const {
    const int own = own_axes[width][d];
    return own == 0 ? 0 : (stride[own < upto ? own : upto] + 1) / 2 * 2;
  }

  /// Bytes of all planes in a block of the axes below `upto`.
  std::int64_t bytes(int upto) const {
    std::int64_t sum = 0;
    for (int width = 0; width < kWidths; ++width) {
      for (int d = 0; d < planes; ++d) sum += lines(width, d, upto) * kLine * width_bytes(width);
    }
    return sum;
  }

  /// Lines that the totals which the step on an axis reads are spread over: those of a leaf, above
  /// it those of one fibre. `axis` may be the number of axes: what is left in the end.
  std::int64_t total_lines(int axis) const {
    if (axis == axes) return 1;
    return axis < leaf_axes ? leaf_rows : (ax[axis] - 1) * stride[axis] + 1;
  }

  /// Rows between neighbours along an axis.
  std::int64_t natural(int axis) const {
    std::int64_t rows = 1;
    for (int i = 0; i < axis; ++i) rows *= ax[i];
    return rows;
  }
};

/// A leaf is as many of the lowest axes as stay in the first cache and stand on neighbouring lines;
/// alone they would be too little work for a call.
inline void set_leaf(TileShape& shape) {
  constexpr std::int64_t kLeafRows = 128;
  shape.leaf_axes = 1;
  shape.leaf_rows = shape.ax[0];
  while (shape.leaf_axes < shape.axes && shape.leaf_rows * shape.ax[shape.leaf_axes] <= kLeafRows &&
         shape.stride[shape.leaf_axes] == shape.leaf_rows) {
    shape.leaf_rows *= shape.ax[shape.leaf_axes++];
  }
}

/// What lives before step s of the group, and after its last one, needs rows along the axes done
/// and along the next one.
inline void set_own_axes(const Plan& plan, int g, TileShape& shape) {
  const Group& group = plan.group[g];
  for (int s = group.first; s <= group.last; ++s) {
    const Planes& at = plan.planes[s];
    int own = s - group.first + 1;
    if (own > shape.axes) own = shape.axes;
    if (own < shape.leaf_axes) own = shape.leaf_axes;
    const auto live = [&](int step, int d) {
      signed char& axes = shape.own_axes[width_of(step_bytes(plan, step, at, d))][d];
      if (axes < own) axes = static_cast<signed char>(own);
    };
    for (int d = at.low; d <= at.last_kept(); ++d) {
      if (s > group.first) live(s - 1, d);
      if (s < group.last) live(s, d);
    }
  }
}

inline TileShape tile_shape(const Plan& plan, int g) {
  const Group& group = plan.group[g];
  TileShape shape = {};
  shape.axes = group.last - group.first;
  shape.planes = plan.adds ? plan.R + 1 : 1;
  shape.stride[0] = 1;
  for (int i = 0; i < shape.axes; ++i) {
    shape.ax[i] = plan.ax[plan.order[group.first + i]];
    shape.stride[i + 1] = skewed(shape.stride[i] * shape.ax[i]);
  }
  set_leaf(shape);
  set_own_axes(plan, g, shape);
  return shape;
}

/// Bytes of a tile, its totals included.
inline std::int64_t tile_bytes(const TileShape& shape) {
  std::int64_t bytes = shape.bytes(shape.axes);
  for (int i = 0; i <= shape.axes; ++i) bytes += shape.total_lines(i) * kLine * 4;
  return bytes;
}

}  // namespace
}  // namespace coldcore::sdk
