// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../support_table.hpp"
#include "low_block.hpp"

namespace coldcore::core {

/// The low block with which walks of this table load and store least, as counted on sample words,
/// among those whose stencils are small and soon compiled.
LowBlock choose_block(const Shape& shape, const SupportTable& table, const StepCosts* costs);

}  // namespace coldcore::core
