// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace coldcore::core {

/// What the user set by environment variables, completed by what the machine has. Read at every
/// init.
struct Settings {
  int threads = 1;       ///< COLDCORE_THREADS, 1..1024; else the CPUs this process may run on.
  std::int32_t isa = 0;  ///< COLDCORE_ISA, at most the best this CPU has; COLDCORE_ISA_*.
};

/// Throws Error with DCT_E_ENVIRONMENT for a value that makes no sense, and with DCT_E_DEVICE where
/// COLDCORE_DEVICE asks for a back end that is not built in.
Settings read_settings();

}  // namespace coldcore::core
