// SPDX-License-Identifier: Apache-2.0
//
// What the environment says. Kernels answer nothing, so a value that makes no sense is reported
// once on stderr and then ignored.
#pragma once

namespace coldcore::kernels {

/// COLDCORE_THREADS, or else how many CPUs this process may use; 1..1024.
int allowed_threads() noexcept;

enum class Isa { kPortable, kAvx2, kAvx512 };

/// COLDCORE_ISA, or else the best that this CPU has and the library was built for.
Isa chosen_isa() noexcept;

}  // namespace coldcore::kernels
