// SPDX-License-Identifier: Apache-2.0
#include "gate_set_system.hpp"

#include <fmt/format.h>

#include "gate_report.hpp"

namespace coldcore::search {
namespace {

[[noreturn]] void contradiction(const std::string& what) {
  throw GateError(GateError::Kind::kDefinition, what);
}

void mark_row(const GateRows& rows, Candidate c, std::span<std::uint16_t> counts) {
  const auto begin = static_cast<std::size_t>(rows.offsets[static_cast<std::size_t>(c)]);
  const auto end = static_cast<std::size_t>(rows.offsets[static_cast<std::size_t>(c) + 1]);
  for (std::size_t e = begin; e < end; ++e) {
    add_saturated(counts[rows.entries[e]],
                  rows.multiplicities.empty() ? 1 : rows.multiplicities[e]);
  }
}

}  // namespace

SetGateReport recount_sets(const GateRows& rows, std::span<const Candidate> chosen, int mu) {
  require_gate_memory(rows.points, "elements");
  std::vector<std::uint16_t> counts(static_cast<std::size_t>(rows.points));
  const auto candidates = static_cast<std::int64_t>(rows.offsets.size()) - 1;
  SetGateReport report;
  for (const Candidate c : chosen) {
    if (c < 0 || c >= candidates) {
      contradiction(fmt::format("candidate {} of {} was chosen", c, candidates));
    }
    mark_row(rows, c, counts);
    const std::int64_t cost = rows.costs.empty() ? 1 : rows.costs[static_cast<std::size_t>(c)];
    if (__builtin_add_overflow(report.cost, cost, &report.cost)) {
      contradiction("the cost does not fit 64 bits");
    }
  }
  report.coverage = report_of_counts(counts, mu);
  return report;
}

}  // namespace coldcore::search
