// SPDX-License-Identifier: Apache-2.0
//
// What every plan has to keep, counted anew from the axis costs.
#include <doctest/doctest.h>

#include <algorithm>
#include <coldcore/sdk/machine.hpp>
#include <coldcore/sdk/storage.hpp>
#include <random>
#include <vector>

#include "by_costs.hpp"

namespace {

using namespace coldcore::sdk;

const std::vector<Caches> kMachines = {{1 << 10, 1 << 12},
                                       {1 << 14, 1 << 16},
                                       {1 << 20, 16 << 20},
                                       {std::int64_t{1} << 40, std::int64_t{1} << 40}};

Plan plan_of(const Shape& shape, bool indicator, const Caches& caches) {
  return make_plan<Family>(shape.n(), shape.axes.data(), shape.R, indicator, caches);
}

/// The costs within R of the steps along an axis, 0 among them.
std::vector<int> costs_of(int ax, int R) {
  std::vector<int> costs;
  for (int a = 0; a < ax; ++a) {
    for (int b = 0; b < ax; ++b) {
      const int cost = Family::axis_cost(ax, R, a, b);
      if (cost >= 0 && cost <= R) costs.push_back(cost);
    }
  }
  std::sort(costs.begin(), costs.end());
  costs.erase(std::unique(costs.begin(), costs.end()), costs.end());
  return costs;
}

/// The most digits that one digit reaches at cost at most d.
double most_within(int ax, int R, int d) {
  int most = 0;
  for (int a = 0; a < ax; ++a) {
    int reached = 0;
    for (int b = 0; b < ax; ++b) {
      const int cost = Family::axis_cost(ax, R, a, b);
      reached += cost >= 0 && cost <= d ? 1 : 0;
    }
    most = std::max(most, reached);
  }
  return most;
}

/// by_cost[d]: no word has more than that many words at cost at most d along the axes done before
/// step s.
std::vector<double> most_words(const Plan& plan, int s) {
  std::vector<double> within(static_cast<std::size_t>(plan.R) + 1, 1);
  for (int t = 0; t < s; ++t) {
    const int ax = plan.ax[plan.order[t]];
    if (!kAdds) {
      for (double& count : within) count *= most_within(ax, plan.R, plan.R);
      continue;
    }
    const std::vector<double> before = within;
    for (int d = 0; d <= plan.R; ++d) {
      double sum = 0;
      for (int cost = 0; cost <= d; ++cost) {
        const double digits =
            most_within(ax, plan.R, cost) - (cost > 0 ? most_within(ax, plan.R, cost - 1) : 0);
        sum += digits * before[static_cast<std::size_t>(d - cost)];
      }
      within[static_cast<std::size_t>(d)] = sum;
    }
  }
  return within;
}

/// No cost is larger along the axes done before step s.
int reach_before(const Plan& plan, int s) {
  int reach = 0;
  for (int t = 0; t < s; ++t) reach += costs_of(plan.ax[plan.order[t]], plan.R).back();
  return reach;
}

/// Whether every word of the axes done before step s is at cost at most d from every other.
bool all_within(const Plan& plan, int s, int d) {
  for (int t = 0; t < s; ++t) {
    const int ax = plan.ax[plan.order[t]];
    int most = 0;
    for (int a = 0; a < ax; ++a) {
      for (int b = 0; b < ax; ++b) {
        const int cost = Family::axis_cost(ax, plan.R, a, b);
        if (cost < 0) return false;
        most = std::max(most, cost);
      }
    }
    d -= most;
  }
  return d >= 0;
}

/// Whether plane d is there before step s, or equals one that is.
bool available(const Plan& plan, int s, int d) {
  const Planes& at = plan.planes[s];
  if (d == 0 && kAdds) return at.low == 0;
  if (d <= at.high) return d >= at.low;
  return at.high >= at.low && reach_before(plan, s) <= at.high;
}

void check_groups(const Plan& plan) {
  std::vector<int> done(plan.order, plan.order + plan.n);
  std::sort(done.begin(), done.end());
  for (int j = 0; j < plan.n; ++j) CHECK(done[static_cast<std::size_t>(j)] == j);

  CHECK(plan.groups >= 1);
  CHECK(plan.groups <= kMaxGroups);
  CHECK(plan.group[0].first == 0);
  CHECK(plan.group[plan.groups - 1].last == plan.n);
  std::int64_t words = 1;
  for (int g = 0; g < plan.groups; ++g) {
    const Group& group = plan.group[g];
    CHECK(group.first < group.last);
    if (g > 0) CHECK(group.first == plan.group[g - 1].last);
    std::int64_t rows = 1;
    for (int s = group.first; s < group.last; ++s) rows *= plan.ax[plan.order[s]];
    CHECK(group.rows == rows);
    words *= rows;
  }
  CHECK(plan.low_words == plan.group[plan.groups - 1].rows);
  CHECK(plan.outer * plan.low_words == words);
}

void check_planes(const Plan& plan) {
  CHECK(plan.planes[0].low == 0);
  CHECK(plan.planes[0].high == 0);
  for (int s = 0; s < plan.n; ++s) {
    CAPTURE(s);
    const Planes& to = plan.planes[s + 1];
    CHECK(to.low <= to.high);
    for (int d = plan.first_stored(to); d <= to.high; ++d) {
      for (const int cost : costs_of(plan.ax[plan.order[s]], plan.R)) {
        if (kAdds && cost > d) continue;
        CAPTURE(d);
        CAPTURE(cost);
        CHECK(available(plan, s, kAdds ? d - cost : 0));
      }
    }
  }
  const Planes& result = plan.planes[plan.n];
  CHECK(result.low == result.high);
  if (kAdds) CHECK(available(plan, plan.n, plan.R));
}

void check_widths(const Plan& plan) {
  for (int s = 0; s <= plan.n; ++s) {
    const std::vector<double> most = most_words(plan, s);
    const Planes& at = plan.planes[s];
    for (int d = at.low; d <= at.high; ++d) {
      if (at.bytes(d) == 4) continue;
      CAPTURE(s);
      CAPTURE(d);
      CHECK(most[static_cast<std::size_t>(kAdds ? d : plan.R)] <= (at.bytes(d) == 2 ? 65535 : 255));
    }
  }
}

}  // namespace

