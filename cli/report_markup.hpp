// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace coldcore::cli {

/// Text as HTML and SVG take it, between tags and in quoted attributes. What is not UTF-8, and
/// control characters other than tabs and line ends, become U+FFFD.
std::string escaped(std::string_view text);

/// Text as one argument of a POSIX shell, quoted where it needs that.
std::string shell_argument(std::string_view text);

}  // namespace coldcore::cli
