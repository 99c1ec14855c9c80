// SPDX-License-Identifier: Apache-2.0
#include "family.hpp"

#include <coldcore/sdk/plugin.hpp>

COLDCORE_SDK_PLUGIN(torus_linf, 1, Family, "Chebyshev distance on a torus", "1.0.0", "Apache-2.0",
                    "n 1..8, axes 3..16, R 0..7 with 2R+1 <= every axis")
COLDCORE_SDK_CIRCULAR(torus_linf, Family)
