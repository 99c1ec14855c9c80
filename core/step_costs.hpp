// SPDX-License-Identifier: Apache-2.0
//
// Costs at open boundaries, by which entries of the support table are resolved.
#pragma once

#include <coldcore/plugin.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "shape.hpp"

namespace coldcore::core {

/// A change of one digit: pos << 4 | delta, 1 <= delta < ax[pos]. As in the v1 format.
using Step = std::uint8_t;

/// Every step a digit can take, by pos << 4 | delta.
template <class T>
using PerStep = std::array<T, 256>;

/// Costs of all steps from all digits, asked of the family once. A step that is impossible or
/// dearer than the radius costs limit + 1, so that neither a sum nor a maximum comes back below.
struct StepCosts {
  std::int64_t limit = 0;  ///< The radius.
  bool largest = false;    ///< Combine by maximum instead of sum.
  std::array<PerStep<std::int64_t>, COLDCORE_MAX_AXIS> by_digit{};  ///< [digit][step].

  std::int64_t combined(std::int64_t a, std::int64_t b) const {
    return largest ? std::max(a, b) : a + b;
  }
};

StepCosts make_step_costs(const Shape& shape, int R, coldcore_axis_cost_fn axis_cost,
                          int cost_rule);

}  // namespace coldcore::core
