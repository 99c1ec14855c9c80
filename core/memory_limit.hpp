// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>

namespace coldcore::core {

/// Bytes that this process can still take without being refused or killed: the least of
/// MemAvailable, the room in each of its control groups, and its address space limit. INT64_MAX
/// where nothing is known. root: where /proc and /sys are found.
std::int64_t available_memory(const std::filesystem::path& root = "/");

/// Throws Error(DCT_E_MEMORY), naming both numbers, if `needed` bytes for `what` are not available.
void check_memory(std::int64_t needed, const char* what);

}  // namespace coldcore::core
