// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <array>

#include "rng.hpp"

namespace coldcore::search {
namespace {

TEST_SUITE("search/rng") {
  TEST_CASE("splitmix64 gives its published first number") {
    CHECK(mix64(1234567) == 6457827717110365317U);
  }

  TEST_CASE("a seed fixes the sequence and another seed gives another one") {
    Rng a(1);
    Rng b(1);
    Rng c(2);
    bool differs = false;
    for (int i = 0; i < 100; ++i) {
      const std::uint64_t value = a.next();
      CHECK(value == b.next());
      differs = differs || value != c.next();
    }
    CHECK(differs);
  }

  TEST_CASE("below fills its range evenly") {
    Rng rng(3);
    std::array<int, 7> seen{};
    for (int i = 0; i < 70'000; ++i) ++seen.at(rng.below(7));
    for (const int count : seen) CHECK(count == doctest::Approx(10'000).epsilon(0.05));
    CHECK(rng.below(1) == 0);
  }

  TEST_CASE("unit lies in [0, 1) with mean one half") {
    Rng rng(4);
    double sum = 0;
    for (int i = 0; i < 10'000; ++i) {
      const double value = rng.unit();
      REQUIRE(value >= 0);
      REQUIRE(value < 1);
      sum += value;
    }
    CHECK(sum / 10'000 == doctest::Approx(0.5).epsilon(0.03));
  }
}

}  // namespace
}  // namespace coldcore::search
