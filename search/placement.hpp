// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace coldcore::search {

/// Where a cell's arrays go, in the engine's memory modes: 0 device memory, 1 CPU memory.
struct Placement {
  int layers_mode = 0;
  int cnt_mode = 0;
};

/// All in mode 0 if that fits into the budget; else the planes, which are only ever streamed, go to
/// mode 1 and cnt, which the walks access at random, stays while it has at most 40e9 bytes. Sizes
/// in bytes.
Placement choose_placement(std::int64_t layer_bytes, std::int64_t cnt_bytes, double budget);

/// COLDCORE_HBM_BUDGET in bytes, 80e9 if it is not set. Throws InputError if it is no positive
/// number.
double placement_budget();

}  // namespace coldcore::search
