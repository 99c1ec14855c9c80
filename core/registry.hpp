// SPDX-License-Identifier: Apache-2.0
//
// Finds, judges, loads and keeps the families' shared objects. Callers hold the API lock.
#pragma once

#include <coldcore/coldcore.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace coldcore::core {

/// A file on the search path, judged by its name table alone.
struct PluginListing {
  std::filesystem::path path;
  std::string path_text;  ///< path as UTF-8, for the C interface.
  std::string name;       ///< "" without a readable marker.
  int id = -1;
  int abi_major = -1;
  int status = COLDCORE_LISTED_USABLE;
  std::string note;
};

/// Looks through the search path afresh.
const std::vector<PluginListing>& scan_plugins();

/// The listings of the last scan; scans if there was none.
const std::vector<PluginListing>& plugin_listings();

/// PROB_* id of a usable family; throws Error(DCT_E_PROBLEM).
int plugin_id(std::string_view name);

/// Loads on first use. The reference is good until the process ends. Throws Error with
/// DCT_E_PROBLEM or DCT_E_PLUGIN.
const coldcore_plugin& load_plugin(std::string_view name);
const coldcore_plugin& load_plugin(int id);

}  // namespace coldcore::core
