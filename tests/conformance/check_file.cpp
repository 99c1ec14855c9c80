// SPDX-License-Identifier: Apache-2.0
//
// check_file FILE [--json] [--list] [--in-process] [--case ID] [--seed N] [--timeout S]: the kit
// alone.
#include <cstdlib>
#include <string_view>

#include "check.hpp"

int main(int argc, char** argv) {
  coldcore::conformance::CheckOptions options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view arg = argv[i];
    const char* const value = i + 1 < argc ? argv[i + 1] : "";
    if (arg == "--json") {
      options.json = true;
    } else if (arg == "--list") {
      options.list = true;
    } else if (arg == "--in-process") {
      options.in_process = true;
    } else if (arg == "--case") {
      options.cases.emplace_back(value), ++i;
    } else if (arg == "--seed") {
      options.seed = std::strtoull(value, nullptr, 10), ++i;
    } else if (arg == "--timeout") {
      options.timeout_s = std::strtod(value, nullptr), ++i;
    } else {
      options.file = arg;
    }
  }
  return coldcore::conformance::run_plugin_check(options);
}
