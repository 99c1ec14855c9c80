// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine_library.hpp"
#include "incidence_library.hpp"

namespace coldcore::problems {

/// The engines, loaded by the first call: from beside this library (an installation, then the build
/// tree), else by their names from the system's folders. EngineLoadError.
const search::EngineLibrary& engine();
const search::IncidenceLibrary& module();

}  // namespace coldcore::problems
