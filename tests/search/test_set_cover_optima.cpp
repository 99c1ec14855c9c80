// SPDX-License-Identifier: Apache-2.0
//
// Whole runs over the incidence module that have to end at a cover of proved least or best known
// cost. Generous limits: each takes well under a second.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "design.hpp"
#include "incidence_fixture.hpp"
#include "instances.hpp"
#include "rng.hpp"
#include "solve.hpp"
#include "sparse_oracle.hpp"

namespace coldcore::search {
namespace {

bool is_cover(const SetSystem& system, int mu, const std::vector<Candidate>& cover) {
  std::vector<int> counts(static_cast<std::size_t>(system.point_count));
  for (const Candidate c : cover) {
    for (const Index x : system.points[static_cast<Index>(c)]) ++counts[x];
  }
  return std::all_of(counts.begin(), counts.end(), [mu](int n) { return n >= mu; });
}

/// The cost that a run with this target ends at.
std::int64_t reached(const SetSystem& system, SolveOptions options, int mu = 1) {
  SparseOracle oracle(testing::incidence_module(), system, mu);
  Observer observer;
  options.seconds = 60;
  const SolveResult result = solve(oracle, options, observer);
  CHECK(is_cover(system, mu, result.cover));
  CHECK(result.cost == oracle.costs().total(result.cover));
  return result.cost;
}

std::int64_t reached(const Design& design, std::int64_t target, std::uint64_t seed) {
  return reached(generate(design, 1), {.seed = seed, .target = target});
}

/// Random lists with multiplicities 1..3, point weights and costs; each point in two lists at
/// least.
SetSystem random_weighted_system(std::int64_t candidates, std::int64_t points, std::uint64_t seed) {
  Rng rng(seed);
  const auto one_to = [&](std::uint64_t most) { return 1 + static_cast<int>(rng.below(most)); };
  SetSystem system;
  system.point_count = points;
  for (std::int64_t c = 0; c < candidates; ++c) {
    for (std::int64_t x = 0; x < points; ++x) {
      if ((x + c) % candidates >= 2 && rng.below(4) != 0) continue;
      system.points.entries.push_back(static_cast<Index>(x));
      system.multiplicities.push_back(one_to(3));
    }
    system.points.offsets.push_back(std::ssize(system.points.entries));
    system.costs.push_back(one_to(9));
  }
  for (std::int64_t x = 0; x < points; ++x) system.point_weights.push_back(one_to(5));
  return system;
}

/// Least cost of what completes `counts` to mu by candidates from c on, each at most mu times.
std::int64_t least_cost(const SetSystem& system, int mu, Candidate c, std::vector<int> counts) {
  constexpr std::int64_t kNone = 1'000'000;
  if (c == system.candidate_count()) {
    return std::all_of(counts.begin(), counts.end(), [mu](int n) { return n >= mu; }) ? 0 : kNone;
  }
  const auto at = static_cast<std::size_t>(c);
  std::int64_t least = least_cost(system, mu, c + 1, counts);
  for (int copies = 1; copies <= mu; ++copies) {
    for (auto e = system.points.offsets[at]; e < system.points.offsets[at + 1]; ++e) {
      const auto entry = static_cast<std::size_t>(e);
      counts[system.points.entries[entry]] += system.multiplicities[entry];
    }
    least = std::min(least, copies * system.costs[at] + least_cost(system, mu, c + 1, counts));
  }
  return least;
}

using Block = std::vector<int>;

/// The hexads of the Steiner system S(5,6,12): the images of the squares and infinity under the
/// fractional linear maps of square determinant over the integers modulo 11, where infinity is the
/// point 11.
std::vector<Block> hexads() {
  std::set<Block> found;
  std::vector<Block> open{{0, 1, 3, 4, 5, 9}};
  open.front().front() = 11;
  std::sort(open.front().begin(), open.front().end());
  const auto visit = [&](const Block& block, auto&& map) {
    Block image;
    for (const int z : block) image.push_back(map(z));
    std::sort(image.begin(), image.end());
    if (found.insert(image).second) open.push_back(image);
  };
  const auto inverse = [](int z) {
    for (int i = 1; i < 11; ++i) {
      if (z * i % 11 == 1) return i;
    }
    return 0;
  };
  while (!open.empty()) {
    const Block block = open.back();
    open.pop_back();
    visit(block, [](int z) { return z == 11 ? 11 : (z + 1) % 11; });
    visit(block, [](int z) { return z == 11 ? 11 : 3 * z % 11; });
    visit(block, [&](int z) { return z == 11 ? 0 : z == 0 ? 11 : (11 - inverse(z)) % 11; });
  }
  return {found.begin(), found.end()};
}

TEST_SUITE("search/set_cover_optima") {
  TEST_CASE("small covering designs") {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
      CAPTURE(seed);
      CHECK(reached(Design{7, 3, 2}, 7, seed) == 7);
      CHECK(reached(Design{8, 4, 3}, 14, seed) == 14);
      CHECK(reached(Design{9, 3, 2}, 12, seed) == 12);
      CHECK(reached(Design{10, 5, 3}, 17, seed) == 17);
      CHECK(reached(Design{9, 5, 4}, 30, seed) == 30);
      CHECK(reached(Design{11, 5, 4}, 66, seed) == 66);
    }
  }

