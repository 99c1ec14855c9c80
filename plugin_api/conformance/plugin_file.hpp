// SPDX-License-Identifier: Apache-2.0
//
// What a plugin's file says about itself before any of its code runs.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coldcore::conformance {

struct ExportedSymbol {
  std::string name;
  bool is_function = false;
};

/// The dynamic symbol table of a shared object, which stripping leaves alone.
struct PluginFile {
  std::string problem;  ///< Why it could not be read, else "".
  std::vector<ExportedSymbol> symbols;

  const ExportedSymbol* find(std::string_view name) const;
};

PluginFile read_plugin_file(const std::filesystem::path& path);

/// coldcore_plugin_MAJOR_ID_NAME taken apart.
struct Marker {
  int abi_major = -1;
  int id = -1;
  std::string name;
};

/// Exported symbols that a host takes for markers, well-formed or not: coldcore_plugin_ and a
/// digit.
std::vector<std::string> marker_symbols(const PluginFile& file);

/// Exported data whose name begins like a marker's and does not go on like one, for people to see
/// what they mistyped; "" if there is none.
std::string mistaken_marker(const PluginFile& file);

/// nullopt unless the symbol is a well-formed marker.
std::optional<Marker> parse_marker(std::string_view symbol);

/// The marker of a file that has exactly one, and a well-formed one.
std::optional<Marker> find_marker(const PluginFile& file);

}  // namespace coldcore::conformance