TEST_CASE("each axis is done once, in groups that follow one another") {
  std::mt19937 random(1);
  for (const Shape& shape : random_shapes(150, 1e12, random)) {
    CAPTURE(shape.text());
    for (const Caches& caches : kMachines) check_groups(plan_of(shape, true, caches));
  }
}

TEST_CASE("what a step reads is there") {
  std::mt19937 random(2);
  for (const Shape& shape : random_shapes(150, 1e12, random)) {
    CAPTURE(shape.text());
    for (const Caches& caches : kMachines) {
      check_planes(plan_of(shape, true, caches));
      check_planes(plan_of(shape, false, caches));
    }
  }
}

TEST_CASE("a plane is a total just where all words along the axes done are within its cost") {
  std::mt19937 random(8);
  int totals = 0;
  for (const Shape& shape : random_shapes(150, 1e12, random)) {
    CAPTURE(shape.text());
    const Plan plan = plan_of(shape, true, kMachines[2]);
    for (int s = 0; s <= plan.n; ++s) {
      CAPTURE(s);
      const Planes& at = plan.planes[s];
      const bool between = 0 < s && s < plan.n;
      CHECK(at.has_total == (kAdds && between && all_within(plan, s, at.high)));
      // None below it is one.
      if (at.has_total && at.high > 0) CHECK(!all_within(plan, s, at.high - 1));
      totals += at.has_total ? 1 : 0;
    }
  }
  CHECK((totals > 0) == kAdds);
}

TEST_CASE("8 and 16 bits hold what the planes in them can count") {
  std::mt19937 random(3);
  for (const Shape& shape : random_shapes(150, 1e12, random)) {
    CAPTURE(shape.text());
    check_widths(plan_of(shape, true, kMachines[2]));
  }
}

TEST_CASE("a multiset has at most 65,535 members, which 16 bits hold everywhere") {
  std::mt19937 random(4);
  for (const Shape& shape : random_shapes(50, 1e12, random)) {
    const Plan plan = plan_of(shape, false, kMachines[2]);
    for (int s = 0; s <= plan.n; ++s) {
      CHECK(plan.planes[s].wide_from > plan.planes[s].high);
      CHECK(plan.planes[s].bytes(plan.planes[s].low) == 2);
    }
  }
}

TEST_CASE("a cell's storage is enough for sets and for multisets, and no more") {
  std::mt19937 random(5);
  for (const Shape& shape : random_shapes(100, 1e12, random)) {
    for (const Caches& caches : kMachines) {
      CHECK(cell_bytes<Family>(shape.n(), shape.axes.data(), shape.R, caches) ==
            std::max(private_bytes(plan_of(shape, false, caches)),
                     private_bytes(plan_of(shape, true, caches))));
    }
  }
}

TEST_CASE("the same shape and caches give the same plan") {
  std::mt19937 random(6);
  for (const Shape& shape : random_shapes(50, 1e12, random)) {
    for (const Caches& caches : kMachines) {
      const Plan one = plan_of(shape, true, caches);
      const Plan other = plan_of(shape, true, caches);
      CHECK(one.groups == other.groups);
      CHECK(one.low_words == other.low_words);
      CHECK(one.outer == other.outer);
      CHECK(std::equal(one.order, one.order + one.n, other.order));
      CHECK(private_bytes(one) == private_bytes(other));
    }
  }
}

