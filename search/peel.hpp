// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "oracle.hpp"

namespace coldcore::search {

/// Removes members of loss 0, the costliest first and among equals in the order of the list, until
/// none is left; the others keep their order. The oracle represents `members` before and after.
/// Returns how many went.
std::int64_t peel(Oracle& oracle, std::vector<Candidate>& members);

/// The exact losses of the members, in their order.
std::vector<std::int32_t> gather_losses(Oracle& oracle, const std::vector<Candidate>& members);

}  // namespace coldcore::search
