// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "cpu/mark_layout.hpp"
#include "cpu/walk_table.hpp"
#include "shape.hpp"
#include "step_costs.hpp"
#include "support_table.hpp"

namespace coldcore::core {

/// What one word covers. Without costs every entry of the support table counts, circularly; for
/// families with open boundaries the costs resolve them.
struct Ball {
  Ball() = default;
  Ball(const Shape& space, const SupportTable& table, std::optional<StepCosts> step_costs);

  const StepCosts* costs_or_null() const { return costs ? &*costs : nullptr; }

  Shape shape;
  std::optional<StepCosts> costs;
  WalkTable walks;
  MarkLayout marks;
};

}  // namespace coldcore::core
