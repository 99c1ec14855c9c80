// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "per_axis.hpp"

namespace coldcore::bench {

/// COLDCORE_ISA_*: the best of this CPU, or what COLDCORE_ISA asks for, if it is less.
std::int32_t best_isa();

/// The per-axis driver of one of our families, compiled for an instruction set. Throws
/// std::runtime_error for a family that is none of them.
PerAxisDriver per_axis_driver(const std::string& family, std::int32_t isa);

}  // namespace coldcore::bench
