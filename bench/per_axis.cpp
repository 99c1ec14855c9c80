// SPDX-License-Identifier: Apache-2.0
//
// Compiled once for each family and instruction set, with BENCH_DRIVER the function to define and
// the family's folder on the include path.
#include "per_axis.hpp"

#include <algorithm>
#include <vector>

#include "family.hpp"

#include <coldcore/sdk/transpose.hpp>

namespace coldcore::bench {
namespace {

using sdk::WideLanes;

constexpr std::int64_t kLanes = sdk::kLanesOf<std::uint32_t>;

constexpr bool kAdds = Family::kCostRule == COLDCORE_COST_SUM;

/// Neighbours done together where they lie side by side.
constexpr std::int64_t kChunk = 256;
/// Fibres turned round together where they do not.
constexpr std::int64_t kTurned = 32;

/// The fibres of a vector of neighbours in planes of 32 bits.
template <int kAx>
class PlaneColumn {
 public:
  using Lanes = WideLanes;
  static constexpr int ax = kAx;

  PlaneColumn(std::uint32_t* const* planes, int R, std::int64_t at, std::int64_t stride)
      : planes_(planes), R_(R), at_(at), stride_(stride) {}

  int R() const { return R_; }
  int high() const { return kAdds ? R_ : 0; }
  int low() const { return kAdds ? 1 : 0; }

  struct OldPlane {
    const std::uint32_t* first;
    std::int64_t stride;
    Lanes operator[](int a) const { return sdk::load<Lanes>(first + a * stride); }
  };
  OldPlane old(int d) const { return {planes_[d] + at_, stride_}; }
  void put(int d, int a, Lanes value) const { sdk::store(planes_[d] + at_ + a * stride_, value); }

 private:
  std::uint32_t* const* planes_;
  int R_;
  std::int64_t at_;
  std::int64_t stride_;
};

template <int kAx>
void run_fibres(std::uint32_t* const* planes, int R, std::int64_t at, std::int64_t stride,
                std::int64_t count) {
  for (std::int64_t i = 0; i < count; i += kLanes) {
    PlaneColumn<kAx> column(planes, R, at + i, stride);
    Family::fibre(column);
  }
}

using RunFibres = void (*)(std::uint32_t* const*, int, std::int64_t, std::int64_t, std::int64_t);

template <int kAx = 2>
RunFibres run_fibres_of(int ax) {
  if constexpr (kAx > Family::kLimits.max_axis) {
    return nullptr;
  } else if constexpr (kAx < Family::kLimits.min_axis) {
    return run_fibres_of<kAx + 1>(ax);
  } else {
    return ax == kAx ? run_fibres<kAx> : run_fibres_of<kAx + 1>(ax);
  }
}

std::int64_t stride_of(const PerAxisJob& job, int axis) {
  std::int64_t stride = 1;
  for (int j = 0; j < axis; ++j) stride *= job.ax[j];
  return stride;
}

bool side_by_side(std::int64_t stride) { return stride >= kTurned; }

/// Planes that an axis changes: where costs add up plane 0 stays what it was.
int first_plane() { return kAdds ? 1 : 0; }
int plane_count(int R) { return sdk::plane_count<Family>(R); }

std::uint32_t* plane(const PerAxisJob& job, int d) {
  return reinterpret_cast<std::uint32_t*>(job.planes[d]);
}

std::int64_t fill_units(const PerAxisJob& job) { return job.size; }

void fill(const PerAxisJob& job, std::int64_t begin, std::int64_t end) {
  const auto low = static_cast<std::uint16_t>(job.low);
  const auto span = static_cast<std::uint16_t>(job.high - job.low);
  for (int d = 0; d < plane_count(job.R); ++d) {
    std::int32_t* const to = job.planes[d];
    for (std::int64_t x = begin; x < end; ++x) {
      to[x] = static_cast<std::uint16_t>(job.cnt[x] - low) <= span;
    }
  }
}

std::int64_t axis_units(const PerAxisJob& job, int axis) {
  const std::int64_t stride = stride_of(job, axis);
  const std::int64_t blocks = job.size / (stride * job.ax[axis]);
  if (side_by_side(stride)) return blocks * ((stride + kChunk - 1) / kChunk);
  return (blocks + kTurned - 1) / kTurned;
}

/// rows of `count` neighbours each become lines of `rows`; both counts are multiples of kSquare.
constexpr std::int64_t kSquare = 8;

void turn(const std::uint32_t* from, std::int64_t from_stride, std::int64_t rows,
          std::int64_t count, std::uint32_t* to, std::int64_t to_stride) {
  constexpr std::int64_t kRows = 4 * sdk::Turning<std::uint32_t>::kSquares;
  static_assert(kSquare % kRows == 0);
  const auto row = [=](std::int64_t i) { return from + i * from_stride; };
  const auto line = [=](std::int64_t j) { return to + j * to_stride; };
  for (std::int64_t i = 0; i < rows; i += kRows) {
    for (std::int64_t j = 0; j < count; j += 4) {
      sdk::turn_squares<std::uint32_t>(row, static_cast<int>(i), line, static_cast<int>(j));
    }
  }
}

/// Copies what turn cannot: the last columns of each row, or a block too short for it.
void turn_rest(const std::uint32_t* from, std::int64_t rows, std::int64_t count,
               std::int64_t first_column, std::uint32_t* to) {
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = first_column; j < count; ++j) to[j * kTurned + i] = from[i * count + j];
  }
}

