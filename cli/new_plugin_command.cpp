// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <string>

#include "commands.hpp"
#include "engine_library.hpp"
#include "exit_code.hpp"
#include "guide.hpp"
#include "messages.hpp"
#include "new_plugin.hpp"

namespace coldcore::cli {
namespace {

void warn_if_taken(const coldcore_listing& other, const std::string& name, int id) {
  if (other.status != COLDCORE_LISTED_USABLE) return;
  if (other.name == name) {
    constexpr const char* kEffect =
        "yours hides it from a folder of COLDCORE_PLUGIN_PATH, and takes its place once installed";
    say(fmt::format("there is a family {} already, {}: {}", name, other.path, kEffect));
  } else if (other.id == id) {
    say(fmt::format("the family {} has the id {} already, {}: choose another with --id", other.name,
                    id, other.path));
  }
}

/// The project is good without an engine, and so is the name: this only tells.
void warn_of_namesakes(const std::string& name, int id) try {
  const search::EngineLibrary engine = search::load_engine();
  const int count = engine.plugin_scan();
  for (int i = 0; i < count; ++i) {
    coldcore_listing listing{};
    listing.struct_size = sizeof listing;
    if (engine.plugin_listing(i, &listing) == DCT_OK) warn_if_taken(listing, name, id);
  }
} catch (const search::EngineLoadError&) {
}

}  // namespace

int run(const PluginNewCommand& command) {
  check_family_name(command.name);
  const int id = command.id.value_or(default_plugin_id(command.name));
  const auto language = command.language == "c" ? PluginLanguage::kC : PluginLanguage::kCpp;
  const std::filesystem::path folder = command.folder.empty() ? command.name : command.folder;
  write_new_plugin({command.name, id, language}, folder);
  warn_of_namesakes(command.name, id);
  fmt::print("plugin {}, id {}, written to {}\n", command.name, id, folder.string());
  fmt::print("what to change: {}\n",
             (folder / (language == PluginLanguage::kC ? "plugin.c" : "family.hpp")).string());
  fmt::print("the guide: {}\n", guide_location());
  fmt::print("next:\n  cd {}\n  meson setup build\n  meson test -C build\n", folder.string());
  return kExitCover;
}

}  // namespace coldcore::cli
