// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace coldcore::core {

/// A marker is called coldcore_plugin_MAJOR_ID_NAME.
inline constexpr std::string_view kMarkerPrefix = "coldcore_plugin_";

/// Names of the markers that a shared object exports, none of its code having run. Throws
/// std::runtime_error if it cannot be read as a shared object.
std::vector<std::string> read_markers(const std::filesystem::path& path);

}  // namespace coldcore::core