TEST_CASE(
    "records, totals and bits fill the private storage, and planes do not overlap in a record") {
  auto* const base = reinterpret_cast<std::uint8_t*>(std::uintptr_t{1} << 20);  // Never read.
  std::mt19937 random(7);
  for (const Shape& shape : random_shapes(100, 1e12, random)) {
    for (const Caches& caches : kMachines) {
      const Plan plan = plan_of(shape, true, caches);
      std::int64_t longest = 0;
      for (int g = 0; g + 1 < plan.groups; ++g) {
        const Storage storage = storage_after(plan, g, base);
        std::int64_t end = 0;
        for (int p = 0; p < storage.count; ++p) {
          CHECK(storage.plane[p].offset == end);
          end += kLine * storage.plane[p].bytes;
        }
        CHECK(end <= storage.record_bytes);
        longest = std::max(longest, end);
      }
      std::int64_t behind = plan.lines() * longest;
      for (int g = 0; g + 1 < plan.groups; ++g) {
        const Storage storage = storage_after(plan, g, base);
        if (plan.planes[plan.group[g].last].has_total) {
          CHECK(reinterpret_cast<std::uint8_t*>(storage.totals) == base + behind);
          // One number for each word of the axes still to do, in whole lines.
          std::int64_t rest = 1;
          for (int h = g + 1; h + 1 < plan.groups; ++h) rest *= plan.group[h].rows;
          behind += rest * ((plan.low_words + 31) / 32) * 32 * 4;
        }
        if (storage.bits != nullptr) {
          CHECK(reinterpret_cast<std::uint8_t*>(storage.bits) == base + behind);
          behind += plan.lines() * 32 / 8;
        }
      }
      CHECK(private_bytes(plan) == behind);
    }
  }
}

TEST_CASE("every line has a number of its own, and those of a last tile follow one another") {
  std::mt19937 random(8);
  for (const Shape& shape : random_shapes(50, 1e5, random)) {
    const Plan plan = plan_of(shape, true, kMachines[0]);
    if (plan.groups < 2) continue;
    const Storage storage = storage_after(plan, plan.groups - 2, nullptr);
    std::vector<bool> taken(static_cast<std::size_t>(plan.lines()), false);
    const std::int64_t lines_of_tile = kLine * plan.line_blocks();
    for (std::int64_t block = 0; block < plan.line_blocks(); ++block) {
      for (std::int64_t o = 0; o < plan.outer_padded(); ++o) {
        const std::int64_t line = storage.line_number(block, o);
        REQUIRE(0 <= line);
        REQUIRE(line < plan.lines());
        CHECK(line / lines_of_tile == o / kLine);
        CHECK(!taken[static_cast<std::size_t>(line)]);
        taken[static_cast<std::size_t>(line)] = true;
      }
    }
  }
}

TEST_CASE("the source is read by the first pass, and after that only where no bits are left") {
  std::mt19937 random(10);
  for (const Shape& shape : random_shapes(100, 1e12, random)) {
    for (const bool indicator : {true, false}) {
      const Plan plan = plan_of(shape, indicator, kMachines[1]);
      CHECK(reads_source(plan, 0));
      for (int g = 1; g < plan.groups; ++g) {
        const bool needed = kAdds && plan.planes[plan.group[g].first].low == 0;
        const bool last = g + 1 == plan.groups;
        CHECK(reads_source(plan, g) == (needed && !(indicator && last)));
        CHECK(leaves_bits(plan, g - 1) == (needed && indicator && last));
      }
    }
  }
}

TEST_CASE("planes that take turns in a tile are not read above") {
  std::mt19937 random(9);
  for (const Shape& shape : random_shapes(100, 1e12, random)) {
    CAPTURE(shape.text());
    const Plan plan = plan_of(shape, true, kMachines[1]);
    for (int g = 0; g < plan.groups; ++g) {
      const TileShape tile = tile_shape(plan, g);
      for (int s = plan.group[g].first; s < plan.group[g].last; ++s) {
        const int axis = s - plan.group[g].first;
        const Planes& from = plan.planes[s];
        const Planes& to = plan.planes[s + 1];
        // What the step reads and what it leaves has a row of its own for each digit of its axis.
        for (int d = from.low; d <= from.last_kept(); ++d) {
          CHECK(tile.own_axes[width_of(step_bytes(plan, s, from, d))][d] > axis);
        }
        for (int d = plan.first_stored(to); d <= to.last_kept(); ++d) {
          CHECK(tile.own_axes[width_of(step_bytes(plan, s, to, d))][d] > axis);
        }
      }
    }
  }
}

TEST_CASE("the caches of this machine are sizes that a plan can use") {
  const Caches caches = machine_caches();
  CHECK(caches.l2 > 0);
  CHECK(caches.l3 >= caches.l2);
}
