// SPDX-License-Identifier: Apache-2.0
#include "messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace coldcore::cli {

void say(std::string_view line) {
  std::string text(line);
  // Names of files may have line ends, which are no reason to say two lines.
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < 32 || c == 127; }, '?');
  write_to_stderr(fmt::format("coldcore: {}\n", text));
}

// fmt::print throws where nothing can be written, which must not end what is being reported.
void write_to_stderr(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

}  // namespace coldcore::cli
