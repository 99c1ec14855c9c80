// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coldcore/coldcore.h>

#include <memory>
#include <string>

#include "registry.hpp"

namespace coldcore::core {

/// A family at work.
struct LoadedPlugin {
  std::string path;
  coldcore_plugin symbols{};
};

/// Loads a usable file, judges its info before anything in it is called, and resolves its symbols
/// once. The file stays mapped until the process ends, even if it is refused now: unloading is
/// where plugin hosts crash. Throws Error(DCT_E_PLUGIN), whose line has the path, what was
/// expected, what was found and the remedy.
std::unique_ptr<LoadedPlugin> load_plugin_file(const PluginListing& listing);

}  // namespace coldcore::core
