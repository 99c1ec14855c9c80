// SPDX-License-Identifier: Apache-2.0
//
// The piece of a cell that a worker holds in cache, and the steps of a group on it.
#pragma once

#include <coldcore/sdk/plan.hpp>

namespace coldcore::sdk {
namespace {

/// A tile: the lines of one group's rows, in a worker's scratch.
struct Tile {
  TilePlanes planes;
  std::int64_t stride[COLDCORE_MAX_N + 1];  ///< Lines between neighbours along the group's axes, and in all.
};

/// Lines whose distance is a multiple of 1 KiB would crowd into a few sets of the first cache.
inline std::int64_t skewed(std::int64_t lines) { return lines % 16 == 0 ? lines + 1 : lines; }

inline void set_strides(const Plan& plan, int g, std::int64_t* stride) {
  stride[0] = 1;
  for (int s = plan.group[g].first; s < plan.group[g].last; ++s) {
    const int i = s - plan.group[g].first;
    stride[i + 1] = skewed(stride[i] * plan.ax[plan.order[s]]);
  }
}

/// Planes of a tile of group g: enough for every step in it.
struct TileShape {
  int narrow_planes;
  int first_wide;
  int wide_planes;
  std::int64_t lines;

  std::int64_t pitch() const { return lines * kLine; }
  std::int64_t bytes() const { return pitch() * (2 * narrow_planes + 4 * wide_planes); }
};

inline TileShape tile_shape(const Plan& plan, int g) {
  TileShape shape = {1, COLDCORE_MAX_LAYERS, 0, 0};
  int high = 0;
  for (int s = plan.group[g].first; s <= plan.group[g].last; ++s) {
    const Planes& at = plan.planes[s];
    if (at.high > high) high = at.high;
    if (at.wide_from <= at.high && at.wide_from < shape.first_wide) shape.first_wide = at.wide_from;
  }
  shape.narrow_planes = high + 1;
  if (shape.first_wide <= high) shape.wide_planes = high - shape.first_wide + 1;
  std::int64_t stride[COLDCORE_MAX_N + 1];
  set_strides(plan, g, stride);
  shape.lines = stride[plan.group[g].last - plan.group[g].first];
  return shape;
}

inline Tile make_tile(const Plan& plan, int g, std::uint8_t* scratch) {
  const TileShape shape = tile_shape(plan, g);
  Tile tile = {};
  set_strides(plan, g, tile.stride);
  auto* const narrow = reinterpret_cast<std::uint16_t*>(scratch);
  auto* const wide = reinterpret_cast<std::uint32_t*>(narrow + shape.narrow_planes * shape.pitch());
  tile.planes = {narrow, wide, shape.pitch(), shape.first_wide};
  return tile;
}

inline std::int64_t tile_bytes(const Plan& plan) {
  std::int64_t bytes = 0;
  for (int g = 0; g < plan.groups; ++g) {
    const std::int64_t here = tile_shape(plan, g).bytes();
    if (here > bytes) bytes = here;
  }
  return (bytes + 63) / 64 * 64 + 4096 + 64;  // workers' scratches apart, and not a multiple of a page
}

/// All steps of a group, ready to run.
template <class Family>
class Steps {
 public:
  Steps(const Plan& plan, int g, const Tile& tile) : tile_(tile) {
    const Group& group = plan.group[g];
    count_ = group.last - group.first;
    for (int i = 0; i < count_; ++i) {
      const int s = group.first + i;
      const Planes& from = plan.planes[s];
      const Planes& to = plan.planes[s + 1];
      const int ax = plan.ax[plan.order[s]];
      const int low = plan.first_stored(to);
      const int split = to.wide_from < low ? low : to.wide_from;
      ax_[i] = ax;
      natural_[i] = i == 0 ? 1 : natural_[i - 1] * ax_[i - 1];
      wide_[i] = {plan.R, split, to.high, from.high, from.wide_from, tile.stride[i]};
      narrow_[i] = {plan.R,    low,
                    split - 1, from.high,
                    from.wide_from, tile.stride[i]};
      run_wide_[i] = run_lines_of<Family, true>(ax);
      run_narrow_[i] = run_lines_of<Family, false>(ax);
    }
    set_leaf();
  }

  /// Depth first, so that what one axis leaves is still in the nearest cache when the next one takes it.
  /// load(row, line, count) brings that many rows of the group, from row on, to lines of the tile.
  template <class Load>
  void run(const Load& load) const {
    run_block(count_, 0, 0, load);
  }

  /// Calls each(row, line, count) for the rows in order; `count` of them stand on neighbouring lines.
  template <class Each>
  void each_run(const Each& each) const {
    visit(count_, 0, 0, each);
  }

 private:
  /// Axes 0..axes-1 on one block of the tile.
  template <class Load>
  void run_block(int axes, std::int64_t row, std::int64_t line, const Load& load) const {
    if (axes == leaf_axes_) {
      load(row, line, static_cast<int>(leaf_rows_));
      for (int i = 0; i < leaf_axes_; ++i) {
        const std::int64_t apart = natural_[i] * ax_[i];
        run_step(i, {line, natural_[i], leaf_rows_ / apart, apart});
      }
      return;
    }
    const int i = axes - 1;
    for (int a = 0; a < ax_[i]; ++a) {
      run_block(i, row + a * natural_[i], line + a * tile_.stride[i], load);
    }
    run_step(i, {line, tile_.stride[i], 1, 0});
  }

  void run_step(int i, const LineRange& range) const {
    // The higher planes first: they read lower ones as they were.
    if (wide_[i].high >= wide_[i].low) run_wide_[i](tile_.planes, wide_[i], range);
    if (narrow_[i].high >= narrow_[i].low) run_narrow_[i](tile_.planes, narrow_[i], range);
  }

  template <class Each>
  void visit(int axes, std::int64_t row, std::int64_t line, const Each& each) const {
    if (axes == leaf_axes_) return each(row, line, static_cast<int>(leaf_rows_));
    const int i = axes - 1;
    for (int a = 0; a < ax_[i]; ++a) {
      visit(i, row + a * natural_[i], line + a * tile_.stride[i], each);
    }
  }

  /// A leaf is as many of the lowest axes as stay in the first cache and stand on neighbouring lines; alone
  /// they would be too little work for a call.
  void set_leaf() {
    leaf_axes_ = 1;
    leaf_rows_ = ax_[0];
    while (leaf_axes_ < count_ && leaf_rows_ * ax_[leaf_axes_] <= kLeafRows &&
           tile_.stride[leaf_axes_] == leaf_rows_) {
      leaf_rows_ *= ax_[leaf_axes_++];
    }
  }

  static constexpr std::int64_t kLeafRows = 64;

  const Tile& tile_;
  int count_;
  int leaf_axes_ = 0;
  std::int64_t leaf_rows_ = 0;
  int ax_[COLDCORE_MAX_N] = {};
  std::int64_t natural_[COLDCORE_MAX_N] = {};
  StepRun wide_[COLDCORE_MAX_N];
  StepRun narrow_[COLDCORE_MAX_N];
  RunLines run_wide_[COLDCORE_MAX_N];
  RunLines run_narrow_[COLDCORE_MAX_N];
};

}  // namespace
}  // namespace coldcore::sdk
