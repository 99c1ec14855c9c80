// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "check.hpp"
#include "outcome.hpp"

namespace coldcore::conformance {

class Subject;

/// Runs the cases, each after those that it needs, two at a time unless in this process. done()
/// gets each result as soon as all before it are there.
std::vector<CaseResult> run_cases(const std::vector<const Case*>& cases, const Subject& subject,
                                  const CheckOptions& options,
                                  const std::function<void(const CaseResult&)>& done);

}  // namespace coldcore::conformance
