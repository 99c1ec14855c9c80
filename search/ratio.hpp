// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace coldcore::search {

/// Compares the ratios a / cost_a and b / cost_b exactly, for costs >= 1: negative, 0 or positive
/// as the first is the smaller, the same or the larger.
inline int compare_ratios(std::int64_t a, std::int64_t cost_a, std::int64_t b,
                          std::int64_t cost_b) {
  __extension__ using Wide = __int128;
  const Wide left = static_cast<Wide>(a) * cost_b;
  const Wide right = static_cast<Wide>(b) * cost_a;
  return (left > right) - (left < right);
}

}  // namespace coldcore::search
