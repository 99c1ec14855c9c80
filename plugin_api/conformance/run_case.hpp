// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "outcome.hpp"

namespace coldcore::conformance {

class Subject;

/// Runs a case in this process.
Outcome run_case(const Case& test, const Subject& subject);

}  // namespace coldcore::conformance
