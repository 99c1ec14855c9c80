// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include <coldcore/dct.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "error.hpp"
#include "plugin_file.hpp"
#include "plugin_load.hpp"
#include "plugin_path.hpp"

namespace coldcore::core {
namespace {

struct Registry {
  bool scanned = false;
  std::vector<std::filesystem::path> folders;  ///< Of the last scan.
  std::vector<PluginListing> listings;
  std::vector<std::unique_ptr<LoadedPlugin>> loaded;
  std::set<std::string> said;
};

/// Deliberately never destroyed: a thread may be inside a family while the process ends.
Registry& registry() {
  static Registry& instance = *new Registry;
  return instance;
}

/// Scans repeat, what they have to say does not.
void say_once(const std::string& line) {
  if (registry().said.insert(line).second) report_notice(line);
}

using FileKey = std::pair<dev_t, ino_t>;
using PathsByName = std::map<std::string, std::vector<std::string>>;

std::vector<PluginListing> judge_folder(const std::filesystem::path& folder,
                                        std::set<FileKey>& seen) {
  std::vector<PluginListing> listings;
  for (const auto& entry : sorted_entries(folder)) {
    if (entry.extension() != ".so" || is_folder(entry)) continue;
    PluginFile file = judge_plugin_file(entry);
    if (file.inode != 0 && !seen.emplace(file.device, file.inode).second) continue;
    if (file.exposed) {
      say_once(fmt::format("{}: skipped: {}", file.listing.path_text, file.listing.note));
    }
    listings.push_back(std::move(file.listing));
  }
  return listings;
}

bool is_usable(const PluginListing& listing) { return listing.status == COLDCORE_LISTED_USABLE; }

void shadow_claimed(std::vector<PluginListing>& folder, const PathsByName& claimed) {
  for (PluginListing& listing : folder) {
    const auto earlier = claimed.find(listing.name);
    if (!is_usable(listing) || earlier == claimed.end()) continue;
    listing.status = COLDCORE_LISTED_SHADOWED;
    listing.note = fmt::format("shadowed by {}", earlier->second.front());
    say_once(fmt::format("{}: {}", listing.path_text, listing.note));
  }
}

PathsByName claims_of(const std::vector<PluginListing>& folder) {
  PathsByName claims;
  for (const PluginListing& listing : folder) {
    if (is_usable(listing)) claims[listing.name].push_back(listing.path_text);
  }
  return claims;
}

/// Two files of one name in one folder: which is meant is for the user to say.
void refuse_twins(std::vector<PluginListing>& folder, const PathsByName& claims) {
  for (PluginListing& listing : folder) {
    if (!is_usable(listing) || claims.at(listing.name).size() == 1) continue;
    listing.status = COLDCORE_LISTED_REFUSED;
    listing.note =
        fmt::format("one folder has several families called '{}': {}; remove all but one",
                    listing.name, fmt::join(claims.at(listing.name), " and "));
  }
}

// ---- Look-up ----

std::string known_families() {
  std::string text;
  for (const PluginListing& listing : plugin_listings()) {
    if (is_usable(listing)) text += fmt::format(" {} ({})", listing.name, listing.id);
  }
  return text.empty() ? " none" : text;
}

std::string searched_folders() {
  std::string text;
  for (const auto& folder : registry().folders) text += fmt::format(" {}", folder.string());
  return text.empty() ? " nowhere: set COLDCORE_PLUGIN_PATH" : text;
}

/// The usable listing of a name. A refused file of that name is an error with `refused_code`.
const PluginListing& find_usable(std::string_view name, int refused_code) {
  const PluginListing* refused = nullptr;
  for (const PluginListing& listing : plugin_listings()) {
    if (listing.name != name) continue;
    if (is_usable(listing)) return listing;
    if (listing.status == COLDCORE_LISTED_REFUSED && refused == nullptr) refused = &listing;
  }
  if (refused != nullptr) fail(refused_code, "{}: refused: {}", refused->path_text, refused->note);
  fail(DCT_E_PROBLEM, "no problem family is called '{}'; found:{}; looked in:{}", name,
       known_families(), searched_folders());
}

const coldcore_plugin* find_loaded(std::string_view name) {
  for (const auto& plugin : registry().loaded) {
    if (name == plugin->symbols.name) return &plugin->symbols;
  }
  return nullptr;
}

}  // namespace

const std::vector<PluginListing>& scan_plugins() {
  PluginPath path = plugin_path();
  for (const std::string& remark : path.remarks) say_once(remark);

  std::vector<PluginListing> listings;
  std::set<FileKey> seen;
  PathsByName claimed;
  for (const auto& folder : path.folders) {
    std::vector<PluginListing> found = judge_folder(folder, seen);
    shadow_claimed(found, claimed);
    PathsByName claims = claims_of(found);
    refuse_twins(found, claims);
    claimed.merge(claims);
    std::move(found.begin(), found.end(), std::back_inserter(listings));
  }
  registry().folders = std::move(path.folders);
  registry().listings = std::move(listings);
  registry().scanned = true;
  return registry().listings;
}

const std::vector<PluginListing>& plugin_listings() {
  return registry().scanned ? registry().listings : scan_plugins();
}

int plugin_id(std::string_view name) {
  const coldcore_plugin* loaded = find_loaded(name);
  return loaded != nullptr ? loaded->id : find_usable(name, DCT_E_PROBLEM).id;
}

const coldcore_plugin& load_plugin(std::string_view name) {
  if (const coldcore_plugin* loaded = find_loaded(name)) return *loaded;
  auto plugin = load_plugin_file(find_usable(name, DCT_E_PLUGIN));
  registry().loaded.push_back(std::move(plugin));
  return registry().loaded.back()->symbols;
}

const coldcore_plugin& load_plugin(int id) {
  std::map<std::string, std::string> claims;  // Path by name.
  for (const auto& plugin : registry().loaded) {
    if (plugin->symbols.id == id) claims.emplace(plugin->symbols.name, plugin->path);
  }
  for (const PluginListing& listing : plugin_listings()) {
    if (is_usable(listing) && listing.id == id) claims.emplace(listing.name, listing.path_text);
  }
  if (claims.empty()) {
    fail(DCT_E_PROBLEM, "no problem family has id {}; found:{}; looked in:{}", id, known_families(),
         searched_folders());
  }
  if (claims.size() > 1) {
    const auto &first = *claims.begin(), &second = *std::next(claims.begin());
    fail(DCT_E_PROBLEM, "id {} is claimed by '{}' ({}) and '{}' ({}); remove one or ask by name",
         id, first.first, first.second, second.first, second.second);
  }
  return load_plugin(claims.begin()->first);
}

}  // namespace coldcore::core
