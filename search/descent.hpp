// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "oracle.hpp"
#include "run_control.hpp"

namespace coldcore::search {

/// Tries for `steps` steps to turn `members`, which the oracle represents, into a cover of at most
/// that size. True: it is one. Afterwards the oracle represents what members holds then.
using Mover =
    std::function<bool(std::vector<Candidate>& members, std::int64_t steps, RunControl& control)>;

struct DescentOptions {
  std::int64_t floor = 0;  ///< A cover of this size ends the descent.
  std::int64_t notch_steps =
      64;  ///< The mover's steps for one notch; doubled where single ones fail.
};

/// Lowers the size of `cover`, which the oracle represents, notch by notch: takes out as many
/// members of least loss as the notch asks for and lets the mover repair the rest; halves the notch
/// where that fails. Announces every smaller cover. Returns at the floor or when the control says
/// stop; cover is the smallest one then, and represented.
void notch_descent(Oracle& oracle, std::vector<Candidate>& cover, const Mover& mover,
                   const DescentOptions& options, RunControl& control);

/// Takes `count` members out of the list and the represented multiset, each of least exact loss at
/// its turn, of equal ones the first in the list.
void drop_least_loss(Oracle& oracle, std::vector<Candidate>& members, std::int64_t count);

}  // namespace coldcore::search
