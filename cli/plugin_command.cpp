// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <string>

#include "commands.hpp"
#include "engine_failure.hpp"
#include "exit_code.hpp"
#include "family.hpp"

namespace coldcore::cli {

using search::EngineLibrary;
using search::OracleError;

namespace {

const char* status_text(int status) {
  switch (status) {
    case COLDCORE_LISTED_USABLE:
      return "usable";
    case COLDCORE_LISTED_SHADOWED:
      return "shadowed";
    default:
      return "refused";
  }
}

void print_listing(const coldcore_listing& listing) {
  const bool marked = listing.name[0] != '\0';
  fmt::print("{:<20} {:>10}  {:<9} {}\n", marked ? listing.name : "-",
             marked ? std::to_string(listing.id) : "-", status_text(listing.status), listing.path);
  if (listing.note[0] != '\0') fmt::print("{:<20} {:>10}  {}\n", "", "", listing.note);
}

int list_plugins(const EngineLibrary& engine) {
  const int count = engine.plugin_scan();
  if (count < 0) throw OracleError(count, engine.last_error());
  if (count == 0) {
    fmt::print("no plugins found: see COLDCORE_PLUGIN_PATH\n");
    return kExitCover;
  }
  fmt::print("{:<20} {:>10}  {:<9} {}\n", "NAME", "ID", "STATUS", "FILE");
  for (int i = 0; i < count; ++i) {
    coldcore_listing listing{};
    listing.struct_size = sizeof listing;
    const int code = engine.plugin_listing(i, &listing);
    if (code < 0) throw OracleError(code, engine.last_error());
    print_listing(listing);
  }
  return kExitCover;
}

/// An optional symbol: there, or what is switched off without it.
void print_optional(const coldcore_plugin& family, const char* symbol, bool present,
                    const char* without) {
  fmt::print("  {:<28} {}\n", fmt::format("{}_{}", family.name, symbol),
             present ? "present" : fmt::format("absent: {}", without));
}

void print_symbols(const coldcore_plugin& family) {
  fmt::print("required symbols: all present\noptional symbols:\n");
  print_optional(family, "axis_cost", family.axis_cost != nullptr,
                 "every table entry counts, shifts are circular");
  print_optional(family, "table_ox", family.table_ox != nullptr, "the ox table format is refused");
  print_optional(family, "plane_bytes", family.plane_bytes != nullptr,
                 "the engine gives the driver int32 planes");
  print_optional(family, "reads_source", family.reads_source == 1,
                 "the engine fills the first plane before each transform");
  print_optional(family, "plan", plan_function(family) != nullptr,
                 "'coldcore plan' has nothing to tell");
  print_optional(family, "axes_cuda", family.axes_cuda != nullptr, "no CUDA back end");
}

std::string bounds_file_text(const coldcore_plugin& family) {
  const std::filesystem::path file = search::bounds_file_of(family.path);
  std::error_code ignored;
  const bool there = std::filesystem::exists(file, ignored);
  return file.string() + (there ? "" : " (absent: no known values are shown)");
}

int show_family(const coldcore_plugin& family) {
  const coldcore_plugin_info& info = *family.info;
  fmt::print("{}: {}\n", family.name, info.title);
  fmt::print("file:    {}\n", family.path);
  fmt::print("version: {}, licence {}, id {}, ABI {}.{}\n", info.version, info.licence, info.id,
             info.abi_major, info.abi_minor);
  fmt::print("takes:   {}\n", info.limits);
  fmt::print("bounds:  {}\n", bounds_file_text(family));
  print_symbols(family);
  return kExitCover;
}

}  // namespace

int run(const PluginListCommand& /*command*/) {
  const EngineLibrary engine = search::load_engine();
  try {
    return list_plugins(engine);
  } catch (const OracleError& error) {
    return engine_failure(engine, error);
  }
}

int run(const PluginInfoCommand& command) {
  const EngineLibrary engine = search::load_engine();
  try {
    return show_family(open_family(engine, command.family));
  } catch (const OracleError& error) {
    return engine_failure(engine, error);
  }
}

int run(const PluginCheckCommand& command) {
  return conformance::run_plugin_check(command.options);
}

}  // namespace coldcore::cli
