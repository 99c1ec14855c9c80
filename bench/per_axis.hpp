// SPDX-License-Identifier: Apache-2.0
//
// The transform as one would write it first: R + 1 planes of 32 bits (one where the largest cost
// counts), all of them read and written once for every axis. Kept as the opponent of the fused
// driver. It takes the fibre function of a family, so it is a full answer for any family, and it is
// vectorised along every axis: where neighbouring fibres do not lie side by side in memory it turns
// a block round in cache.
#pragma once

#include <cstdint>

namespace coldcore::bench {

/// A cell and the set to transform: the words with low <= cnt <= high.
struct PerAxisJob {
  int n;
  const int* ax;
  int R;
  std::int64_t size;
  std::int32_t* const* planes;  ///< [planes of the family][size]; the result is in the last one.
  const std::uint16_t* cnt;
  int low;
  int high;
};

/// The parts of a transform, each over a range of units that threads share out. One step after the
/// other: fill, then each axis.
struct PerAxisDriver {
  int (*plane_count)(int R);
  std::int64_t (*fill_units)(const PerAxisJob&);
  void (*fill)(const PerAxisJob&, std::int64_t begin, std::int64_t end);
  std::int64_t (*axis_units)(const PerAxisJob&, int axis);
  void (*axis)(const PerAxisJob&, int axis, std::int64_t begin, std::int64_t end);
};

}  // namespace coldcore::bench
