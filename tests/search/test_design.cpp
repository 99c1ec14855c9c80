// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "available_memory.hpp"
#include "design.hpp"
#include "problem.hpp"
#include "temporary_folder.hpp"

using namespace coldcore::search;

namespace {

using Subset = std::vector<int>;

/// All subsets of `size` points, in the order of their largest elements first.
std::vector<Subset> subsets_in_order(int v, int size) {
  std::vector<Subset> subsets;
  for (unsigned bits = 0; bits < 1U << v; ++bits) {  // Binary numbers are in that order.
    Subset subset;
    for (int i = 0; i < v; ++i) {
      if ((bits >> i & 1U) != 0) subset.push_back(i);
    }
    if (static_cast<int>(subset.size()) == size) subsets.push_back(subset);
  }
  return subsets;
}

}  // namespace

TEST_SUITE("search/design") {
  TEST_CASE("v,k,t are read and checked") {
    CHECK(parse_design("11,5,4") == Design{11, 5, 4});
    CHECK(format_design({11, 5, 4}) == "C(11,5,4)");
    for (const char* text : {"", "11", "11,5", "11,5,", "11,5,4,3", "11;5;4", "a,5,4", "11,5,4 "}) {
      CAPTURE(text);
      CHECK(message_of<InputError>([&] { parse_design(text); }).find("look like 11,5,4") !=
            std::string::npos);
    }
    for (const char* text : {"5,6,2", "5,3,4", "5,3,0", "-1,3,2", "256,3,2"}) {
      CAPTURE(text);
      CHECK(message_of<InputError>([&] { parse_design(text); }).find("t <= k <= v <= 255") !=
            std::string::npos);
    }
  }

  TEST_CASE("binomials follow Pascal's rule and stop where 64 bits end") {
    for (int v = 1; v <= 60; ++v) {
      CHECK(binomial(v, 0) == 1);
      CHECK(binomial(v, v) == 1);
      CHECK(binomial(v, v + 1) == 0);
      for (int k = 1; k < v; ++k)
        CHECK(binomial(v, k) == binomial(v - 1, k - 1) + binomial(v - 1, k));
    }
    CHECK(binomial(99, 6) == 1'120'529'256);
    CHECK(binomial(66, 33) == 7'219'428'434'016'265'740);
    CHECK(binomial(67, 33) == std::numeric_limits<std::int64_t>::max());
    CHECK(binomial(255, 127) == std::numeric_limits<std::int64_t>::max());
  }

  TEST_CASE("ranks number all subsets in order") {
    for (int v = 1; v <= 10; ++v) {
      for (int size = 1; size <= v; ++size) {
        const std::vector<Subset> expected = subsets_in_order(v, size);
        const SubsetRanks ranks(v, size);
        REQUIRE(ranks.count() == static_cast<std::int64_t>(expected.size()));
        Subset walking = expected.front();
        for (std::size_t r = 0; r < expected.size(); ++r) {
          Subset found(static_cast<std::size_t>(size));
          ranks.unrank(static_cast<std::int64_t>(r), found);
          CHECK(found == expected[r]);
          CHECK(walking == expected[r]);
          CHECK(ranks.rank(expected[r]) == static_cast<std::int64_t>(r));
          CHECK(ranks.next(walking) == (r + 1 < expected.size()));
        }
      }
    }
    CHECK_THROWS_AS(SubsetRanks(99, 50), std::overflow_error);
  }

  TEST_CASE("a block covers the t-subsets inside it and no others") {
    for (int v = 1; v <= 8; ++v) {
      for (int k = 1; k <= v; ++k) {
        for (int t = 1; t <= k; ++t) {
          const SetSystem system = generate({v, k, t}, 2);
          const std::vector<Subset> blocks = subsets_in_order(v, k);
          const std::vector<Subset> points = subsets_in_order(v, t);
          REQUIRE(system.candidate_count() == static_cast<std::int64_t>(blocks.size()));
          REQUIRE(system.point_count == static_cast<std::int64_t>(points.size()));
          for (std::size_t b = 0; b < blocks.size(); ++b) {
            std::vector<Index> covered;
            for (std::size_t x = 0; x < points.size(); ++x) {
              if (std::ranges::includes(blocks[b], points[x]))
                covered.push_back(static_cast<Index>(x));
            }
            CHECK(std::ranges::equal(system.points[static_cast<Index>(b)], covered));
          }
        }
      }
    }
  }

  TEST_CASE("threads do not change the instance") {
    const SetSystem one = generate({14, 6, 3}, 1);
    const SetSystem four = generate({14, 6, 3}, 4);
    CHECK(one.points.offsets == four.points.offsets);
    CHECK(one.points.entries == four.points.entries);
  }

  TEST_CASE("what does not fit is refused with the bytes that it needs") {
    // 33 over 16 blocks, each with a row of 16 over 8 points: 60 terabytes.
    const std::string bytes = std::to_string(1'166'803'110LL * (8 + 4 * 12'870));
    CHECK(message_of<MemoryError>([] {
            generate({33, 16, 8}, 1);
          }).find("need " + bytes + " bytes") != std::string::npos);
    CHECK(message_of<InputError>([] {
            generate({99, 50, 2}, 1);
          }).find("over ") != std::string::npos);
    CHECK(message_of<InputError>([] {
            generate({99, 7, 2}, 1);
          }).find("14887031544 blocks") != std::string::npos);
  }

  TEST_CASE("Schonheim bounds") {
    // By hand: 10/5 * up(9/4 * up(8/3)) and so on; those of Steiner systems are met.
    CHECK(schonheim_bound({7, 3, 2}, 1) == 7);
    CHECK(schonheim_bound({8, 4, 3}, 1) == 14);
    CHECK(schonheim_bound({9, 3, 2}, 1) == 12);
    CHECK(schonheim_bound({10, 5, 3}, 1) == 14);
    CHECK(schonheim_bound({9, 5, 4}, 1) == 26);
    CHECK(schonheim_bound({11, 5, 4}, 1) == 66);
    CHECK(schonheim_bound({12, 6, 5}, 1) == 132);
    CHECK(schonheim_bound({24, 8, 5}, 1) == 759);
    CHECK(schonheim_bound({49, 6, 6}, 1) == 13'983'816);
    CHECK(schonheim_bound({99, 6, 6}, 65'535) == 1'120'529'256LL * 65'535);
    CHECK(schonheim_bound({255, 127, 127}, 1) == std::numeric_limits<std::int64_t>::max());
  }

  TEST_CASE("the Schonheim bound counts coverings mu times") {
    // Fano's plane covers every pair once, so twice it is optimal for mu = 2.
    for (int mu = 1; mu <= 5; ++mu) CHECK(schonheim_bound({7, 3, 2}, mu) == 7 * mu);
    // t = 1: mu v memberships, k a block.
    CHECK(schonheim_bound({7, 3, 1}, 2) == 5);
    CHECK(schonheim_bound({5, 5, 3}, 4) == 4);
  }
}
