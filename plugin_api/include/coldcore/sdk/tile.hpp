// SPDX-License-Identifier: Apache-2.0
//
// The piece of a cell that a worker holds in cache, and the steps of a group on it.
#pragma once

#include <coldcore/sdk/tile_shape.hpp>

namespace coldcore::sdk {
namespace {

/// A tile in a worker's scratch.
struct Tile {
  TileShape shape;
  TilePlanes planes;
  std::uint8_t* totals[COLDCORE_MAX_N + 1];  ///< The lines that the step on each axis reads.
};

inline Tile make_tile(const Plan& plan, int g, std::uint8_t* scratch) {
  Tile tile = {};
  tile.shape = tile_shape(plan, g);
  tile.planes.bytes = scratch;
  std::int64_t offset = 0;
  for (int width = 0; width < kWidths; ++width) {
    for (int d = 0; d < tile.shape.planes; ++d) {
      tile.planes.offset[width][d] = offset;
      offset += tile.shape.lines(width, d, tile.shape.axes) * kLine * width_bytes(width);
    }
  }
  for (int i = 0; i <= tile.shape.axes; ++i) {
    tile.totals[i] = scratch + offset;
    offset += tile.shape.total_lines(i) * kLine * 4;
  }
  return tile;
}

/// line[i] = sum over j < count of (from + j * apart)[i].
template <class From, class To>
void add_lines(const From* from, int count, std::int64_t apart, To* __restrict line) {
  for (int i = 0; i < kLine; ++i) line[i] = static_cast<To>(from[i]);
  for (int j = 1; j < count; ++j) {
    from += apart;
    for (int i = 0; i < kLine; ++i) line[i] = static_cast<To>(line[i] + from[i]);
  }
}

/// All steps of a group, ready to run.
template <class Family>
class Steps {
 public:
  Steps(const Plan& plan, int g, Tile& tile)
      : plan_(plan), group_(plan.group[g]), tile_(tile), shape_(tile.shape) {
    for (int i = 0; i < shape_.axes; ++i) set_step(plan, group_.first + i, i);
    total_bytes_[shape_.axes] = 4;
  }

  /// Bytes of plane d's numbers in the tile before the first step, and after the last one, `at`
  /// being the planes at that place.
  int bytes_at_start(const Planes& at, int d) const {
    return step_bytes(plan_, group_.first, at, d);
  }
  int bytes_at_end(const Planes& at, int d) const {
    return step_bytes(plan_, group_.last - 1, at, d);
  }

  /// Where load has to put the totals of the rows it brings, in the order of the rows.
  template <class Number>
  Number* totals_at_start() const {
    return reinterpret_cast<Number*>(tile_.totals[0]);
  }
  /// The totals after the last step.
  const std::uint32_t* total_at_end() const {
    return reinterpret_cast<const std::uint32_t*>(tile_.totals[shape_.axes]);
  }

  /// Depth first, so that what one axis leaves is still in the nearest cache when the next one
  /// takes it. load(row, line, count) brings that many rows of the group, from row on, to lines of
  /// the tile.
  template <class Load>
  void run(const Load& load) {
    run_block(shape_.axes, 0, 0, 0, load);
  }

  /// Calls each(row, line, count) for the rows in order; `count` of them stand on neighbouring
  /// lines.
  template <class Each>
  void each_run(const Each& each) const {
    visit(shape_.axes, 0, 0, each);
  }

 private:
  struct Step {
    StepRun wide;
    StepRun narrow;  ///< Planes that are not wide, in 8 or 16 bits.
    RunLines run_wide;
    RunLines run_narrow;
    int from_low;
    int from_last;         ///< The last plane before it that is kept for every word and not wide.
    bool widens;           ///< The planes before it are bytes and have to be made wider first.
    bool makes_total;      ///< The highest plane after it is a total.
    bool from_total;       ///< So was the one before it.
    int from_bytes;        ///< Of the numbers that a total is made from.
    std::int64_t natural;  ///< Rows between neighbours along the axis.
  };

