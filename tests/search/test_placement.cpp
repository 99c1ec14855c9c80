// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cstdlib>

#include "bounds.hpp"
#include "oracle.hpp"
#include "placement.hpp"
#include "problem.hpp"

namespace coldcore::search {
namespace {

/// Sets COLDCORE_HBM_BUDGET for one test.
class Budget {
 public:
  explicit Budget(const char* text) { setenv("COLDCORE_HBM_BUDGET", text, 1); }
  ~Budget() { unsetenv("COLDCORE_HBM_BUDGET"); }
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;
};

TEST_SUITE("search/placement") {
  TEST_CASE("all is in mode 0 while planes and cnt fit the budget") {
    const Placement placement = choose_placement(60, 40, 100);
    CHECK(placement.layers_mode == 0);
    CHECK(placement.cnt_mode == 0);
  }

  TEST_CASE("one byte too many sends the planes, and only them, to mode 1") {
    const Placement placement = choose_placement(61, 40, 100);
    CHECK(placement.layers_mode == 1);
    CHECK(placement.cnt_mode == 0);
  }

  TEST_CASE("cnt goes to mode 1 above 40e9 bytes") {
    CHECK(choose_placement(200'000'000'000, 40'000'000'000, 80e9).cnt_mode == 0);
    CHECK(choose_placement(200'000'000'000, 40'000'000'002, 80e9).cnt_mode == 1);
  }

  TEST_CASE("the budget is 80e9 unless the environment says otherwise") {
    unsetenv("COLDCORE_HBM_BUDGET");
    CHECK(placement_budget() == 80e9);
    const Budget budget("2.5e9");
    CHECK(placement_budget() == 2.5e9);
  }

  TEST_CASE("a budget that is no positive number is refused") {
    for (const char* text : {"x", "12GB", "0", "-1"}) {
      CAPTURE(text);
      const Budget budget(text);
      CHECK_THROWS_AS(placement_budget(), InputError);
    }
  }
}

TEST_SUITE("search/bounds") {
  TEST_CASE("the sphere-covering bound is the quotient, rounded up") {
    CHECK(sphere_covering_bound(81, 1, 9) == 9);  // The perfect code of length 4 over 3 symbols.
    CHECK(sphere_covering_bound(1'594'323, 1, 27) == 59'049);
    CHECK(sphere_covering_bound(729, 1, 13) == 57);
    CHECK(sphere_covering_bound(16, 2, 5) == 7);
    CHECK(sphere_covering_bound(std::int64_t{1} << 40, 65'535, 1) ==
          (std::int64_t{1} << 40) * 65'535);
  }
}

}  // namespace
}  // namespace coldcore::search
