// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace coldcore::incidence {

/// Throws Error(SPARSE_E_MEMORY), naming both numbers, if `needed` bytes for `what` are more than
/// this process can take without being refused or killed: the least of MemAvailable, the room in
/// its control groups and its address space limit.
void check_memory(std::int64_t needed, const char* what);

}  // namespace coldcore::incidence
