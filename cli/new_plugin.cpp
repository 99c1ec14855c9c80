// SPDX-License-Identifier: Apache-2.0
#include "new_plugin.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <fstream>
#include <limits>
#include <system_error>
#include <utility>

#include "atomic_file.hpp"
#include "guide.hpp"
#include "new_plugin_templates.hpp"
#include "problem.hpp"

namespace coldcore::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxName = 63;
constexpr int kFirstFreeId = 1000;

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

bool may_be_in_name(char c) { return is_lower(c) || (c >= '0' && c <= '9') || c == '_'; }

std::string_view folder_of(PluginLanguage language) {
  return language == PluginLanguage::kC ? "c" : "cpp";
}

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
}

std::string filled_in(std::string_view text, const NewPlugin& plugin) {
  const std::array<std::pair<std::string_view, std::string>, 5> values = {{
      {"@NAME@", plugin.name},
      {"@ID@", std::to_string(plugin.id)},
      {"@VERSION@", COLDCORE_PROJECT_VERSION},
      {"@EXTENSION@", std::string(folder_of(plugin.language))},
      {"@GUIDE@", guide_location()},
  }};
  std::string result(text);
  for (const auto& [mark, value] : values) replace_all(result, mark, value);
  return result;
}

void write_file(const fs::path& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) search::fail_on_file("write", path);
}

void write_files(const NewPlugin& plugin, const fs::path& folder) {
  for (const TemplateFile& file : template_files()) {
    if (file.folder != "both" && file.folder != folder_of(plugin.language)) continue;
    write_file(folder / file.name, filled_in(file.text, plugin));
  }
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  if (fs::create_directory(folder, error)) return;
  if (error && error != std::errc::file_exists) {
    errno = error.value();
    search::fail_on_file("make the folder", folder);
  }
  throw search::InputError(fmt::format(
      "{} exists: choose another name, or another folder with --folder", folder.string()));
}

}  // namespace

void check_family_name(std::string_view name) {
  if (!name.empty() && name.size() <= kMaxName && is_lower(name[0]) &&
      std::all_of(name.begin(), name.end(), may_be_in_name)) {
    return;
  }
  throw search::InputError(
      fmt::format("\"{}\" cannot be a family's name: expected at most {} of a-z, 0-9 and _, "
                  "beginning with a letter",
                  name, kMaxName));
}

int default_plugin_id(std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  constexpr std::uint64_t kIds = std::numeric_limits<int>::max() - kFirstFreeId + 1ULL;
  return kFirstFreeId + static_cast<int>(hash % kIds);
}

void write_new_plugin(const NewPlugin& plugin, const fs::path& folder) {
  make_folder(folder);
  try {
    write_files(plugin, folder);
  } catch (...) {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
    throw;
  }
}

}  // namespace coldcore::cli
