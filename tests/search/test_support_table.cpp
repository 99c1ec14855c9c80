// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "support_table.hpp"

namespace coldcore::search {
namespace {

// A family of our own, so that the walk is judged without the engine: on each axis u covers what is
// at most R away, on a circle or on a line, and either the largest step or the sum of the steps
// counts.

int line_distance(int, int, int centre, int target) { return std::abs(centre - target); }

int step_limit_cost(int ax, int R, int centre, int target) {
  const int distance = line_distance(ax, R, centre, target);
  return distance <= R ? distance : -1;
}

/// All patterns of shifts: too many for any relation, which is what the costs are for.
long long all_shifts(int n, const int* ax, int, std::uint64_t* out, long long cap) {
  std::vector<std::uint64_t> patterns{0};
  for (int j = 0; j < n; ++j) {
    const std::vector<std::uint64_t> before = patterns;
    for (const std::uint64_t pattern : before) {
      int bytes = 0;
      while ((pattern >> (8 * bytes)) != 0) ++bytes;
      for (int shift = 1; shift < ax[j]; ++shift) {
        const auto step = static_cast<std::uint64_t>(j << 4 | shift);
        patterns.push_back(pattern | step << (8 * bytes));
      }
    }
  }
  const auto length = static_cast<long long>(patterns.size());
  if (out != nullptr && cap >= length) std::copy(patterns.begin(), patterns.end(), out);
  return length;
}

/// Shifts by one on a single axis.
long long unit_shifts(int n, const int* ax, int, std::uint64_t* out, long long cap) {
  std::vector<std::uint64_t> patterns{0};
  for (int j = 0; j < n; ++j) {
    patterns.push_back(static_cast<std::uint64_t>(j << 4 | 1));
    if (ax[j] > 2) patterns.push_back(static_cast<std::uint64_t>(j << 4 | (ax[j] - 1)));
  }
  const auto length = static_cast<long long>(patterns.size());
  if (out != nullptr && cap >= length) std::copy(patterns.begin(), patterns.end(), out);
  return length;
}

int accept(int, const int*, int R, int* nlayers) {
  if (R > 3) return COLDCORE_PLUGIN_E_RADIUS;
  *nlayers = 1;
  return COLDCORE_PLUGIN_OK;
}

struct Family {
  coldcore_plugin_info info{};
  coldcore_plugin plugin{};

  Family(coldcore_table_fn table, coldcore_axis_cost_fn cost, int rule) {
    info.name = "test";
    info.limits = "R at most 3";
    info.cost_rule = rule;
    plugin.name = info.name;
    plugin.info = &info;
    plugin.validate = accept;
    plugin.table = table;
    plugin.axis_cost = cost;
  }
};

std::vector<int> digits_of(std::int64_t word, const std::vector<int>& axes) {
  std::vector<int> digits;
  for (const int size : axes) {
    digits.push_back(static_cast<int>(word % size));
    word /= size;
  }
  return digits;
}

/// Compares every list with the relation, word by word.
template <class Relation>
void check_lists(const SupportTable& table, const std::vector<int>& axes, Relation covers) {
  for (Candidate u = 0; u < table.words(); ++u) {
    std::vector<Point> expected;
    for (Point x = 0; x < table.words(); ++x) {
      if (covers(digits_of(u, axes), digits_of(x, axes))) expected.push_back(x);
    }
    std::vector<Point> points{-1};
    table.points_of(u, points);
    REQUIRE(points == expected);
    table.candidates_of(u, points);
    REQUIRE(points == expected);
  }
}

TEST_SUITE("search/support_table") {
  TEST_CASE("without costs every shift counts, circularly, on mixed axes") {
    const std::vector<int> axes{3, 2, 5};
    const Family family(unit_shifts, nullptr, COLDCORE_COST_SUM);
    const SupportTable table(family.plugin, axes, 1);
    CHECK(table.words() == 30);
    CHECK(table.entry_bound() == 30 * 6);
    CHECK(table.symmetric());
    check_lists(table, axes, [&](const auto& u, const auto& x) {
      int total = 0;
      for (std::size_t j = 0; j < axes.size(); ++j) {
        const int distance = std::abs(u[j] - x[j]);
        total += std::min(distance, axes[j] - distance);
      }
      return total <= 1;
    });
  }

  TEST_CASE("costs end the steps at the border and add up") {
    const std::vector<int> axes{4, 3, 5};
    const Family family(all_shifts, line_distance, COLDCORE_COST_SUM);
    check_lists(SupportTable(family.plugin, axes, 2), axes, [](const auto& u, const auto& x) {
      int total = 0;
      for (std::size_t j = 0; j < u.size(); ++j) total += std::abs(u[j] - x[j]);
      return total <= 2;
    });
  }

  TEST_CASE("or the largest of them counts, and an impossible step rules a pattern out") {
    const std::vector<int> axes{4, 3, 5};
    for (const coldcore_axis_cost_fn cost : {line_distance, step_limit_cost}) {
      const Family family(all_shifts, cost, COLDCORE_COST_MAX);
      check_lists(SupportTable(family.plugin, axes, 1), axes, [](const auto& u, const auto& x) {
        int most = 0;
        for (std::size_t j = 0; j < u.size(); ++j) most = std::max(most, std::abs(u[j] - x[j]));
        return most <= 1;
      });
    }
  }

  TEST_CASE("a shape that the family refuses is refused with the family's limits") {
    const Family family(unit_shifts, nullptr, COLDCORE_COST_SUM);
    const std::vector<int> axes{3, 3};
    CHECK_THROWS_WITH_AS(SupportTable(family.plugin, axes, 4),
                         "test does not take these axes with R = 4: R at most 3", OracleError);
  }
}

}  // namespace
}  // namespace coldcore::search
