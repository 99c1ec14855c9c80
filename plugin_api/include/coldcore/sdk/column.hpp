// SPDX-License-Identifier: Apache-2.0
//
// What the mathematics of one axis sees of the cell: one fibre, many neighbouring ones at a time.
//
// Plane d counts, for each word, the members of S at combined cost at most d along the axes done so far.
// One more axis turns every plane into
//
//   new_d[a] = sum over digits b with 0 <= cost(b, a) <= d of old_{d - cost(b, a)}[b]    (costs add up)
//   new_0[a] = sum over digits b with 0 <= cost(b, a) <= R of old_0[b]       (the largest cost counts)
//
// and after the last axis plane R is the coverage field. A fibre function computes just that, for planes
// column.high() down to column.low(). The driver keeps only the planes that can still matter, in 16 bits
// while they fit, and gives every function the widths it needs.
#pragma once

#include <coldcore/sdk/family.hpp>
#include <coldcore/sdk/lanes.hpp>

#include <cstdint>
#include <type_traits>

namespace coldcore::sdk {
namespace {

/// Neighbours that are computed together; the unit of every buffer of the driver.
constexpr int kLine = 32;

/// The planes of one tile: lines of kLine counts, `pitch` counts a plane. Plane d is at narrow + d * pitch,
/// and where it is wide at wide + (d - first_wide) * pitch.
struct TilePlanes {
  std::uint16_t* narrow;
  std::uint32_t* wide;
  std::int64_t pitch;
  int first_wide;
};

/// One axis on one tile, for planes of one width: low..high are produced; from_high is the highest there
/// was, wide from from_wide_from on.
struct StepRun {
  int R;
  int low;
  int high;
  int from_high;
  int from_wide_from;
  std::int64_t stride;  ///< Lines between neighbours along the axis.
};

/// Fibres of length kAx over one vector of neighbours. kWide: new planes have 32 bits, else all have 16.
template <int kAx, bool kWide>
class Column {
 public:
  using Lanes = typename std::conditional<kWide, WideLanes, NarrowLanes>::type;
  static constexpr int ax = kAx;
  static constexpr int kLanes = kWide ? kWideLanes : kNarrowLanes;

  Column(const TilePlanes& planes, const StepRun& run, std::int64_t line)
      : narrow_(planes.narrow),
        wide_(planes.wide),
        pitch_(planes.pitch),
        before_wide_(planes.first_wide * planes.pitch),
        run_(run) {
    // One offset for each digit, kept in registers; the plane and the lane are added to all alike.
    for (int a = 0; a < kAx; ++a) place_[a] = (line + a * run.stride) * kLine;
  }

  /// Goes to a vector of neighbours, counted in numbers from where the column began.
  void go_to(std::int64_t lane) { lane_ = lane; }

  int R() const { return run_.R; }

  /// The planes to produce, from high() down: new planes may take the place of old ones. old(d)[a] may be
  /// read until put(d, a), lower planes at any time. Where costs add up low() is at least 1, so that
  /// old(d - 1) is always there.
  int high() const { return run_.high; }
  int low() const { return run_.low; }

  /// One plane as it was before this axis: plane[a] = old_d[a].
  class OldPlane {
   public:
    Lanes operator[](int a) const {
      if constexpr (!kWide) {
        return load<Lanes>(narrow_ + place_[a]);
      } else {
        return wide_ != nullptr ? load<Lanes>(wide_ + place_[a]) : load_widened(narrow_ + place_[a]);
      }
    }

   private:
    friend Column;
    const std::uint16_t* narrow_;
    const std::uint32_t* wide_;
    const std::int64_t* place_;
  };

  /// d >= 0.
  OldPlane old(int d) const {
    if (d > run_.from_high) d = run_.from_high;
    const std::int64_t at = d * pitch_ + lane_;
    OldPlane plane;
    plane.narrow_ = narrow_ + at;
    plane.wide_ = kWide && d >= run_.from_wide_from ? wide_ + (at - before_wide_) : nullptr;
    plane.place_ = place_;
    return plane;
  }

  /// Stores new_d[a].
  void put(int d, int a, Lanes value) const {
    const std::int64_t plane = d * pitch_ + lane_;
    if constexpr (!kWide) {
      store((narrow_ + plane) + place_[a], value);
    } else {
      store((wide_ + (plane - before_wide_)) + place_[a], value);
    }
  }

 private:
  std::uint16_t* narrow_;
  std::uint32_t* wide_;
  std::int64_t pitch_;
  std::int64_t before_wide_;
  StepRun run_;
  std::int64_t lane_ = 0;
  std::int64_t place_[kAx];
};

/// A fibre function from the axis costs alone: ax * ax additions a plane. Good enough to begin with, and
/// what a faster one is tested against.
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

template <class Family, int kAx, bool kWide>
void run_lines(const TilePlanes& planes, const StepRun& run, const LineRange& range) {
  Column<kAx, kWide> column(planes, run, range.first);
  for (std::int64_t repeat = 0; repeat < range.repeats; ++repeat) {
    const std::int64_t begin = repeat * range.apart * kLine;
    const std::int64_t end = begin + range.count * kLine;
    for (std::int64_t lane = begin; lane < end; lane += Column<kAx, kWide>::kLanes) {
      column.go_to(lane);
      Family::fibre(column);
    }
  }
}

using RunLines = void (*)(const TilePlanes&, const StepRun&, const LineRange&);

/// run_lines for an axis size known at run time.
template <class Family, bool kWide, int kAx = 2>
RunLines run_lines_of(int ax) {
  if constexpr (kAx > Family::kLimits.max_axis) {
    return nullptr;
  } else if constexpr (kAx < Family::kLimits.min_axis) {
    return run_lines_of<Family, kWide, kAx + 1>(ax);
  } else {
    return ax == kAx ? run_lines<Family, kAx, kWide> : run_lines_of<Family, kWide, kAx + 1>(ax);
  }
}

}  // namespace
}  // namespace coldcore::sdk
