// SPDX-License-Identifier: Apache-2.0
//
// The axis passes. C_d[x] counts the members of S that agree with x on the axes still to come and
// differ from it in at most d of those done. Before any axis every C_d is S; one axis turns it into
//   C_d[a] + T_{d-1} - C_{d-1}[a],   T the sum along the fibre,
// since a member within d either agrees on the axis, or does not and is then within d-1 on the
// others. After the last axis C_R is the coverage field.
//
// Numbers: C_d never exceeds the ball size (S a set) or 65,535 (S a multiset), so it fits an int32.
// T_{d-1} may reach twice that on the way, hence unsigned arithmetic, which is exact modulo 2^32.
#pragma once

#include <coldcore/plugin.h>

#include <cstdint>

#include "limits.hpp"

namespace hamming {

/// NAME_bind and NAME_axes. bind(nullptr) frees the working memory.
int bind(const coldcore_view* view);
int axes(int out_mode, int threads);

/// Words side by side in a tile row: one cache line, one AVX-512 or two AVX2 registers.
inline constexpr int kLanes = 16;

/// Planes that later axes need: C_0 is always S, planes above `high` equal plane `high`, and each
/// axis to come reaches down one plane.
struct Window {
  int low;
  int high;
};
static constexpr Window window_after(int axes_done, int n, int R) {
  const int low = R - (n - axes_done);
  return {low > 0 ? low : 0, axes_done < R ? axes_done : R};
}

/// One pass over the planes that does the axes first..last-1. The space is cut into tiles that span
/// these axes completely: a tile has `rows` rows, one for each combination of their digits, of
/// kLanes words. Row r, lane l of a tile lies at its origin + r * row_stride + l * lane_stride; one
/// of the strides is 1.
struct Sweep {
  int n;
  int R;  ///< At most n.
  int first;
  int last;
  const std::int32_t* ax;
  const std::int64_t* stride;
  std::uint32_t* planes[kMaxRadius + 1];
  std::uint16_t* counts;  ///< Where the last sweep puts the field, or nullptr for planes[0].
  std::int64_t rows;
  std::int64_t row_stride;
  std::int64_t lane_stride;
  std::int64_t plane_words;  ///< Of a tile: rows * kLanes.
  std::int64_t
      span_lanes;  ///< Lanes that follow each other by lane_stride; then comes the next span.
  std::int64_t span_stride;  ///< Index distance of consecutive spans.
  std::int64_t span_tiles;   ///< Tiles in a span; the last one may have fewer lanes.
  std::int64_t tiles;
};

/// Does tiles begin..end-1. `tile` has room for plane_words * (window_after(last, n, R).high + 1)
/// numbers. One function for each instruction set, all with the same result.
using SweepTiles = void (*)(const Sweep& sweep, std::uint32_t* tile, std::int64_t begin,
                            std::int64_t end);

namespace portable {
void sweep_tiles(const Sweep& sweep, std::uint32_t* tile, std::int64_t begin, std::int64_t end);
}
namespace avx2 {
void sweep_tiles(const Sweep& sweep, std::uint32_t* tile, std::int64_t begin, std::int64_t end);
}
namespace avx512 {
void sweep_tiles(const Sweep& sweep, std::uint32_t* tile, std::int64_t begin, std::int64_t end);
}

}  // namespace hamming
