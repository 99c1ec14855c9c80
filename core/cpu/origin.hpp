// SPDX-License-Identifier: Apache-2.0
//
// A word as the origin of a walk.
#pragma once

#include <cstdint>

#include "../step_costs.hpp"

namespace coldcore::core {

/// What each step on the axes first..last-1 adds to the word's index and, where there are costs,
/// costs. Step 0 is no step.
struct Origin {
  std::int64_t word;
  PerStep<std::int64_t> offset;
  PerStep<std::int64_t> cost;
};

void set_origin(const Shape& shape, const StepCosts* costs, std::int64_t word, int first, int last,
                Origin& origin);

/// Takes the lowest change, of which there must be one, off a pattern.
inline int take_step(std::uint64_t& pattern) {
  const int shift = __builtin_ctzll(pattern) & ~3;
  const int step = shift << 2 | static_cast<int>(pattern >> shift & 15);
  pattern &= ~(std::uint64_t{15} << shift);
  return step;
}

}  // namespace coldcore::core
