// SPDX-License-Identifier: Apache-2.0
#include "module_failure.hpp"

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

}  // namespace coldcore::cli
