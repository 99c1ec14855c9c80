// SPDX-License-Identifier: Apache-2.0
// The driver. Compiled once for each instruction set: keep everything else out of this file.
#include "family.hpp"

#include <coldcore/sdk/axes.hpp>

COLDCORE_SDK_AXES(@NAME@, Family)
