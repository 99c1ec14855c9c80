// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace coldcore::core {

/// Where to look for families.
struct PluginPath {
  std::vector<std::filesystem::path> folders;  ///< In search order.
  std::vector<std::string> remarks;            ///< A line for each entry that was skipped.
};

/// The folders of COLDCORE_PLUGIN_PATH (absolute, separated by colons), then the one that belongs
/// to this library: <libdir>/coldcore/plugins beside an installed libcoldcore.so; in a build tree,
/// where every family has a folder of its own, ../plugins and the folders directly in it.
PluginPath plugin_path();

/// Entries of a folder by name; empty if it cannot be listed.
std::vector<std::filesystem::path> sorted_entries(const std::filesystem::path& folder);

bool is_folder(const std::filesystem::path& path);

}  // namespace coldcore::core
