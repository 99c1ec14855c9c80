// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "gate.hpp"

namespace coldcore::search {

/// Throws GateError unless `counts` counters of 16 bits are to be had.
void require_gate_memory(std::int64_t counts, const char* of_what);

/// Adds to a counter that stops at GateReport::kSaturated.
void add_saturated(std::uint16_t& count, std::int64_t more);

/// Makes a report, told of all points in ascending order.
class Tally {
 public:
  /// Coverage mu times is what is asked for.
  explicit Tally(int mu) : mu_(mu) {}

  /// The next point, or so many of them, are covered `count` times each.
  void add(std::int64_t count, std::int64_t points = 1) {
    const auto shown = std::min<std::int64_t>(count, GateReport::kSaturated);
    points_by_count_[static_cast<std::size_t>(shown)] += points;
    if (count < mu_) add_deficient(points);
    points_ += points;
  }

  /// At least one point has been told of.
  GateReport report() const;

 private:
  void add_deficient(std::int64_t points);

  int mu_;
  std::int64_t points_ = 0;
  std::int64_t deficient_ = 0;
  std::vector<Point> first_deficient_;
  std::vector<std::int64_t> points_by_count_ =
      std::vector<std::int64_t>(std::size_t{GateReport::kSaturated} + 1);
};

/// What counters, one for each point, say about coverage mu times.
GateReport report_of_counts(std::span<const std::uint16_t> counts, int mu);

}  // namespace coldcore::search
