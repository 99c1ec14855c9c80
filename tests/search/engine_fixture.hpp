// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>

#include "engine_library.hpp"

namespace coldcore::search::testing {

/// The engine of this build, whose path the test's environment names.
inline const EngineLibrary& engine() {
  static const EngineLibrary library = [] {
    const char* file = std::getenv("COLDCORE_TEST_ENGINE");
    return load_engine(file == nullptr ? "" : file);
  }();
  return library;
}

}  // namespace coldcore::search::testing
