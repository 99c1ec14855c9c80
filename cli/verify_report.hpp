// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "examine.hpp"
#include "options.hpp"

namespace coldcore::cli {

/// Prints what was found as text or as JSON; returns the exit code.
int report_on(const Examined& examined, bool json);

}  // namespace coldcore::cli
