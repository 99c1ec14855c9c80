// SPDX-License-Identifier: Apache-2.0
//
// The engine's shared object, bound by symbol look-up: nothing links it.
#pragma once

#include <coldcore/coldcore.h>
#include <coldcore/dct.h>

#include <filesystem>

#include "shared_object.hpp"

namespace coldcore::search {

/// Every function of the engine, resolved once. Those marked optional may be null. The object file
/// stays loaded until the process ends, so a copy of the table is always good.
struct EngineLibrary {
  std::filesystem::path file;  ///< The file the functions come from.

  decltype(&dct_init3) init3;
  decltype(&dct_free) free;
  decltype(&dct_set_code) set_code;
  decltype(&dct_transform) transform;
  decltype(&dct_ball_update) ball_update;
  decltype(&dct_ball_gather) ball_gather;
  decltype(&dct_count_eq) count_eq;
  decltype(&dct_map_max) map_max;
  decltype(&dct_map_extract64) map_extract64;
  decltype(&dct_map_read_at) map_read_at;
  decltype(&dct_read_cnt) read_cnt;
  decltype(&coldcore_plugin_scan) plugin_scan;
  decltype(&coldcore_plugin_listing) plugin_listing;
  decltype(&coldcore_plugin_id) plugin_id;
  decltype(&coldcore_plugin_load) plugin_load;
  decltype(&coldcore_plugin_load_id) plugin_load_id;
  decltype(&coldcore_version) version;
  decltype(&coldcore_error_name) error_name;
  decltype(&coldcore_last_error) last_error;

  decltype(&dct_init2) init2;                    ///< Optional.
  decltype(&dct_init) init;                      ///< Optional.
  decltype(&dct_map_extract) map_extract;        ///< Optional.
  decltype(&dct_host_bytes) host_bytes;          ///< Optional.
  decltype(&dct_loss_owner) loss_owner;          ///< Optional.
  decltype(&dct_map_hist) map_hist;              ///< Optional.
  decltype(&dct_set_tbl2) set_tbl2;              ///< Optional.
  decltype(&dct_use_fmt) use_fmt;                ///< Optional.
  decltype(&dct_set_mu) set_mu;                  ///< Optional.
  decltype(&dct_get_mu) get_mu;                  ///< Optional.
  decltype(&dct_ball_gather_mu) ball_gather_mu;  ///< Optional.
  decltype(&dct_count_deficit) count_deficit;    ///< Optional.
};

/// Loads the engine from `file`, or, if that is empty, from where it lies beside the running
/// program (the build tree, then the installation), then by its name from the system's folders.
/// Throws EngineLoadError.
EngineLibrary load_engine(const std::filesystem::path& file = {});

}  // namespace coldcore::search
