// SPDX-License-Identifier: Apache-2.0
//
// What the mathematics of one axis sees of the cell: one fibre, many neighbouring ones at a time.
//
// Plane d counts, for each word, the members of S at combined cost at most d along the axes done so
// far. One more axis turns every plane into
//
//   new_d[a] = sum over digits b with 0 <= cost(b, a) <= d of old_{d - cost(b, a)}[b]    (costs add
//   up) new_0[a] = sum over digits b with 0 <= cost(b, a) <= R of old_0[b]       (the largest cost
//   counts)
//
// and after the last axis plane R is the coverage field. A fibre function computes just that, for
// planes column.high() down to column.low(). The driver keeps only the planes that can still
// matter, in 8 or 16 bits while they fit, and gives every function the widths it needs.
#pragma once

#include <coldcore/sdk/family.hpp>
#include <coldcore/sdk/lanes.hpp>

#include <cstdint>
#include <type_traits>

namespace coldcore::sdk {
namespace {

/// The planes of one tile: lines of kLine counts, `pitch` counts a plane. Plane d is at bytes + d *
/// pitch or narrow + d * pitch, and where it is wide at wide + (d - first_wide) * pitch.
struct TilePlanes {
  std::uint8_t* bytes;
  std::uint16_t* narrow;
  std::uint32_t* wide;
  std::int64_t pitch;
  int first_wide;

  template <class Number>
  Number* plane(int d) const {
    if constexpr (sizeof(Number) == 1) {
      return bytes + d * pitch;
    } else if constexpr (sizeof(Number) == 2) {
      return narrow + d * pitch;
    } else {
      return wide + (d - first_wide) * pitch;
    }
  }
};

/// One axis on one tile, for planes of one width: low..high are produced; from_high is the highest
/// there was, wide from from_wide_from on.
struct StepRun {
  int R;
  int low;
  int high;
  int from_high;
  int from_wide_from;
  std::int64_t stride;  ///< Lines between neighbours along the axis.
};

/// Fibres of length kAx over one vector of neighbours. New planes are made of Numbers; the old ones
/// are too, or narrower by half where Number has 32 bits.
template <int kAx, class Number>
class Column {
 public:
  using Lanes = LanesOf<Number>;
  static constexpr int ax = kAx;

  Column(const TilePlanes& planes, const StepRun& run)
      : planes_(planes), run_(run), stride_(run.stride * kLine) {}

  /// Goes to a plane.
  void produce(int d) { d_ = d; }
  /// Goes to a vector of neighbours, counted in numbers from the beginning of the tile.
  void go_to(std::int64_t place) { place_ = place; }

  int R() const { return run_.R; }

  /// The planes to produce, from high() down: new planes may take the place of old ones. old(d)[a]
  /// may be read until put(d, a), lower planes at any time. Where costs add up low() is at least 1,
  /// so that old(d - 1) is always there.
  int high() const { return d_; }
  int low() const { return d_; }

  /// One plane as it was before this axis: plane[a] = old_d[a].
  class OldPlane {
   public:
    Lanes operator[](int a) const {
      if constexpr (sizeof(Number) == 4) {
        if (!is_wide_) return load_widened(narrow_ + a * stride_);
      }
      return load<Lanes>(first_ + a * stride_);
    }

   private:
    friend Column;
    const Number* first_;
    const std::uint16_t* narrow_;
    bool is_wide_;
    std::int64_t stride_;
  };

  /// d >= 0.
  OldPlane old(int d) const {
    if (d > run_.from_high) d = run_.from_high;
    OldPlane plane;
    plane.stride_ = stride_;
    plane.is_wide_ = d >= run_.from_wide_from;
    plane.first_ = planes_.plane<Number>(d) + place_;
    if constexpr (sizeof(Number) == 4) plane.narrow_ = planes_.plane<std::uint16_t>(d) + place_;
    return plane;
  }

  /// Stores new_d[a].
  void put(int d, int a, Lanes value) const {
    store(planes_.plane<Number>(d) + place_ + a * stride_, value);
  }

 private:
  const TilePlanes planes_;
  const StepRun run_;
  const std::int64_t stride_;
  int d_ = 0;
  std::int64_t place_ = 0;
};

/// A fibre function from the axis costs alone: ax * ax additions a plane. Good enough to begin
/// with, and what a faster one is tested against.
template <class Family, class Column>
void fibre_from_costs(Column& column) {
  constexpr int ax = Column::ax;
  constexpr bool adds = Family::kCostRule == COLDCORE_COST_SUM;
  for (int d = column.high(); d >= column.low(); --d) {
    typename Column::Lanes sum[ax] = {};
    for (int a = 0; a < ax; ++a) {
      for (int b = 0; b < ax; ++b) {
        const int cost = Family::axis_cost(ax, column.R(), b, a);
        if (cost < 0 || cost > (adds ? d : column.R())) continue;
        sum[a] += column.old(adds ? d - cost : d)[b];
      }
    }
    for (int a = 0; a < ax; ++a) column.put(d, a, sum[a]);
  }
}

/// Which fibres of a tile to run: those that begin on lines first..first+count-1, and as many again
/// `repeats` times, each `apart` lines on.
struct LineRange {
  std::int64_t first;
  std::int64_t count;
  std::int64_t repeats;
  std::int64_t apart;
};

/// Plane by plane, because most of what a fibre function works out is the same for all neighbours.
template <class Family, int kAx, class Number>
void run_chunk(Column<kAx, Number>& column, const StepRun& run, const LineRange& chunk) {
  for (int d = run.high; d >= run.low; --d) {
    column.produce(d);
    std::int64_t place = chunk.first * kLine;
    for (std::int64_t repeat = 0; repeat < chunk.repeats; ++repeat, place += chunk.apart * kLine) {
      for (std::int64_t lane = 0; lane < chunk.count * kLine; lane += kLanesOf<Number>) {
        column.go_to(place + lane);
        Family::fibre(column);
      }
    }
  }
}

/// Lines that all planes are done for before the next ones, so that a plane read for two others is
/// still in the nearest cache the second time.
constexpr std::int64_t kChunkLines = 8;

template <class Family, int kAx, class Number>
void run_lines(const TilePlanes& planes, const StepRun& run, const LineRange& range) {
  Column<kAx, Number> column(planes, run);
  const std::int64_t together = range.count < kChunkLines ? kChunkLines / range.count : 1;
  for (std::int64_t repeat = 0; repeat < range.repeats; repeat += together) {
    const std::int64_t begin = range.first + repeat * range.apart;
    const std::int64_t repeats =
        range.repeats - repeat < together ? range.repeats - repeat : together;
    for (std::int64_t i = 0; i < range.count; i += kChunkLines) {
      const std::int64_t left = range.count - i;
      const std::int64_t count = left < kChunkLines ? left : kChunkLines;
      run_chunk<Family>(column, run, {begin + i, count, repeats, range.apart});
    }
  }
}

using RunLines = void (*)(const TilePlanes&, const StepRun&, const LineRange&);

/// run_lines for an axis size known at run time.
template <class Family, class Number, int kAx = 2>
RunLines run_lines_of(int ax) {
  if constexpr (kAx > Family::kLimits.max_axis) {
    return nullptr;
  } else if constexpr (kAx < Family::kLimits.min_axis) {
    return run_lines_of<Family, Number, kAx + 1>(ax);
  } else {
    return ax == kAx ? run_lines<Family, kAx, Number> : run_lines_of<Family, Number, kAx + 1>(ax);
  }
}

}  // namespace
}  // namespace coldcore::sdk
