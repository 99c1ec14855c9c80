// SPDX-License-Identifier: Apache-2.0
// What the plugin exports.
#include "family.hpp"

#include <coldcore/sdk/plugin.hpp>

// Name, id, struct, title, version, SPDX licence, and the limits in words.
COLDCORE_SDK_PLUGIN(@NAME@, @ID@, Family, "Steps on rings", "0.1.0", "Apache-2.0",
                    "axes 2..10, R 0..6")

// Of these two, one: CIRCULAR if axis_cost depends on (target - centre) mod ax alone, OPEN otherwise.
COLDCORE_SDK_CIRCULAR(@NAME@, Family)
