// SPDX-License-Identifier: Apache-2.0
#include "family.hpp"

#include <coldcore/sdk/plugin.hpp>

COLDCORE_SDK_PLUGIN(grid_linf, 3, Family, "Chebyshev distance on a board", "1.0.0", "Apache-2.0",
                    "n 1..8, axes 3..16, R 0..15")
COLDCORE_SDK_OPEN(grid_linf, Family)
