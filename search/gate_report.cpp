// SPDX-License-Identifier: Apache-2.0
#include "gate_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "available_memory.hpp"

namespace coldcore::search {

void require_gate_memory(std::int64_t counts, const char* of_what) {
  const std::int64_t available = available_memory();
  constexpr auto kBytes = static_cast<std::int64_t>(sizeof(std::uint16_t));
  if (counts <= available / kBytes) return;
  throw GateError(GateError::Kind::kMemory,
                  fmt::format("the recount needs {} bytes for {} {}, {} are available",
                              kBytes * counts, counts, of_what, available));
}

void add_saturated(std::uint16_t& count, std::int64_t more) {
  count = static_cast<std::uint16_t>(std::min<std::int64_t>(count + more, GateReport::kSaturated));
}

void Tally::add_deficient(std::int64_t points) {
  deficient_ += points;
  const auto listed = static_cast<std::int64_t>(first_deficient_.size());
  const auto room = static_cast<std::int64_t>(GateReport::kListed) - listed;
  for (std::int64_t i = 0; i < std::min(points, room); ++i) first_deficient_.push_back(points_ + i);
}

GateReport Tally::report() const {
  GateReport report;
  report.points = points_;
  report.deficient = deficient_;
  report.first_deficient = first_deficient_;
  for (std::size_t count = 0; count < points_by_count_.size(); ++count) {
    if (points_by_count_[count] == 0) continue;
    report.histogram.emplace_back(static_cast<int>(count), points_by_count_[count]);
  }
  report.min_multiplicity = report.histogram.front().first;
  report.max_multiplicity = report.histogram.back().first;
  return report;
}

GateReport report_of_counts(std::span<const std::uint16_t> counts, int mu) {
  Tally tally(mu);
  for (const std::uint16_t count : counts) tally.add(count);
  return tally.report();
}

}  // namespace coldcore::search
