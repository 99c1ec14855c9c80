// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <limits>
#include <vector>

#include "oracle.hpp"
#include "ratio.hpp"

namespace coldcore::search {
namespace {

TEST_SUITE("search/costs") {
  TEST_CASE("without numbers every candidate costs 1, repeats too") {
    const std::vector<std::int64_t> chosen{7, 7, 1'000'000'000'000};
    CHECK(Costs().unit());
    CHECK(Costs().of(1'000'000'000'000) == 1);
    CHECK(Costs().total(chosen) == 3);
    CHECK(Costs().total({}) == 0);
  }

  TEST_CASE("totals count every occurrence") {
    const std::vector<std::int64_t> numbers{5, 1, 3'000'000'000};
    const Costs costs(numbers);
    CHECK_FALSE(costs.unit());
    CHECK(costs.total(std::vector<std::int64_t>{0, 2, 2}) == 6'000'000'005);
  }

  TEST_CASE("ratios are compared without rounding and without overflow") {
    CHECK(compare_ratios(1, 3, 2, 6) == 0);
    CHECK(compare_ratios(1, 3, 333'333, 1'000'000) > 0);
    CHECK(compare_ratios(0, 1, 0, 9) == 0);
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    CHECK(compare_ratios(kMost - 1, kMost, kMost, kMost) < 0);
    CHECK(compare_ratios(kMost, kMost - 1, kMost - 1, kMost - 1) > 0);
  }
}

}  // namespace
}  // namespace coldcore::search
