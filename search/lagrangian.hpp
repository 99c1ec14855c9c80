// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "set_system.hpp"

namespace coldcore::search {

struct LagrangianOptions {
  int mu = 1;              ///< Every point has to be covered at least so often.
  bool distinct = false;   ///< No candidate may be used twice.
  std::int64_t upper = 0;  ///< Cost of a cover if one is known, which speeds things up; else 0.
  int steps = 0;           ///< Steps of the subgradient; 0: as many as take about a second.
};

/// A lower bound for the cost of every cover: the Lagrangian dual of the relaxation, approached by
/// subgradient steps. The multipliers are then rounded to fixed point and the dual is evaluated
/// with integers, so the bound is proved and not a matter of rounding. The same for the same input.
/// At least 0; every point has to be in some candidate.
std::int64_t lagrangian_bound(const SetSystem& system, const LagrangianOptions& options);

}  // namespace coldcore::search