  TEST_CASE("a Steiner system is its own warm start, and completes one that lacks blocks") {
    const Design design{12, 6, 5};
    const SetSystem system = generate(design, 1);
    const SubsetRanks ranks(12, 6);
    std::vector<Candidate> blocks;
    for (const Block& block : hexads()) blocks.push_back(ranks.rank(block));
    REQUIRE(blocks.size() == 132);
    // Every 5-subset is in exactly one: 132 * 6 of them, all different.
    REQUIRE(is_cover(system, 1, blocks));
    REQUIRE(system.point_count == 132 * 6);

    CHECK(schonheim_bound(design, 1) == 132);
    CHECK(reached(system, {.lower_bound = 132, .warm_start = blocks}) == 132);
    blocks.resize(100);
    CHECK(reached(system, {.target = 132, .warm_start = blocks}) == 132);
  }

  TEST_CASE("least covers of Steiner triples, cube cycles and two-colourings") {
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
      CAPTURE(seed);
      CHECK(reached(instances::steiner(9), {.seed = seed, .target = 5}) == 5);
      CHECK(reached(instances::steiner(27), {.seed = seed, .target = 18}) == 18);
      CHECK(reached(instances::steiner(81), {.seed = seed, .target = 61}) == 61);
      CHECK(reached(instances::cube_cycles(6), {.seed = seed, .target = 60}) == 60);
      CHECK(reached(instances::cube_cycles(7), {.seed = seed, .target = 144}) == 144);
      CHECK(reached(instances::two_colourings(10), {.seed = seed, .target = 25}) == 25);
    }
  }

  TEST_CASE("equal costs reach the same sets, and so does every point twice") {
    SetSystem system = generate({9, 3, 2}, 1);
    system.costs.assign(static_cast<std::size_t>(system.candidate_count()), 5);
    CHECK(reached(system, {.target = 60}) == 60);
    system.costs.clear();
    CHECK(reached(system, {.target = 24}, 2) == 24);
    CHECK(reached(system, {.target = 24, .distinct = true}, 2) == 24);
  }

  TEST_CASE("coverings that count twice are heeded where points need more than one") {
    // Candidate 0 covers both points twice; alone it is a cover twice over, at a cost of 5.
    SetSystem system;
    system.point_count = 2;
    system.points.offsets = {0, 2, 3, 4};
    system.points.entries = {0, 1, 0, 1};
    system.multiplicities = {2, 2, 1, 1};
    system.costs = {5, 2, 2};
    SparseOracle oracle(testing::incidence_module(), system, 2);
    Observer observer;
    const SolveResult result = solve(oracle, {.iterations = 100}, observer);
    CHECK(result.cover == std::vector<Candidate>{0});
    CHECK(result.cost == 5);
  }

  TEST_CASE("least costs by definition are reached with multiplicities, weights and mu above 1") {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      for (int mu = 1; mu <= 3; ++mu) {
        CAPTURE(seed);
        CAPTURE(mu);
        const SetSystem system = random_weighted_system(7, 8, seed);
        const std::int64_t least = least_cost(system, mu, 0, std::vector<int>(8));
        SparseOracle oracle(testing::incidence_module(), system, mu);
        Observer observer;
        const SolveResult result =
            solve(oracle, {.seconds = 60, .seed = seed, .lower_bound = least}, observer);
        CHECK(result.status == SolveStatus::kOptimal);
        CHECK(result.cost == least);
        oracle.recount(result.cover);
        CHECK(oracle.count_deficit() == 0);
      }
    }
  }
}

}  // namespace
}  // namespace coldcore::search
