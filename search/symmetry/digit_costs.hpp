// SPDX-License-Identifier: Apache-2.0
//
// What steps on one axis cost, asked of the family's definition, and which symmetries that
// suggests.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gate.hpp"
#include "rng.hpp"
#include "symmetry.hpp"

namespace coldcore::search {

/// costs[a][b] of one axis.
using DigitCosts = std::vector<std::vector<int>>;

/// By axis: the least radius up to the problem's at which a word covers one that differs on that
/// axis alone; radius + 1 where none does. Other axes have digit 0.
std::vector<DigitCosts> digit_costs(const Definition& definition);

/// A random symmetry of axes and digits that keeps these costs.
Symmetry random_symmetry(const std::vector<DigitCosts>& costs, Rng& rng);

/// A power of a random symmetry that has a prime order of at most 13; nothing where the random one
/// has no such power.
std::optional<Symmetry> random_prime_symmetry(const std::vector<DigitCosts>& costs, Rng& rng);

}  // namespace coldcore::search
