// SPDX-License-Identifier: Apache-2.0
#include "plugin_file.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <optional>
#include <string_view>

#include "error.hpp"
#include "plugin_markers.hpp"

namespace coldcore::core {
namespace {

/// Why a file is refused; empty if it is not.
using Note = std::string;

/// Takes a decimal number without sign or leading zeros, and the '_' after it, off the front of
/// `text`.
std::optional<int> take_number(std::string_view& text) {
  int value = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, value);
  const bool padded = text.size() > 1 && text[0] == '0' && text[1] != '_';
  if (error != std::errc() || value < 0 || padded || rest == end || *rest != '_')
    return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(rest - text.data()) + 1);
  return value;
}

bool is_family_name(std::string_view name) {
  const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
  if (name.empty() || name.size() > 63 || !is_lower(name[0])) return false;
  for (char c : name) {
    if (!is_lower(c) && !(c >= '0' && c <= '9') && c != '_') return false;
  }
  return true;
}

Note judge_marker(const std::string& marker, PluginListing& listing) {
  std::string_view text = std::string_view(marker).substr(kMarkerPrefix.size());
  const std::optional<int> major = take_number(text);
  const std::optional<int> id = major ? take_number(text) : std::nullopt;
  if (!id || !is_family_name(text)) {
    return fmt::format("malformed marker {}; expected {}MAJOR_ID_NAME with an id of 0..2147483647",
                       marker, kMarkerPrefix);
  }
  listing.abi_major = *major;
  listing.id = *id;
  listing.name = text;
  if (*major == COLDCORE_PLUGIN_ABI_MAJOR) return {};
  return fmt::format(
      "expected plugin ABI major {}, found {}; rebuild it against this version's headers",
      COLDCORE_PLUGIN_ABI_MAJOR, *major);
}

Note judge_permissions(const std::filesystem::path& path, const struct stat& file) {
  if ((file.st_mode & S_IWOTH) != 0) return "anyone may write this file; chmod o-w it";
  struct stat folder {};
  if (stat(path.parent_path().c_str(), &folder) != 0) return std::strerror(errno);
  if ((folder.st_mode & S_IWOTH) != 0 && (folder.st_mode & S_ISVTX) == 0) {
    return "anyone may replace files in this folder; chmod o-w it";
  }
  return {};
}

Note judge_markers(const std::vector<std::string>& markers, PluginListing& listing) {
  if (markers.empty()) {
    return fmt::format("no plugin: it exports no {}MAJOR_ID_NAME", kMarkerPrefix);
  }
  if (markers.size() == 1) return judge_marker(markers[0], listing);
  return fmt::format("expected one marker, found {} and {}", markers[0], markers[1]);
}

Note judge(PluginFile& file) {
  const std::filesystem::path& path = file.listing.path;
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return std::strerror(errno);
  file.device = status.st_dev;
  file.inode = status.st_ino;
  if (!S_ISREG(status.st_mode)) return "not a regular file";

  Note note = judge_markers(read_markers(path), file.listing);
  if (!note.empty()) return note;
  note = judge_permissions(path, status);
  file.exposed = !note.empty();
  return note;
}

}  // namespace

PluginFile judge_plugin_file(const std::filesystem::path& path) {
  PluginFile file;
  file.listing.path = path;
  file.listing.path_text = path.string();
  try {
    file.listing.note = judge(file);
  } catch (const std::runtime_error& error) {
    file.listing.note = error.what();
  }
  if (!file.listing.note.empty()) file.listing.status = COLDCORE_LISTED_REFUSED;
  return file;
}

}  // namespace coldcore::core
