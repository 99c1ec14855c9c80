// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace coldcore::problems {

/// 1594323 as "1,594,323".
std::string grouped(std::int64_t number);

/// "1 word", "3 words".
std::string counted(std::int64_t number, std::string_view noun);

/// Hears a line about something that is odd but stops nothing.
using Notice = std::function<void(const std::string&)>;

}  // namespace coldcore::problems
