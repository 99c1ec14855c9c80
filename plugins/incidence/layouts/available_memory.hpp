// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace coldcore::layout {

/// Bytes that this process can take without being refused or killed: the least of MemAvailable, the
/// room in its control groups and its address space limit. INT64_MAX where nothing is known.
std::int64_t available_memory();

}  // namespace coldcore::layout