  void set_step(const Plan& plan, int s, int i) {
    Step& step = step_[i];
    const Planes& from = plan.planes[s];
    const Planes& to = plan.planes[s + 1];
    const int ax = shape_.ax[i];
    const int low = plan.first_stored(to);
    const int high = to.last_kept();
    int split = to.wide_from < low ? low : to.wide_from;
    if (split > high + 1) split = high + 1;
    const void* const totals = from.has_total ? tile_.totals[i] : nullptr;
    const std::int64_t stride = shape_.stride[i];
    step.wide = {plan.R, split, high, from.high, from.wide_from, totals, stride};
    step.narrow = {plan.R, low, split - 1, from.high, from.wide_from, totals, stride};
    step.run_wide = run_lines_of<Family, std::uint32_t>(ax);
    step.run_narrow = plan.byte_step(s) ? run_lines_of<Family, std::uint8_t>(ax)
                                        : run_lines_of<Family, std::uint16_t>(ax);
    step.from_low = from.low;
    step.from_last = from.last_kept();
    step.widens = i > 0 && plan.byte_step(s - 1) && !plan.byte_step(s);
    step.makes_total = to.has_total;
    step.from_total = from.has_total;
    step.from_bytes = step_bytes(plan, s, from, from.high);
    step.natural = shape_.natural(i);
    total_bytes_[i] = step.from_bytes;
  }

  /// Axes 0..axes-1 on one block of the tile, which is number `block` along the next axis.
  template <class Load>
  void run_block(int axes, std::int64_t row, std::int64_t line, int block, const Load& load) {
    if (axes == shape_.leaf_axes) return run_leaf(row, line, block, load);
    const int i = axes - 1;
    const std::int64_t stride = shape_.stride[i];
    for (int a = 0; a < shape_.ax[i]; ++a) {
      run_block(i, row + a * step_[i].natural, line + a * stride, a, load);
      take_turns(i, -stride);
    }
    take_turns(i, shape_.ax[i] * stride);
    const LineRange range = {line, stride, 1, 0};
    run_step(i, range, stride * shape_.ax[i]);
    add_totals(i, range, block);
  }

  template <class Load>
  void run_leaf(std::int64_t row, std::int64_t line, int block, const Load& load) {
    const std::int64_t rows = shape_.leaf_rows;
    load(row, line, static_cast<int>(rows));
    for (int i = 0; i < shape_.leaf_axes; ++i) {
      const std::int64_t apart = shape_.stride[i] * shape_.ax[i];
      const LineRange range = {line, shape_.stride[i], rows / apart, apart};
      run_step(i, range, rows);
      add_totals(i, range, block);
    }
  }

  /// The next block along an axis: planes that have no rows along it go back to where they were.
  void take_turns(int axis, std::int64_t lines) {
    for (int width = 0; width < kWidths; ++width) {
      for (int d = 0; d < shape_.planes; ++d) {
        if (!shape_.takes_turns(width, d, axis)) continue;
        tile_.planes.offset[width][d] += lines * kLine * width_bytes(width);
      }
    }
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
    for (int d = step.from_low; d <= step.from_last; ++d) {
      const auto* from = tile_.planes.template at<std::uint8_t>(d, line * kLine);
      auto* to = tile_.planes.template at<std::uint16_t>(d, line * kLine);
      for (std::int64_t i = 0; i < lines; ++i) convert_line(from + i * kLine, to + i * kLine);
    }
  }

  /// The totals after step i, for the step above. Before the first axis of all the source stands
  /// for the totals.
  void add_totals(int i, const LineRange& range, int block) const {
    const Step& step = step_[i];
    if (!step.makes_total) return;
    const bool in_leaf = i + 1 < shape_.leaf_axes;
    const std::int64_t line = in_leaf ? 0 : block * shape_.stride[i + 1];
    with_widening(step.from_bytes, total_bytes_[i + 1], [&]<class From, class To>() {
      const From* from = step.from_total ? reinterpret_cast<const From*>(tile_.totals[i])
                                         : tile_.planes.template at<From>(0, range.first * kLine);
      To* to = reinterpret_cast<To*>(tile_.totals[i + 1]) + line * kLine;
      for (std::int64_t repeat = 0; repeat < range.repeats; ++repeat) {
        add_lines(from, shape_.ax[i], shape_.stride[i] * kLine, to);
        from += range.apart * kLine;
        to += range.apart * kLine;
      }
    });
  }

  template <class Each>
  void visit(int axes, std::int64_t row, std::int64_t line, const Each& each) const {
    if (axes == shape_.leaf_axes) return each(row, line, static_cast<int>(shape_.leaf_rows));
    const int i = axes - 1;
    for (int a = 0; a < shape_.ax[i]; ++a) {
      visit(i, row + a * step_[i].natural, line + a * shape_.stride[i], each);
    }
  }

  const Plan& plan_;
  const Group& group_;
  Tile& tile_;
  const TileShape& shape_;
  Step step_[COLDCORE_MAX_N] = {};
  int total_bytes_[COLDCORE_MAX_N + 1] = {};  ///< Of a number in the lines that each step reads.
};

}  // namespace
}  // namespace coldcore::sdk
