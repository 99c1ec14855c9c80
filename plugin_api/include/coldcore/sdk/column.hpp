// SPDX-License-Identifier: Apache-2.0
//
// What the mathematics of one axis sees of the cell: one fibre, many neighbouring ones at a time.
//
// Plane d counts, for each word, the members of S at combined cost at most d along the axes done so
// far. One more axis turns every plane into
//
//   new_d[a] = sum over digits b with 0 <= cost(b, a) <= d of old_{d - cost(b, a)}[b]
//
// where costs add up, and where the largest one counts
//
//   new_0[a] = sum over digits b with 0 <= cost(b, a) <= R of old_0[b]
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

constexpr int kWidths = 3;
/// Widths are numbered: 8, 16 and 32 bits.
template <class Number>
constexpr int kWidthOf = sizeof(Number) == 1   ? 0
                         : sizeof(Number) == 2 ? 1
                                               : 2;
constexpr int width_of(int bytes) { return bytes == 4 ? 2 : bytes - 1; }
constexpr int width_bytes(int width) { return 1 << width; }

/// The planes of one tile, which number i of plane d stands where; i counts from the tile's first
/// line, and differs from plane to plane where planes take turns: see tile_shape.hpp.
struct TilePlanes {
  std::uint8_t* bytes;
  std::int64_t offset[kWidths][COLDCORE_MAX_LAYERS];  ///< In bytes.

  template <class Number>
  Number* at(int d, std::int64_t i) const {
    return reinterpret_cast<Number*>(
        bytes + (offset[kWidthOf<Number>][d] + i * static_cast<std::int64_t>(sizeof(Number))));
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
  const void* totals;   ///< Plane from_high, if that is a total: see LineRange. Else null.
  std::int64_t stride;  ///< Lines between neighbours along the axis.
};

/// Fibres of length kAx over one vector of neighbours. New planes are made of Numbers; the old ones
/// are too, or narrower by half where Number has 32 bits.
template <int kAx, class Number>
class Column {
 public:
  using Lanes = LanesOf<Number>;
  static constexpr int ax = kAx;

  /// Places are counted from line `first` on.
  Column(const TilePlanes& planes, const StepRun& run, std::int64_t first)
      : bytes_(planes.bytes),
        run_(run),
        stride_(run.stride * kLine),
        total_offset_(run.totals == nullptr
                          ? 0
                          : static_cast<const std::uint8_t*>(run.totals) - planes.bytes) {
    const int highest = run.high > run.from_high ? run.high : run.from_high;
    for (int d = 0; d <= highest; ++d) {
      offset_[d] = planes.offset[kWidthOf<Number>][d] + first * kLine * kBytes;
      if constexpr (sizeof(Number) == 4) {
        narrow_offset_[d] = planes.offset[kWidthOf<std::uint16_t>][d] + first * kLine * 2;
      }
    }
  }

  /// Goes to a plane.
  void produce(int d) { d_ = d; }
  /// Goes to a vector of neighbours, counted in numbers.
  void go_to(std::int64_t place, std::int64_t total) {
    place_ = place;
    total_ = total;
  }

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
    const bool total = d == run_.from_high && run_.totals != nullptr;
    const std::int64_t place = total ? total_ : place_;
    OldPlane plane;
    plane.stride_ = stride_;
    plane.is_wide_ = d >= run_.from_wide_from;
    plane.first_ = at<Number>(total ? total_offset_ : offset_[d], place);
    if constexpr (sizeof(Number) == 4) {
      plane.narrow_ = at<std::uint16_t>(total ? total_offset_ : narrow_offset_[d], place);
    }
    return plane;
  }

  /// Stores new_d[a].
  void put(int d, int a, Lanes value) const {
    store(at<Number>(offset_[d], place_ + a * stride_), value);
  }

 private:
  template <class Any>
  Any* at(std::int64_t offset, std::int64_t i) const {
    return reinterpret_cast<Any*>(bytes_ + (offset + i * static_cast<std::int64_t>(sizeof(Any))));
  }

  static constexpr std::int64_t kBytes = sizeof(Number);

  // Copies, not references: what is stored to the planes cannot be a change of these.
  std::uint8_t* const bytes_;
  std::int64_t offset_[COLDCORE_MAX_LAYERS];
  std::int64_t narrow_offset_[sizeof(Number) == 4 ? COLDCORE_MAX_LAYERS : 1];
  const StepRun run_;
  const std::int64_t stride_;
  const std::int64_t total_offset_;
  int d_ = 0;
  std::int64_t place_ = 0;
  std::int64_t total_ = 0;
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
/// `repeats` times, each `apart` lines on. The neighbouring ones of a repeat have their totals in
/// common, which stand as those of one fibre do: the first repeat's on line 0.
struct LineRange {
  std::int64_t first;
  std::int64_t count;
  std::int64_t repeats;
  std::int64_t apart;
};

/// Part of a range: so many lines of the neighbouring ones, and so many repeats.
struct Chunk {
  std::int64_t line;
  std::int64_t lines;
  std::int64_t repeat;
  std::int64_t repeats;
};

/// Plane by plane, because most of what a fibre function works out is the same for all neighbours.
template <class Family, int kAx, class Number>
void run_chunk(Column<kAx, Number>& column, const StepRun& run, std::int64_t apart,
               const Chunk& chunk) {
  for (int d = run.high; d >= run.low; --d) {
    column.produce(d);
    for (std::int64_t repeat = 0; repeat < chunk.repeats; ++repeat) {
      const std::int64_t total = (chunk.repeat + repeat) * apart * kLine;
      const std::int64_t place = total + chunk.line * kLine;
      for (std::int64_t lane = 0; lane < chunk.lines * kLine; lane += kLanesOf<Number>) {
        column.go_to(place + lane, total + lane % kLine);
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
  Column<kAx, Number> column(planes, run, range.first);
  const std::int64_t together = range.count < kChunkLines ? kChunkLines / range.count : 1;
  for (std::int64_t repeat = 0; repeat < range.repeats; repeat += together) {
    const std::int64_t repeats =
        range.repeats - repeat < together ? range.repeats - repeat : together;
    for (std::int64_t line = 0; line < range.count; line += kChunkLines) {
      const std::int64_t left = range.count - line;
      const std::int64_t lines = left < kChunkLines ? left : kChunkLines;
      run_chunk<Family>(column, run, range.apart, {line, lines, repeat, repeats});
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
