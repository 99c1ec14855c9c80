// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <vector>

#include "gate_design.hpp"
#include "gate_set_system.hpp"
#include "problem.hpp"

using namespace coldcore::search;

namespace {

struct Stored {
  std::int64_t points = 0;
  std::vector<std::int64_t> offsets{0};
  std::vector<std::uint32_t> entries;
  std::vector<std::int32_t> multiplicities;
  std::vector<std::int64_t> costs;

  GateRows rows() const { return {points, offsets, entries, multiplicities, costs}; }
};

Stored random_rows(std::mt19937& random) {
  Stored stored;
  stored.points = static_cast<std::int64_t>(1 + random() % 150);
  const bool multiplicities = random() % 2 == 0;
  for (std::size_t c = 0, count = 1 + random() % 20; c < count; ++c) {
    for (std::uint32_t x = 0; x < stored.points; ++x) {
      if (random() % 4 != 0) continue;
      stored.entries.push_back(x);
      if (multiplicities)
        stored.multiplicities.push_back(static_cast<std::int32_t>(1 + random() % 3));
    }
    stored.offsets.push_back(static_cast<std::int64_t>(stored.entries.size()));
    stored.costs.push_back(static_cast<std::int64_t>(1 + random() % 1000));
  }
  return stored;
}

/// Counted point by point.
std::int64_t coverings(const Stored& stored, const std::vector<Candidate>& chosen,
                       std::uint32_t x) {
  std::int64_t sum = 0;
  for (const Candidate c : chosen) {
    for (auto e = stored.offsets[static_cast<std::size_t>(c)];
         e < stored.offsets[static_cast<std::size_t>(c) + 1]; ++e) {
      const auto entry = static_cast<std::size_t>(e);
      if (stored.entries[entry] != x) continue;
      sum += stored.multiplicities.empty() ? 1 : stored.multiplicities[entry];
    }
  }
  return sum;
}

}  // namespace

