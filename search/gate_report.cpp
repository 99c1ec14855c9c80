// SPDX-License-Identifier: Apache-2.0
#include "gate_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

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

GateReport report_of_counts(std::span<const std::uint16_t> counts, int mu) {
  GateReport report;
  report.points = static_cast<std::int64_t>(counts.size());
  std::vector<std::int64_t> points_by_count(GateReport::kSaturated + 1);
  for (std::size_t x = 0; x < counts.size(); ++x) {
    ++points_by_count[counts[x]];
    if (counts[x] >= mu) continue;
    ++report.deficient;
    if (report.first_deficient.size() < GateReport::kListed) {
      report.first_deficient.push_back(static_cast<Point>(x));
    }
  }
  for (std::size_t count = 0; count < points_by_count.size(); ++count) {
    if (points_by_count[count] == 0) continue;
    report.histogram.emplace_back(static_cast<int>(count), points_by_count[count]);
  }
  report.min_multiplicity = report.histogram.front().first;
  report.max_multiplicity = report.histogram.back().first;
  return report;
}

}  // namespace coldcore::search
