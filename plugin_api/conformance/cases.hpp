// SPDX-License-Identifier: Apache-2.0
//
// The groups of cases, each in its own file.
#pragma once

#include <vector>

#include "case.hpp"

namespace coldcore::conformance {

std::vector<Case> load_cases();
std::vector<Case> validate_cases();
std::vector<Case> covers_cases();
std::vector<Case> axis_cost_cases();
std::vector<Case> table_cases();
std::vector<Case> table_ox_cases();
std::vector<Case> axes_contract_cases();
std::vector<Case> axes_field_cases();
std::vector<Case> axes_manner_cases();
std::vector<Case> whole_cases();

}  // namespace coldcore::conformance
