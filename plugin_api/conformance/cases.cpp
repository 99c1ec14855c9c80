// SPDX-License-Identifier: Apache-2.0
#include "cases.hpp"

namespace coldcore::conformance {

const std::vector<Case>& all_cases() {
  static const std::vector<Case> cases = [] {
    std::vector<Case> all;
    for (const auto group :
         {load_cases, validate_cases, covers_cases, axis_cost_cases, table_cases, table_ox_cases,
          axes_contract_cases, axes_field_cases, axes_manner_cases, whole_cases}) {
      const std::vector<Case> cases_of_group = group();
      all.insert(all.end(), cases_of_group.begin(), cases_of_group.end());
    }
    return all;
  }();
  return cases;
}

}  // namespace coldcore::conformance
