// SPDX-License-Identifier: Apache-2.0
#include "engine_library.hpp"

#include <fmt/format.h>

#include <boost/dll/runtime_symbol_info.hpp>
#include <boost/dll/shared_library.hpp>
#include <list>
#include <system_error>

namespace coldcore::search {

namespace {

namespace dll = boost::dll;
constexpr const char* kSoname = "libcoldcore.so.0";

std::filesystem::path beside_program() {
  const std::filesystem::path folder = dll::program_location().parent_path();
  for (const char* relative : {"../core", COLDCORE_LIBDIR_FROM_BINDIR}) {
    const std::filesystem::path file = folder / relative / kSoname;
    std::error_code ignored;
    if (std::filesystem::exists(file, ignored)) return file.lexically_normal();
  }
  return {};
}

/// Opens the file and never closes it: unloading a library that has loaded others and owns threads
/// is where hosts crash.
const dll::shared_library& open_for_good(const std::filesystem::path& file) {
  static auto& kept = *new std::list<dll::shared_library>;
  auto mode = dll::load_mode::rtld_now | dll::load_mode::rtld_local;
  if (!file.has_parent_path()) mode |= dll::load_mode::search_system_folders;
  try {
    return kept.emplace_back(file, mode);
  } catch (const std::exception& error) {
    throw EngineLoadError(
        fmt::format("cannot load the engine {}: {}", file.string(), error.what()));
  }
}

template <class Function>
void bind_optional(const dll::shared_library& library, const char* symbol, Function*& out) {
  out = library.has(symbol) ? &library.get<Function>(symbol) : nullptr;
}

template <class Function>
void bind(const dll::shared_library& library, const std::filesystem::path& file, const char* symbol,
          Function*& out) {
  bind_optional(library, symbol, out);
  if (out != nullptr) return;
  throw EngineLoadError(
      fmt::format("the engine {} lacks the symbol {}: it is not a libcoldcore of this version",
                  file.string(), symbol));
}

void bind_required(const dll::shared_library& library, EngineLibrary& engine) {
  const std::filesystem::path& file = engine.file;
  bind(library, file, "dct_init3", engine.init3);
  bind(library, file, "dct_free", engine.free);
  bind(library, file, "dct_set_code", engine.set_code);
  bind(library, file, "dct_transform", engine.transform);
  bind(library, file, "dct_ball_update", engine.ball_update);
  bind(library, file, "dct_ball_gather", engine.ball_gather);
  bind(library, file, "dct_count_eq", engine.count_eq);
  bind(library, file, "dct_map_max", engine.map_max);
  bind(library, file, "dct_map_extract64", engine.map_extract64);
  bind(library, file, "dct_map_read_at", engine.map_read_at);
  bind(library, file, "dct_read_cnt", engine.read_cnt);
  bind(library, file, "coldcore_plugin_scan", engine.plugin_scan);
  bind(library, file, "coldcore_plugin_listing", engine.plugin_listing);
  bind(library, file, "coldcore_plugin_id", engine.plugin_id);
  bind(library, file, "coldcore_plugin_load", engine.plugin_load);
  bind(library, file, "coldcore_plugin_load_id", engine.plugin_load_id);
  bind(library, file, "coldcore_version", engine.version);
  bind(library, file, "coldcore_error_name", engine.error_name);
  bind(library, file, "coldcore_last_error", engine.last_error);
}

void bind_optionals(const dll::shared_library& library, EngineLibrary& engine) {
  bind_optional(library, "dct_init2", engine.init2);
  bind_optional(library, "dct_init", engine.init);
  bind_optional(library, "dct_map_extract", engine.map_extract);
  bind_optional(library, "dct_host_bytes", engine.host_bytes);
  bind_optional(library, "dct_loss_owner", engine.loss_owner);
  bind_optional(library, "dct_map_hist", engine.map_hist);
  bind_optional(library, "dct_set_tbl2", engine.set_tbl2);
  bind_optional(library, "dct_use_fmt", engine.use_fmt);
  bind_optional(library, "dct_set_mu", engine.set_mu);
  bind_optional(library, "dct_get_mu", engine.get_mu);
  bind_optional(library, "dct_ball_gather_mu", engine.ball_gather_mu);
  bind_optional(library, "dct_count_deficit", engine.count_deficit);
}

}  // namespace

EngineLibrary load_engine(const std::filesystem::path& file) {
  EngineLibrary engine{};
  engine.file = !file.empty() ? file : beside_program();
  if (engine.file.empty()) engine.file = kSoname;
  const dll::shared_library& library = open_for_good(engine.file);
  bind_required(library, engine);
  bind_optionals(library, engine);
  return engine;
}

}  // namespace coldcore::search
