// SPDX-License-Identifier: Apache-2.0
//
// The incidence module, bound by symbol look-up: nothing links it.
#pragma once

#include <coldcore/sparse.h>
#include <coldcore/sparse_index.h>

#include <filesystem>

#include "shared_object.hpp"

namespace coldcore::search {

/// Every function of the module that a search uses, resolved once. Those marked optional may be
/// null. The object file stays loaded until the process ends, so a copy of the table is always
/// good.
struct IncidenceLibrary {
  std::filesystem::path file;  ///< The file the functions come from.

  decltype(&sparse_abi_version) abi_version;
  decltype(&sparse_init) init;
  decltype(&sparse_init_csr) init_csr;
  decltype(&sparse_free) free;
  decltype(&sparse_set_mu) set_mu;
  decltype(&sparse_recount) recount;
  decltype(&sparse_field) field;
  decltype(&sparse_ball_update) ball_update;
  decltype(&sparse_ball_gather) ball_gather;
  decltype(&sparse_count_eq) count_eq;
  decltype(&sparse_count_deficit) count_deficit;
  decltype(&sparse_map_max) map_max;
  decltype(&sparse_map_extract) map_extract;
  decltype(&sparse_map_read_at) map_read_at;
  decltype(&sparse_read_cnt) read_cnt;

  decltype(&coldcore_sparse_index) index;            ///< Optional.
  decltype(&coldcore_sparse_track) track;            ///< Optional.
  decltype(&coldcore_sparse_last_error) last_error;  ///< Optional.
};

/// Loads the module from `file`, or, if that is empty, from where it lies beside the running
/// program (the build tree, then the installation), then by its name from the system's folders.
/// Throws EngineLoadError, also where the module's ABI version is another.
IncidenceLibrary load_incidence(const std::filesystem::path& file = {});

}  // namespace coldcore::search
