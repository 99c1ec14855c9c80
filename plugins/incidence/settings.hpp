// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace coldcore::incidence {

enum class Isa { kPortable, kAvx2 };

/// What the user set by environment variables, completed by what the machine has. Read at every
/// init.
struct Settings {
  int threads = 1;           ///< COLDCORE_THREADS, 1..1024; else the CPUs this process may run on.
  Isa isa = Isa::kPortable;  ///< The best that this CPU has and COLDCORE_ISA allows.
};

/// Throws Error with SPARSE_E_ENVIRONMENT for a value that makes no sense, and with SPARSE_E_DEVICE
/// where COLDCORE_DEVICE asks for a back end that is not built in.
Settings read_settings();

}  // namespace coldcore::incidence
