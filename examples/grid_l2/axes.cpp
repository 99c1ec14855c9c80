// SPDX-License-Identifier: Apache-2.0
#include "family.hpp"

#include <coldcore/sdk/axes.hpp>

COLDCORE_SDK_AXES(grid_l2, Family)
