// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "instances.hpp"

using namespace coldcore::search;

namespace {

struct Facts {
  std::int64_t rows, columns, nonzeros;
};

void check(const SetSystem& system, const Facts& facts) {
  CHECK(system.point_count == facts.rows);
  CHECK(system.candidate_count() == facts.columns);
  CHECK(static_cast<std::int64_t>(system.points.entries.size()) == facts.nonzeros);
}

}  // namespace

// The counts are those of the files in the OR-Library.
TEST_SUITE("search/instances") {
  TEST_CASE("cycles of the cube") {
    check(instances::cube_cycles(6), {240, 192, 960});
    check(instances::cube_cycles(7), {672, 448, 2688});
    check(instances::cube_cycles(8), {1792, 1024, 7168});
  }

  TEST_CASE("two-colourings of 4-subsets") {
    check(instances::two_colourings(10), {511, 210, 13230});
    check(instances::two_colourings(11), {1023, 330, 41910});
  }

  TEST_CASE("Steiner triples have every pair once") {
    for (const int n : {9, 15, 27, 45, 81}) {
      CAPTURE(n);
      std::map<std::pair<int, int>, int> seen;
      for (instances::Triple t : instances::steiner_triples(n)) {
        std::ranges::sort(t);
        ++seen[{t[0], t[1]}];
        ++seen[{t[0], t[2]}];
        ++seen[{t[1], t[2]}];
      }
      CHECK(seen.size() == static_cast<std::size_t>(n * (n - 1) / 2));
      CHECK(std::ranges::all_of(seen, [](const auto& entry) { return entry.second == 1; }));
    }
    check(instances::steiner(15), {35, 15, 105});
    check(instances::steiner(27), {117, 27, 351});
    check(instances::steiner(45), {330, 45, 990});
    check(instances::steiner(81), {1080, 81, 3240});
  }

  TEST_CASE("the Steiner systems on 9 and 15 points are those that need 5 and 9 points") {
    const auto fewest = [](int n) {
      const std::vector<instances::Triple> triples = instances::steiner_triples(n);
      int best = n;
      for (unsigned chosen = 0; chosen < 1U << n; ++chosen) {
        const auto hit = [chosen](const instances::Triple& t) {
          return (chosen >> t[0] & 1U) != 0 || (chosen >> t[1] & 1U) != 0 ||
                 (chosen >> t[2] & 1U) != 0;
        };
        if (std::ranges::all_of(triples, hit)) best = std::min(best, __builtin_popcount(chosen));
      }
      return best;
    };
    CHECK(fewest(9) == 5);
    CHECK(fewest(15) == 9);
  }
}
