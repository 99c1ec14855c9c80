// SPDX-License-Identifier: Apache-2.0
#include "ball.hpp"

#include <utility>

namespace coldcore::core {

Ball::Ball(const Shape& space, const SupportTable& table, std::optional<StepCosts> step_costs)
    : shape(space),
      costs(std::move(step_costs)),
      walks(space, table, costs_or_null()),
      marks(mark_layout(space, walks.block())) {}

}  // namespace coldcore::core
