// SPDX-License-Identifier: Apache-2.0
//
// The verification gate for explicit incidence: recounts a list of candidates from their rows. It
// shares nothing with the engine.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gate.hpp"

namespace coldcore::search {

/// Rows as they were read from a file: candidate c has the entries offsets[c]..offsets[c+1]-1.
struct GateRows {
  std::int64_t points = 0;
  std::span<const std::int64_t> offsets;
  std::span<const std::uint32_t> entries;        ///< Each below `points`.
  std::span<const std::int32_t> multiplicities;  ///< By entry; empty: all one.
  std::span<const std::int64_t> costs;           ///< By candidate; empty: all one.
};

struct SetGateReport {
  GateReport coverage;
  std::int64_t cost = 0;
};

/// Counts how often the multiset `chosen` of candidates covers each point, and adds up its cost.
/// Throws GateError: too little memory, an index that the rows do not have, or a cost that does not
/// fit 64 bits.
SetGateReport recount_sets(const GateRows& rows, std::span<const Candidate> chosen, int mu);

}  // namespace coldcore::search
