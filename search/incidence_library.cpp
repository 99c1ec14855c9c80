// SPDX-License-Identifier: Apache-2.0
#include "incidence_library.hpp"

#include <fmt/format.h>

namespace coldcore::search {

namespace {

constexpr const char* kModule = "coldcore_incidence.so";

void bind_module(const SharedObject& object, IncidenceLibrary& module) {
  object.bind("sparse_abi_version", module.abi_version);
  object.bind("sparse_init", module.init);
  object.bind("sparse_init_csr", module.init_csr);
  object.bind("sparse_free", module.free);
  object.bind("sparse_set_mu", module.set_mu);
  object.bind("sparse_recount", module.recount);
  object.bind("sparse_field", module.field);
  object.bind("sparse_ball_update", module.ball_update);
  object.bind("sparse_ball_gather", module.ball_gather);
  object.bind("sparse_count_eq", module.count_eq);
  object.bind("sparse_count_deficit", module.count_deficit);
  object.bind("sparse_map_max", module.map_max);
  object.bind("sparse_map_extract", module.map_extract);
  object.bind("sparse_map_read_at", module.map_read_at);
  object.bind("sparse_read_cnt", module.read_cnt);
  object.bind_optional("coldcore_sparse_index", module.index);
  object.bind_optional("coldcore_sparse_track", module.track);
  object.bind_optional("coldcore_sparse_last_error", module.last_error);
}

}  // namespace

IncidenceLibrary load_incidence(const std::filesystem::path& file) {
  IncidenceLibrary module{};
  module.file = file;
  if (file.empty()) {
    module.file = find_beside_program({"../plugins/incidence/coldcore_incidence.so",
                                       COLDCORE_LIBDIR_FROM_BINDIR "/coldcore_incidence.so"});
  }
  if (module.file.empty()) module.file = kModule;
  bind_module(SharedObject(module.file, "incidence module", kModule), module);
  const int version = module.abi_version();
  if (version == SPARSE_ABI_VERSION) return module;
  throw EngineLoadError(fmt::format("the incidence module {} has ABI version {}; this is for {}",
                                    module.file.string(), version, SPARSE_ABI_VERSION));
}

}  // namespace coldcore::search
