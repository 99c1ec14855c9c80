// SPDX-License-Identifier: Apache-2.0
#include "engines.hpp"

#include <dlfcn.h>

#include <filesystem>
#include <string>
#include <system_error>

namespace coldcore::problems {
namespace {

namespace fs = std::filesystem;

/// Something in the file that this code was loaded from.
const char kThisLibrary = 0;

fs::path beside_this_library(const std::string& name, const std::string& folder_of_build) {
  Dl_info info{};
  std::error_code error;
  if (dladdr(&kThisLibrary, &info) == 0 || info.dli_fname == nullptr) return name;
  const fs::path here = fs::canonical(info.dli_fname, error).parent_path();
  if (error) return name;
  for (const fs::path& folder : {here, here.parent_path() / folder_of_build}) {
    if (fs::exists(folder / name, error)) return folder / name;
  }
  return name;
}

}  // namespace

const search::EngineLibrary& engine() {
  static const search::EngineLibrary loaded =
      search::load_engine(beside_this_library("libcoldcore.so.0", "core"));
  return loaded;
}

const search::IncidenceLibrary& module() {
  static const search::IncidenceLibrary loaded =
      search::load_incidence(beside_this_library("coldcore_incidence.so", "plugins/incidence"));
  return loaded;
}

}  // namespace coldcore::problems
