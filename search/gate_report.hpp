// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "gate.hpp"

namespace coldcore::search {

/// Throws GateError unless `counts` counters of 16 bits are to be had.
void require_gate_memory(std::int64_t counts, const char* of_what);

/// Adds to a counter that stops at GateReport::kSaturated.
void add_saturated(std::uint16_t& count, std::int64_t more);

/// What counters, one for each point, say about coverage mu times.
GateReport report_of_counts(std::span<const std::uint16_t> counts, int mu);

}  // namespace coldcore::search
