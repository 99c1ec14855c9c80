// SPDX-License-Identifier: Apache-2.0
//
// The plugin under judgement.
#pragma once

#include <coldcore/plugin.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <random>
#include <string>

#include "plugin_file.hpp"

namespace coldcore::conformance {

/// A loaded plugin: its symbols, resolved once. Those from axis_cost on are optional and may be
/// null.
struct Family {
  std::string name;
  const coldcore_plugin_info* info = nullptr;
  coldcore_validate_fn validate = nullptr;
  coldcore_bind_fn bind = nullptr;
  coldcore_axes_fn axes = nullptr;
  coldcore_table_fn table = nullptr;
  coldcore_covers_fn covers = nullptr;
  coldcore_axis_cost_fn axis_cost = nullptr;
  coldcore_table_ox_fn table_ox = nullptr;
  coldcore_plane_bytes_fn plane_bytes = nullptr;
  coldcore_plan_fn plan = nullptr;
  const std::int32_t* reads_source = nullptr;

  /// 1 if the driver reads S from the view by itself.
  bool reads_the_source() const { return reads_source != nullptr && *reads_source == 1; }
};

class Subject {
 public:
  Subject(std::filesystem::path path, std::uint64_t seed);

  const std::filesystem::path& path() const { return path_; }
  const PluginFile& file() const { return file_; }
  const std::optional<Marker>& marker() const { return marker_; }
  std::uint64_t seed() const { return seed_; }

  /// A generator of its own for every case, so that one case alone repeats what it did among all.
  std::mt19937_64 random() const { return std::mt19937_64(seed_); }

  /// Loads the file on first use, which runs its static constructors. Throws Failure with the
  /// loader's message, or with the name of a required symbol that is absent. Never unloaded.
  const Family& family() const;

 private:
  std::filesystem::path path_;
  std::uint64_t seed_;
  PluginFile file_;
  std::optional<Marker> marker_;
  mutable std::optional<Family> family_;
};

}  // namespace coldcore::conformance
