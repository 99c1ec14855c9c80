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
  std::int64_t
      stride[COLDCORE_MAX_N + 1];  ///< Lines between neighbours along the group's axes, and in all.
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

/// Lines of a tile of group g, an even number so that every plane is aligned to 64 bytes.
inline std::int64_t tile_lines(const Plan& plan, int g) {
  std::int64_t stride[COLDCORE_MAX_N + 1];
  set_strides(plan, g, stride);
  return (stride[plan.group[g].last - plan.group[g].first] + 1) / 2 * 2;
}

inline std::int64_t tile_bytes(const Plan& plan, int g) {
  return tile_lines(plan, g) * tile_shape(plan, g).line_bytes();
}

inline Tile make_tile(const Plan& plan, int g, std::uint8_t* scratch) {
  const TileShape shape = tile_shape(plan, g);
  Tile tile = {};
  set_strides(plan, g, tile.stride);
  const std::int64_t pitch = tile_lines(plan, g) * kLine;
  std::uint8_t* const narrow = scratch + shape.byte_planes * pitch;
  std::uint8_t* const wide = narrow + 2 * shape.narrow_planes * pitch;
  tile.planes = {scratch, reinterpret_cast<std::uint16_t*>(narrow),
                 reinterpret_cast<std::uint32_t*>(wide), pitch, shape.first_wide};
  return tile;
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
      ax_[i] = plan.ax[plan.order[s]];
      natural_[i] = i == 0 ? 1 : natural_[i - 1] * ax_[i - 1];
      set_step(plan, s, step_[i], tile.stride[i]);
      step_[i].widens = i > 0 && plan.byte_step(s - 1) && !plan.byte_step(s);
    }
    starts_in_bytes_ = plan.byte_step(group.first);
    ends_in_bytes_ = plan.byte_step(group.last - 1);
    set_leaf();
  }

  /// Bytes of plane d's numbers in the tile before the first step, and after the last one, `at`
  /// being the planes at that place.
  int bytes_at_start(const Planes& at, int d) const {
    return starts_in_bytes_ ? 1 : at.wide(d) ? 4 : 2;
  }
  int bytes_at_end(const Planes& at, int d) const {
    return ends_in_bytes_ ? 1 : at.wide(d) ? 4 : 2;
  }

  /// Depth first, so that what one axis leaves is still in the nearest cache when the next one
  /// takes it. load(row, line, count) brings that many rows of the group, from row on, to lines of
  /// the tile.
  template <class Load>
  void run(const Load& load) const {
    run_block(count_, 0, 0, load);
  }

  /// Calls each(row, line, count) for the rows in order; `count` of them stand on neighbouring
  /// lines.
  template <class Each>
  void each_run(const Each& each) const {
    visit(count_, 0, 0, each);
  }

 private:
  struct Step {
    StepRun wide;
    StepRun narrow;  ///< Planes that are not wide, in 8 or 16 bits.
    RunLines run_wide;
    RunLines run_narrow;
    int from_low;
    bool widens;  ///< The planes before it are bytes and have to be made wider first.
  };

  static void set_step(const Plan& plan, int s, Step& step, std::int64_t stride) {
    const Planes& from = plan.planes[s];
    const Planes& to = plan.planes[s + 1];
    const int ax = plan.ax[plan.order[s]];
    const int low = plan.first_stored(to);
    const int split = to.wide_from < low ? low : to.wide_from;
    step.wide = {plan.R, split, to.high, from.high, from.wide_from, stride};
    step.narrow = {plan.R, low, split - 1, from.high, from.wide_from, stride};
    step.run_wide = run_lines_of<Family, std::uint32_t>(ax);
    step.run_narrow = plan.byte_step(s) ? run_lines_of<Family, std::uint8_t>(ax)
                                        : run_lines_of<Family, std::uint16_t>(ax);
    step.from_low = from.low;
  }

  /// Axes 0..axes-1 on one block of the tile.
  template <class Load>
  void run_block(int axes, std::int64_t row, std::int64_t line, const Load& load) const {
    if (axes == leaf_axes_) {
      load(row, line, static_cast<int>(leaf_rows_));
      for (int i = 0; i < leaf_axes_; ++i) {
        const std::int64_t apart = natural_[i] * ax_[i];
        run_step(i, {line, natural_[i], leaf_rows_ / apart, apart}, leaf_rows_);
      }
      return;
    }
    const int i = axes - 1;
    for (int a = 0; a < ax_[i]; ++a) {
      run_block(i, row + a * natural_[i], line + a * tile_.stride[i], load);
    }
    run_step(i, {line, tile_.stride[i], 1, 0}, tile_.stride[i] * ax_[i]);
  }

  /// `lines`: how many the range spans.
  void run_step(int i, const LineRange& range, std::int64_t lines) const {
    const Step& step = step_[i];
    if (step.widens) widen(step, range.first, lines);
    // The higher planes first: they read lower ones as they were.
    if (step.wide.high >= step.wide.low) step.run_wide(tile_.planes, step.wide, range);
    if (step.narrow.high >= step.narrow.low) step.run_narrow(tile_.planes, step.narrow, range);
  }

  void widen(const Step& step, std::int64_t line, std::int64_t lines) const {
    for (int d = step.from_low; d <= step.narrow.from_high; ++d) {
      const std::uint8_t* from = tile_.planes.template plane<std::uint8_t>(d) + line * kLine;
      std::uint16_t* to = tile_.planes.template plane<std::uint16_t>(d) + line * kLine;
      for (std::int64_t i = 0; i < lines; ++i) convert_line(from + i * kLine, to + i * kLine);
    }
  }

  template <class Each>
  void visit(int axes, std::int64_t row, std::int64_t line, const Each& each) const {
    if (axes == leaf_axes_) return each(row, line, static_cast<int>(leaf_rows_));
    const int i = axes - 1;
    for (int a = 0; a < ax_[i]; ++a) {
      visit(i, row + a * natural_[i], line + a * tile_.stride[i], each);
    }
  }

  /// A leaf is as many of the lowest axes as stay in the first cache and stand on neighbouring
  /// lines; alone they would be too little work for a call.
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
  bool starts_in_bytes_ = false;
  bool ends_in_bytes_ = false;
  int ax_[COLDCORE_MAX_N] = {};
  std::int64_t natural_[COLDCORE_MAX_N] = {};
  Step step_[COLDCORE_MAX_N] = {};
};

}  // namespace
}  // namespace coldcore::sdk
