// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace coldcore::cli {

/// Writes "coldcore: line" to stderr, control characters as '?'. Like the next one it does nothing
/// where that is not possible.
void say(std::string_view line);
void write_to_stderr(std::string_view text);

/// 1594323 as "1,594,323".
std::string grouped(std::int64_t number);

/// "1 word", "3 words".
std::string counted(std::int64_t number, std::string_view noun);

}  // namespace coldcore::cli
