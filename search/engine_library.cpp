// SPDX-License-Identifier: Apache-2.0
#include "engine_library.hpp"

namespace coldcore::search {

namespace {

void bind_required(const SharedObject& object, EngineLibrary& engine) {
  object.bind("dct_init3", engine.init3);
  object.bind("dct_free", engine.free);
  object.bind("dct_set_code", engine.set_code);
  object.bind("dct_transform", engine.transform);
  object.bind("dct_ball_update", engine.ball_update);
  object.bind("dct_ball_gather", engine.ball_gather);
  object.bind("dct_count_eq", engine.count_eq);
  object.bind("dct_map_max", engine.map_max);
  object.bind("dct_map_extract64", engine.map_extract64);
  object.bind("dct_map_read_at", engine.map_read_at);
  object.bind("dct_read_cnt", engine.read_cnt);
  object.bind("coldcore_plugin_scan", engine.plugin_scan);
  object.bind("coldcore_plugin_listing", engine.plugin_listing);
  object.bind("coldcore_plugin_id", engine.plugin_id);
  object.bind("coldcore_plugin_load", engine.plugin_load);
  object.bind("coldcore_plugin_load_id", engine.plugin_load_id);
  object.bind("coldcore_version", engine.version);
  object.bind("coldcore_error_name", engine.error_name);
  object.bind("coldcore_last_error", engine.last_error);
}

void bind_optionals(const SharedObject& object, EngineLibrary& engine) {
  object.bind_optional("dct_init2", engine.init2);
  object.bind_optional("dct_init", engine.init);
  object.bind_optional("dct_map_extract", engine.map_extract);
  object.bind_optional("dct_host_bytes", engine.host_bytes);
  object.bind_optional("dct_loss_owner", engine.loss_owner);
  object.bind_optional("dct_map_hist", engine.map_hist);
  object.bind_optional("dct_set_tbl2", engine.set_tbl2);
  object.bind_optional("dct_use_fmt", engine.use_fmt);
  object.bind_optional("dct_set_mu", engine.set_mu);
  object.bind_optional("dct_get_mu", engine.get_mu);
  object.bind_optional("dct_ball_gather_mu", engine.ball_gather_mu);
  object.bind_optional("dct_count_deficit", engine.count_deficit);
}

}  // namespace

EngineLibrary load_engine(const std::filesystem::path& file) {
  EngineLibrary engine{};
  engine.file = file;
  if (file.empty()) {
    engine.file = find_beside_program(
        {"../core/libcoldcore.so.0", COLDCORE_LIBDIR_FROM_BINDIR "/libcoldcore.so.0"});
  }
  if (engine.file.empty()) engine.file = "libcoldcore.so.0";
  const SharedObject object(engine.file, "engine", "libcoldcore");
  bind_required(object, engine);
  bind_optionals(object, engine);
  return engine;
}

}  // namespace coldcore::search
