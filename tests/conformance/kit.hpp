// SPDX-License-Identifier: Apache-2.0
//
// The kit as a test sees it: a report, read back from its JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "check.hpp"

struct KitReport {
  int exit_code = 0;
  nlohmann::json document;

  /// Ids of the cases with this verdict, in order.
  std::vector<std::string> ids(const std::string& verdict) const;
  /// Ids of the cases that failed or crashed, in order, separated by blanks.
  std::string bad() const;
  nlohmann::json find(const std::string& id) const;
};

/// What run_plugin_check writes.
std::string kit_output(const coldcore::conformance::CheckOptions& options, int& exit_code);

/// Runs the kit on a file of the folder of bad plugins.
KitReport check_plugin(const std::string& name, std::vector<std::string> cases = {});

/// The path of a file in that folder.
std::string plugin_path(const std::string& name);
