// SPDX-License-Identifier: Apache-2.0
//
// The project of a new plugin, out of tree.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace coldcore::cli {

enum class PluginLanguage { kC, kCpp };

struct NewPlugin {
  std::string name;
  int id;
  PluginLanguage language;
};

/// Throws InputError unless `name` may be a family's.
void check_family_name(std::string_view name);

/// An id that follows from the name, from 1000 on, so that two authors are unlikely to choose the
/// same.
int default_plugin_id(std::string_view name);

/// Makes the folder and writes the project into it. Throws InputError if the folder exists,
/// FileError if something cannot be written; then nothing is left of it.
void write_new_plugin(const NewPlugin& plugin, const std::filesystem::path& folder);

}  // namespace coldcore::cli
