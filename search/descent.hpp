// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "oracle.hpp"
#include "run_control.hpp"

namespace coldcore::search {

/// Tries for `steps` steps to turn `members`, which the oracle represents and which cost at most
/// `budget`, into a cover that does. True: it is one. Afterwards the oracle represents what members
/// holds then.
using Mover = std::function<bool(std::vector<Candidate>& members, std::int64_t budget,
                                 std::int64_t steps, RunControl& control)>;

struct DescentOptions {
  std::int64_t floor = 0;  ///< A cover of this cost ends the descent.
  std::int64_t notch_steps =
      64;  ///< The mover's steps for one notch; doubled where single ones fail.
};

/// Lowers the cost of `cover`, which the oracle represents, notch by notch: takes out members of
/// least loss until the cost has fallen by the notch and lets the mover repair the rest; halves the
/// notch where that fails. Announces every cheaper cover. Returns at the floor or when the control
/// says stop; cover is the cheapest one then, and represented.
void notch_descent(Oracle& oracle, std::vector<Candidate>& cover, const Mover& mover,
                   const DescentOptions& options, RunControl& control);

/// Takes members out of the list and the represented multiset until they have cost `saving` or
/// more, each of least exact loss for its cost at its turn, of equal ones the first in the list.
void drop_least_loss(Oracle& oracle, std::vector<Candidate>& members, std::int64_t saving);

}  // namespace coldcore::search
