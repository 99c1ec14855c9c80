// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "counted.hpp"

namespace coldcore::cli {

/// Writes "coldcore: line" to stderr, control characters as '?'. Like the next one it does nothing
/// where that is not possible.
void say(std::string_view line);
void write_to_stderr(std::string_view text);

using problems::counted;
using problems::grouped;

}  // namespace coldcore::cli
