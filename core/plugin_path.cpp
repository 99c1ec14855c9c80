// SPDX-License-Identifier: Apache-2.0
#include "plugin_path.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace coldcore::core {
namespace {

namespace fs = std::filesystem;

void append_user_folder(const fs::path& folder, PluginPath& path) {
  if (folder.is_absolute() && is_folder(folder)) {
    path.folders.push_back(folder);
    return;
  }
  path.remarks.push_back(
      fmt::format("COLDCORE_PLUGIN_PATH: '{}' is skipped: {}", folder.string(),
                  folder.is_absolute() ? "there is no such folder" : "expected an absolute path"));
}

void append_user_folders(PluginPath& path) {
  const char* variable = std::getenv("COLDCORE_PLUGIN_PATH");
  if (variable == nullptr || *variable == '\0') return;
  std::string_view rest = variable;
  std::size_t colon = rest.find(':');
  while (colon != std::string_view::npos) {
    append_user_folder(rest.substr(0, colon), path);
    rest.remove_prefix(colon + 1);
    colon = rest.find(':');
  }
  append_user_folder(rest, path);
}

/// Something in the file that this code was loaded from.
const char kHere = 0;

/// Folder of the file that this code was loaded from; empty if that is unknown.
fs::path library_folder() {
  Dl_info info{};
  if (dladdr(&kHere, &info) == 0 || info.dli_fname == nullptr) return {};
  std::error_code error;
  return fs::canonical(info.dli_fname, error).parent_path();
}

void append_own_folders(PluginPath& path) {
  const fs::path here = library_folder();
  if (here.empty()) return;
  const fs::path installed = here / "coldcore" / "plugins";
  if (is_folder(installed)) {
    path.folders.push_back(installed);
    return;
  }
  const fs::path built = here.parent_path() / "plugins";
  if (!is_folder(built)) return;
  path.folders.push_back(built);
  for (const fs::path& entry : sorted_entries(built)) {
    if (is_folder(entry)) path.folders.push_back(entry);
  }
}

}  // namespace

bool is_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

std::vector<fs::path> sorted_entries(const fs::path& folder) {
  std::vector<fs::path> entries;
  std::error_code error;
  const fs::directory_iterator end;
  for (fs::directory_iterator it(folder, error); !error && it != end; it.increment(error)) {
    entries.push_back(it->path());
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

PluginPath plugin_path() {
  PluginPath path;
  append_user_folders(path);
  append_own_folders(path);
  return path;
}

}  // namespace coldcore::core
