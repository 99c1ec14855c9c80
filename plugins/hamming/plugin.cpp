// SPDX-License-Identifier: Apache-2.0
#include "family.hpp"

#include <coldcore/sdk/plugin.hpp>

COLDCORE_SDK_PLUGIN(hamming, 0, Family, "Hamming distance", "1.0.0", "Apache-2.0",
                    "axes 2..10, R 0..6")
COLDCORE_SDK_CIRCULAR(hamming, Family)
