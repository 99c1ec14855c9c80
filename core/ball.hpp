// SPDX-License-Identifier: Apache-2.0
//
// What one word covers: a support table, and for families with open boundaries the costs by which
// its entries are resolved.
#pragma once

#include <coldcore/plugin.h>

#include <array>
#include <cstdint>
#include <optional>

#include "shape.hpp"
#include "support_table.hpp"

namespace coldcore::core {

/// Every step a digit can take, by pos << 4 | delta.
template <class T>
using PerStep = std::array<T, 256>;

/// Costs of all steps from all digits, asked of the family once. A step that is impossible or
/// dearer than the radius costs limit + 1, so that neither a sum nor a maximum comes back below.
struct StepCosts {
  std::int64_t limit = 0;  ///< The radius.
  bool largest = false;    ///< Combine by maximum instead of sum.
  std::array<PerStep<std::int64_t>, COLDCORE_MAX_AXIS> by_digit{};  ///< [digit][step].
};

StepCosts make_step_costs(const Shape& shape, int R, coldcore_axis_cost_fn axis_cost,
                          int cost_rule);

/// Without costs every table entry counts, circularly.
struct Ball {
  Shape shape;
  SupportTable table;
  std::optional<StepCosts> costs;
};

}  // namespace coldcore::core
