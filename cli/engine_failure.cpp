// SPDX-License-Identifier: Apache-2.0
#include "engine_failure.hpp"

#include <string_view>

#include "exit_code.hpp"
#include "messages.hpp"

namespace coldcore::cli {

int module_failure(const search::IncidenceLibrary& module, const search::OracleError& error) {
  const bool said =
      module.last_error != nullptr && error.what() == std::string_view(module.last_error());
  if (!said) say(error.what());
  switch (error.code()) {
    case SPARSE_E_MEMORY:
      return kExitMemory;
    case SPARSE_E_SHAPE:
    case SPARSE_E_OVERFLOW:
    case SPARSE_E_ARGUMENT:
    case SPARSE_E_DEVICE:
    case SPARSE_E_ENVIRONMENT:
      return kExitBadInput;
    default:
      return kExitInternal;
  }
}

int engine_failure(const search::EngineLibrary& engine, const search::OracleError& error) {
  if (std::string_view(error.what()) != engine.last_error()) say(error.what());
  switch (error.code()) {
    case DCT_E_MEMORY:
      return kExitMemory;
    case DCT_E_PROBLEM:
    case DCT_E_PLUGIN:
      return kExitPlugin;
    case DCT_E_SHAPE:
    case DCT_E_REFUSED:
    case DCT_E_TABLE:
    case DCT_E_ARGUMENT:
    case DCT_E_DEVICE:
    case DCT_E_ENVIRONMENT:
    case DCT_E_CAPACITY:
      return kExitBadInput;
    default:
      return kExitInternal;
  }
}

}  // namespace coldcore::cli
