// SPDX-License-Identifier: Apache-2.0
#include "family.hpp"

#include <coldcore/sdk/plugin.hpp>

COLDCORE_SDK_PLUGIN(grid_l1, 1001, Family, "Manhattan distance on a board", "1.0.0", "Apache-2.0",
                    "axes 2..16, R 0..8")
COLDCORE_SDK_OPEN(grid_l1, Family)
