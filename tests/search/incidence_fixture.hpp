// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>

#include "incidence_library.hpp"

namespace coldcore::search::testing {

/// The incidence module of this build, whose path the test's environment names.
inline const IncidenceLibrary& incidence_module() {
  static const IncidenceLibrary library = [] {
    const char* file = std::getenv("COLDCORE_TEST_INCIDENCE");
    return load_incidence(file == nullptr ? "" : file);
  }();
  return library;
}

}  // namespace coldcore::search::testing
