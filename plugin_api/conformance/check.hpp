// SPDX-License-Identifier: Apache-2.0
//
// The conformance kit: judges one plugin from its file and plugin.h alone. No engine is needed; the
// kit plays the host itself.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

namespace coldcore::conformance {

struct CheckOptions {
  std::filesystem::path file;
  std::vector<std::string> cases;  ///< Ids of the cases to run; empty: all.
  bool list = false;               ///< Only list the cases; `file` is not read.
  bool json = false;
  /// Run in this process, for debuggers: crashes, exit() and hangs of the plugin are then the
  /// caller's.
  bool in_process = false;
  std::uint64_t seed = 1;  ///< Of the random shapes and multisets.
  double timeout_s = 30;   ///< For each case; more than 0.
};

constexpr int kCheckPassed = 0;  ///< Every case passed or was skipped.
constexpr int kCheckBadUse = 2;  ///< No such file, no such case, a time limit that is none.
constexpr int kCheckFailed = 6;  ///< A case failed or crashed.

/// Runs the cases and writes the report to `out`, bad use as one line to stderr. Each case runs in
/// a forked child, so the caller must not have started threads. Returns one of the codes above.
int run_plugin_check(const CheckOptions& options, std::FILE* out = stdout);

}  // namespace coldcore::conformance
