// SPDX-License-Identifier: Apache-2.0
//
// Judges a shared object without running its code.
#pragma once

#include <filesystem>

#include "registry.hpp"

namespace coldcore::core {

/// A candidate, and which file on disk it really is.
struct PluginFile {
  PluginListing listing;
  dev_t device = 0;
  ino_t inode = 0;       ///< 0 if the file cannot be reached.
  bool exposed = false;  ///< Refused because others may write it.
};

/// Judges a file by its dynamic symbol table and its permissions. What is wrong with it goes into
/// the listing's status and note; nothing is thrown for a bad file. Refused are
///  - a file that is no readable ELF shared object;
///  - one that exports no marker, several, or one that breaks plugin.h's rules;
///  - one for another ABI major;
///  - one that anyone may write (mode o+w), or whose folder lets anyone replace it (o+w, not
///  sticky).
/// Being writable by its group is accepted: umask 002 makes every build so.
PluginFile judge_plugin_file(const std::filesystem::path& path);

}  // namespace coldcore::core
