// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace coldcore::core {

/// Words that one thread scans at a go: long enough to hide the hand-over, short enough that
/// partial sums of 16-bit numbers over a range fit 32 bits (65,536 * 65,535 < 2^32).
inline constexpr std::int64_t kScanGrain = 65536;

}  // namespace coldcore::core
