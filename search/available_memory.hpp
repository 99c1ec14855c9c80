// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace coldcore::search {

/// Bytes that this process may still take: what the machine has available, or what is left of the
/// limit on its control group if that is less. A very large number where the system does not say.
std::int64_t available_memory();

}  // namespace coldcore::search
