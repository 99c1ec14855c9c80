// SPDX-License-Identifier: Apache-2.0
//
// What follows from a family's costs before any pattern is listed, held against the list.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <coldcore/sdk/support.hpp>
#include <random>

#include "by_costs.hpp"

namespace {

using namespace coldcore::sdk;

}  // namespace

TEST_CASE("the largest weight and the number of patterns are those of the patterns") {
  std::mt19937 random(1);
  for (const Shape& shape : random_shapes(200, 3000, random)) {
    CAPTURE(shape.text());
    const ShiftCosts<Family> shifts(shape.n(), shape.axes.data(), shape.R);
    int largest = 0;
    std::int64_t count = 0;
    shifts.each_pattern([&](std::uint16_t mask, std::uint64_t) {
      largest = std::max(largest, std::popcount(mask));
      ++count;
    });
    CHECK(largest_weight(shifts) == largest);
    CHECK(pattern_count(shifts) == count);
  }
}