void turn_rest_back(const std::uint32_t* from, std::int64_t rows, std::int64_t count,
                    std::int64_t first_column, std::uint32_t* to) {
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = first_column; j < count; ++j) to[i * count + j] = from[j * kTurned + i];
  }
}

/// kTurned blocks of ax * stride words each, or the few at the end.
void run_turned(const PerAxisJob& job, RunFibres run, std::int64_t stride, std::int64_t words,
                std::int64_t unit, std::uint32_t* scratch) {
  std::uint32_t* planes[COLDCORE_MAX_LAYERS];
  const std::int64_t blocks = std::min(kTurned, job.size / words - unit * kTurned);
  const std::int64_t at = unit * kTurned * words;
  const std::int64_t whole = blocks == kTurned ? words / kSquare * kSquare : 0;
  for (int d = 0; d < plane_count(job.R); ++d) {
    planes[d] = scratch + d * words * kTurned;
    turn(plane(job, d) + at, words, whole > 0 ? kTurned : 0, whole, planes[d], kTurned);
    turn_rest(plane(job, d) + at, blocks, words, whole, planes[d]);
  }
  for (std::int64_t i = 0; i < stride; ++i)
    run(planes, job.R, i * kTurned, stride * kTurned, kTurned);
  for (int d = first_plane(); d < plane_count(job.R); ++d) {
    turn(planes[d], kTurned, whole, whole > 0 ? kTurned : 0, plane(job, d) + at, words);
    turn_rest_back(planes[d], blocks, words, whole, plane(job, d) + at);
  }
}

/// A chunk of neighbours; the last one of a block begins early, so that it is whole vectors, and
/// copies what it shares with the one before.
void run_chunk(const PerAxisJob& job, RunFibres run, int ax, std::int64_t stride,
               std::int64_t unit) {
  std::uint32_t* planes[COLDCORE_MAX_LAYERS];
  for (int d = 0; d < plane_count(job.R); ++d) planes[d] = plane(job, d);
  const std::int64_t chunks = (stride + kChunk - 1) / kChunk;
  const std::int64_t first = unit % chunks * kChunk;
  const std::int64_t count = std::min(kChunk, stride - first);
  const std::int64_t whole = count / kLanes * kLanes;
  const std::int64_t at = unit / chunks * ax * stride + first;
  run(planes, job.R, at, stride, whole);
  if (whole == count) return;
  // The tail goes through a buffer, as vectors would reach into the next digit's neighbours.
  alignas(64) std::uint32_t tail[COLDCORE_MAX_LAYERS][16 * kLanes];
  std::uint32_t* tails[COLDCORE_MAX_LAYERS];
  const auto rest = static_cast<std::size_t>(count - whole) * sizeof(std::uint32_t);
  for (int d = 0; d < plane_count(job.R); ++d) {
    tails[d] = tail[d];
    for (int a = 0; a < ax; ++a) {
      __builtin_memcpy(tail[d] + a * kLanes, planes[d] + at + whole + a * stride, rest);
    }
  }
  run(tails, job.R, 0, kLanes, kLanes);
  for (int d = first_plane(); d < plane_count(job.R); ++d) {
    for (int a = 0; a < ax; ++a) {
      __builtin_memcpy(planes[d] + at + whole + a * stride, tail[d] + a * kLanes, rest);
    }
  }
}

void run_axis(const PerAxisJob& job, int axis, std::int64_t begin, std::int64_t end) {
  const std::int64_t stride = stride_of(job, axis);
  const int ax = job.ax[axis];
  const RunFibres run = run_fibres_of(ax);
  const std::int64_t turned = side_by_side(stride) ? 0 : plane_count(job.R) * stride * ax * kTurned;
  std::vector<std::uint32_t> scratch(static_cast<std::size_t>(turned));
  for (std::int64_t unit = begin; unit < end; ++unit) {
    if (side_by_side(stride)) {
      run_chunk(job, run, ax, stride, unit);
    } else {
      run_turned(job, run, stride, stride * ax, unit, scratch.data());
    }
  }
}

}  // namespace

PerAxisDriver BENCH_DRIVER() { return {plane_count, fill_units, fill, axis_units, run_axis}; }

}  // namespace coldcore::bench
