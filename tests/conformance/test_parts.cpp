// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>

#include "guarded_array.hpp"
#include "pattern.hpp"
#include "plugin_file.hpp"
#include "shape.hpp"

using namespace coldcore::conformance;

TEST_SUITE("conformance/parts") {
  TEST_CASE("a marker is taken apart into major, id and name") {
    const auto marker = parse_marker("coldcore_plugin_1_1000_my_family2");

    REQUIRE(marker);
    CHECK(marker->abi_major == 1);
    CHECK(marker->id == 1000);
    CHECK(marker->name == "my_family2");
  }

  TEST_CASE("what only looks like a marker is none") {
    for (const char* symbol :
         {"coldcore_plugin_", "coldcore_plugin_1", "coldcore_plugin_1_2", "coldcore_plugin_1_2_",
          "coldcore_plugin_01_2_name", "coldcore_plugin_1_-2_name", "coldcore_plugin_1_2_Name",
          "coldcore_plugin_1_2_2name", "coldcore_plugin_1_99999999999_name",
          "my_plugin_1_2_name"}) {
      CAPTURE(symbol);
      CHECK_FALSE(parse_marker(symbol));
    }
    CHECK(parse_marker("coldcore_plugin_1_2_" + std::string(63, 'a')));
    CHECK_FALSE(parse_marker("coldcore_plugin_1_2_" + std::string(64, 'a')));
  }

  TEST_CASE("an array notices a byte written next to either end, and nothing else") {
    GuardedArray array("a", 3, sizeof(int));
    int* const data = array.as<int>();
    std::fill_n(data, 3, 0);
    CHECK_FALSE(array.damage());

    data[3] = 0;
    CHECK(array.damage() == 3);
    GuardedArray other("b", 3, sizeof(int));
    reinterpret_cast<char*>(other.as<int>())[-1] = 0;
    CHECK(other.damage() == -1);
  }

  TEST_CASE("the small axes are all there are of at most 64 words, growing") {
    const std::vector<Axes>& list = small_axes();

    // Ordered factorisations a(k) = sum of a(k / d) over divisors d in 2..16 of k, a(1) = 1.
    std::vector<std::size_t> ways(65, 0);
    ways[1] = 1;
    for (int k = 2; k <= 64; ++k) {
      for (int d = 2; d <= 16; ++d) ways[k] += k % d == 0 ? ways[k / d] : 0;
    }
    std::size_t expected = 0;
    for (int k = 2; k <= 64; ++k) expected += ways[k];
    CHECK(list.size() == expected);
    CHECK(std::ranges::is_sorted(list, {}, word_count));
    CHECK(list.front() == Axes{2});
  }

  TEST_CASE("patterns of both formats are taken apart alike") {
    // Axis 0 by 2, axis 3 by 1.
    const Pattern v1 = v1_pattern(0x3102);
    const Pattern ox = ox_pattern(0x0009, 0x1002);

    CHECK(text(v1) == "[axis 0 +2, axis 3 +1]");
    CHECK(text(ox) == text(v1));
    CHECK_FALSE(defect(v1, {3, 2, 2, 2}));
    CHECK(defect(v1, {2, 2, 2, 2}));
    CHECK(defect(v1, {3, 2, 2}));
  }
}