TEST_SUITE("search/gate_set_system") {
  TEST_CASE("random choices are counted as the definition says") {
    std::mt19937 random(5);
    for (int round = 0; round < 300; ++round) {
      const Stored stored = random_rows(random);
      std::vector<Candidate> chosen(random() % 12);
      for (Candidate& c : chosen) c = static_cast<Candidate>(random() % stored.costs.size());
      const int mu = static_cast<int>(1 + random() % 3);

      const SetGateReport report = recount_sets(stored.rows(), chosen, mu);

      std::map<int, std::int64_t> histogram;
      std::vector<Point> deficient;
      for (std::uint32_t x = 0; x < stored.points; ++x) {
        const auto count = static_cast<int>(coverings(stored, chosen, x));
        ++histogram[count];
        if (count < mu) deficient.push_back(x);
      }
      std::int64_t cost = 0;
      for (const Candidate c : chosen) cost += stored.costs[static_cast<std::size_t>(c)];
      CHECK(report.cost == cost);
      CHECK(report.coverage.points == stored.points);
      CHECK(report.coverage.deficient == static_cast<std::int64_t>(deficient.size()));
      deficient.resize(std::min(deficient.size(), GateReport::kListed));
      CHECK(report.coverage.first_deficient == deficient);
      CHECK(std::map(report.coverage.histogram.begin(), report.coverage.histogram.end()) ==
            histogram);
      CHECK(report.coverage.min_multiplicity == histogram.begin()->first);
      CHECK(report.coverage.max_multiplicity == histogram.rbegin()->first);
    }
  }

  TEST_CASE("without costs every candidate costs one") {
    const Stored stored{2, {0, 1, 2}, {0, 1}, {}, {}};
    const SetGateReport report = recount_sets(stored.rows(), std::vector<Candidate>{0, 1, 1}, 1);
    CHECK(report.cost == 3);
    CHECK(report.coverage.covered());
    CHECK(report.coverage.max_multiplicity == 2);
  }

  TEST_CASE("counts stop at the largest that is told") {
    const Stored stored{2, {0, 2}, {0, 1}, {2'000'000'000, 1}, {}};
    const SetGateReport report =
        recount_sets(stored.rows(), std::vector<Candidate>(70'000, 0), 65'535);
    CHECK(report.coverage.covered());
    CHECK(report.coverage.min_multiplicity == GateReport::kSaturated);
  }

  TEST_CASE("indices and costs that cannot be are refused") {
    constexpr auto kHuge = std::numeric_limits<std::int64_t>::max();
    const Stored stored{1, {0, 1}, {0}, {}, {kHuge}};
    CHECK_THROWS_AS(recount_sets(stored.rows(), std::vector<Candidate>{1}, 1), GateError);
    CHECK_THROWS_AS(recount_sets(stored.rows(), std::vector<Candidate>{-1}, 1), GateError);
    CHECK(recount_sets(stored.rows(), std::vector<Candidate>{0}, 1).cost == kHuge);
    CHECK_THROWS_AS(recount_sets(stored.rows(), std::vector<Candidate>{0, 0}, 1), GateError);
  }
}

TEST_SUITE("search/gate_design") {
  TEST_CASE("Fano's plane covers every pair once") {
    DesignGate gate(7, 3, 2);
    const std::vector<int> fano = {0, 1, 2, 0, 3, 4, 0, 5, 6, 1, 3, 5, 1, 4, 6, 2, 3, 6, 2, 4, 5};
    const GateReport whole = gate.recount(fano, 1);
    CHECK(whole.points == 21);
    CHECK(whole.covered());
    CHECK(whole.max_multiplicity == 1);
    CHECK(gate.recount(fano, 2).deficient == 21);
    const GateReport less = gate.recount(std::span(fano).first(18), 1);
    CHECK(less.deficient == 3);
    CHECK(gate.subset(less.first_deficient[0]) == std::vector<int>{2, 4});
    CHECK(gate.subset(less.first_deficient[1]) == std::vector<int>{2, 5});
    CHECK(gate.subset(less.first_deficient[2]) == std::vector<int>{4, 5});
  }

  TEST_CASE("random blocks are counted by containment, subset by subset") {
    std::mt19937 random(3);
    for (int round = 0; round < 200; ++round) {
      const int v = static_cast<int>(1 + random() % 9);
      const int k = static_cast<int>(1 + random() % static_cast<unsigned>(v));
      const int t = static_cast<int>(1 + random() % static_cast<unsigned>(k));
      std::vector<std::vector<int>> blocks(random() % 7);
      std::vector<int> flat;
      for (auto& block : blocks) {
        std::vector<int> points(static_cast<std::size_t>(v));
        for (int i = 0; i < v; ++i) points[static_cast<std::size_t>(i)] = i;
        std::ranges::shuffle(points, random);
        block.assign(points.begin(), points.begin() + k);
        std::ranges::sort(block);
        flat.insert(flat.end(), block.begin(), block.end());
      }
      DesignGate gate(v, k, t);
      const GateReport report = gate.recount(flat, 1);
      std::int64_t uncovered = 0;
      for (Point x = 0; x < report.points; ++x) {
        const std::vector<int> subset = gate.subset(x);
        REQUIRE(static_cast<int>(subset.size()) == t);
        REQUIRE(std::ranges::is_sorted(subset));
        const bool in_some = std::ranges::any_of(
            blocks, [&](const auto& block) { return std::ranges::includes(block, subset); });
        if (!in_some) ++uncovered;
        const bool listed =
            std::ranges::find(report.first_deficient, x) != report.first_deficient.end();
        CHECK(listed == (!in_some && uncovered <= static_cast<std::int64_t>(GateReport::kListed)));
      }
      CHECK(report.deficient == uncovered);
    }
  }

  TEST_CASE("counts of repeated blocks in designs of every shape, point by point") {
    std::mt19937 random(11);
    for (int round = 0; round < 60; ++round) {
      const int v = static_cast<int>(1 + random() % 20);  // Across the lanes of a pass.
      const int k = static_cast<int>(1 + random() % static_cast<unsigned>(v));
      const int t = std::min<int>(k, static_cast<int>(1 + random() % 4));
      const int mu = static_cast<int>(1 + random() % 3);
      std::vector<std::uint32_t> blocks;
      std::vector<int> flat;
      for (std::size_t b = 0, count = random() % 40; b < count; ++b) {
        std::vector<int> points(static_cast<std::size_t>(v));
        std::iota(points.begin(), points.end(), 0);
        std::ranges::shuffle(points, random);
        points.resize(static_cast<std::size_t>(k));
        std::ranges::sort(points);
        std::uint32_t mask = 0;
        for (const int point : points) mask |= std::uint32_t{1} << point;
        for (std::size_t i = 0; i <= random() % 3; ++i) {
          blocks.push_back(mask);
          flat.insert(flat.end(), points.begin(), points.end());
        }
      }
      std::map<int, std::int64_t> histogram;
      std::int64_t deficient = 0;
      for (std::uint32_t subset = 0; subset < std::uint32_t{1} << v; ++subset) {
        if (std::popcount(subset) != t) continue;
        const auto holds = [&](std::uint32_t block) { return (block & subset) == subset; };
        const auto count = static_cast<int>(std::ranges::count_if(blocks, holds));
        ++histogram[count];
        deficient += count < mu ? 1 : 0;
      }
      const GateReport report = DesignGate(v, k, t).recount(flat, mu);
      CHECK(std::map(report.histogram.begin(), report.histogram.end()) == histogram);
      CHECK(report.deficient == deficient);
      CHECK(report.min_multiplicity == histogram.begin()->first);
      CHECK(report.max_multiplicity == histogram.rbegin()->first);
    }
  }

  TEST_CASE("no memory goes by the number of subsets") {
    // 150 over 10 is 1169554298222310: counters of 16 bits would take 2 PB. Two disjoint blocks of
    // 20 points cover 2 * (20 over 10) = 2 * 184756 of them.
    std::vector<int> blocks(40);
    std::iota(blocks.begin(), blocks.end(), 100);
    DesignGate gate(150, 20, 10);
    const GateReport report = gate.recount(blocks, 1);
    CHECK(report.points == 1'169'554'298'222'310);
    CHECK(report.deficient == 1'169'554'298'222'310 - 369'512);
    CHECK(report.first_deficient.size() == GateReport::kListed);
    CHECK(report.first_deficient[0] == 0);
    CHECK(gate.subset(99).back() == 108);  // 0, ..., 8 and the 100th point from 9 on.
  }

  TEST_CASE("a block more often than is told counts as that") {
    DesignGate gate(2, 1, 1);
    const GateReport report = gate.recount(std::vector<int>(70'000, 1), 1);
    CHECK(report.histogram == std::vector<std::pair<int, std::int64_t>>{{0, 1}, {65'535, 1}});
  }

  TEST_CASE("subsets are numbered once each, in lexicographic order") {
    DesignGate gate(9, 5, 4);
    for (Point x = 1; x < 126; ++x) CHECK(gate.subset(x - 1) < gate.subset(x));
    CHECK(gate.subset(0) == std::vector<int>{0, 1, 2, 3});
    CHECK(gate.subset(125) == std::vector<int>{5, 6, 7, 8});
  }

  TEST_CASE("blocks that are none, and work without end, are refused") {
    DesignGate gate(5, 3, 2);
    CHECK_THROWS_AS(gate.recount(std::vector<int>{0, 2, 1}, 1), GateError);
    CHECK_THROWS_AS(gate.recount(std::vector<int>{0, 1, 1}, 1), GateError);
    CHECK_THROWS_AS(gate.recount(std::vector<int>{0, 1, 5}, 1), GateError);
    CHECK_THROWS_AS(gate.recount(std::vector<int>{-1, 1, 2}, 1), GateError);
    CHECK_THROWS_AS(DesignGate(255, 127, 100), InputError);  // 255 over 100 exceeds 64 bits.
    // 60 over 20 is 4191844505805495, of which one block of C(61,60,20) contains as many.
    DesignGate large(61, 60, 20);
    CHECK(large.coverings(1) == 4'191'844'505'805'495);
    CHECK(large.coverings(3'000) == std::numeric_limits<std::int64_t>::max());
    std::vector<int> block(60);
    std::iota(block.begin(), block.end(), 0);
    CHECK_THROWS_AS(large.recount(block, 1), InputError);
  }
}
