// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>

#include "commands.hpp"
#include "exit_code.hpp"
#include "new_plugin.hpp"

namespace coldcore::cli {

int run(const PluginNewCommand& command) {
  check_family_name(command.name);
  const int id = command.id.value_or(default_plugin_id(command.name));
  const auto language = command.language == "c" ? PluginLanguage::kC : PluginLanguage::kCpp;
  const std::filesystem::path folder = command.folder.empty() ? command.name : command.folder;
  write_new_plugin({command.name, id, language}, folder);
  fmt::print("plugin {}, id {}, written to {}\n", command.name, id, folder.string());
  fmt::print("what to change: {}\n",
             (folder / (language == PluginLanguage::kC ? "plugin.c" : "family.hpp")).string());
  fmt::print("next:\n  cd {}\n  meson setup build\n  meson test -C build\n", folder.string());
  return kExitCover;
}

}  // namespace coldcore::cli
