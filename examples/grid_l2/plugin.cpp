// SPDX-License-Identifier: Apache-2.0
#include "family.hpp"

#include <coldcore/sdk/plugin.hpp>

COLDCORE_SDK_PLUGIN(grid_l2, 1002, Family, "Euclidean disks on a board", "1.0.0", "Apache-2.0",
                    "n 1..8, axes 2..16, R 0..63 (the square of the radius)")
COLDCORE_SDK_OPEN(grid_l2, Family)
