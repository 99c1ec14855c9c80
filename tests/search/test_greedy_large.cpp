// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "dct_oracle.hpp"
#include "engine_fixture.hpp"
#include "greedy.hpp"

namespace coldcore::search {
namespace {

TEST_SUITE("search/greedy on a large cell") {
  TEST_CASE("7^8 with R = 4: sampled placements are the first of the largest gains") {
    constexpr int kPlacements = 60;
    constexpr int kSampleEvery = 6;
    DctOracle oracle(testing::engine(),
                     {.family = "hamming", .axes = {7, 7, 7, 7, 7, 7, 7, 7}, .radius = 4});
    LazyGreedy greedy(oracle, {});
    for (int i = 0; i < kPlacements; ++i) {
      Extraction expected;
      if (i % kSampleEvery == 0) {
        oracle.gain_map();
        expected = oracle.map_extract(oracle.map_max(), 1);
      }
      const auto pick = greedy.place();
      REQUIRE(pick);
      if (expected.candidates.empty()) continue;
      CHECK(pick->candidate == expected.candidates.front());
      CHECK(pick->gain == expected.values.front());
    }
  }
}

}  // namespace
}  // namespace coldcore::search
