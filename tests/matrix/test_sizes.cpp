// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "problem.hpp"
#include "shape_expression.hpp"
#include "sparse_sizes.hpp"
#include "temporary_folder.hpp"

using namespace coldcore::cli;
using coldcore::manifest::value_of_extent;
using coldcore::search::InputError;

namespace {

std::optional<std::int64_t> value(std::string_view text) {
  return value_of_extent(text, [](std::string_view symbol) -> std::optional<std::int64_t> {
    if (symbol == "M") return 7;
    if (symbol == "N") return -3;
    return std::nullopt;
  });
}

std::string refusal(const std::vector<ShapeFact>& facts, const Sizes& given = {}) {
  return message_of<InputError>([&] { solve_sizes(facts, {}, given, {}); });
}

}  // namespace

// What Python says to each.
TEST_CASE("extents are computed as Python does") {
  CHECK(value("M + 1") == 8);
  CHECK(value("2 * (M - 1) // 5") == 2);
  CHECK(value("N // 2") == -2);
  CHECK(value("-M // 2") == -4);
  CHECK(value("N % 5") == 2);
  CHECK(value("M % -5") == -3);
  CHECK(value("6 / 3") == 2);
  CHECK(value("--M") == 7);
  CHECK(value("M - 2 - 1") == 4);
  CHECK(value("12 // 2 * 3") == 18);
  CHECK(value("min(M, 3, 9) + max(M, N)") == 10);
}

TEST_CASE("an extent may have no value") {
  for (const char* text :
       {"K", "M + K", "min(M, K)", "M // 0", "M % 0", "M / 2", "9223372036854775807 + 1",
        "99999999999999999999", "M M", "", "M *", "(-9223372036854775807 - 1) // -1",
        "4611686018427387904 * 2", "-(-9223372036854775807 - 1)"}) {
    CAPTURE(text);
    CHECK(value(text) == std::nullopt);
  }
}

TEST_CASE("symbols are solved from shapes, in whatever order") {
  const Sizes sizes = solve_sizes({{"p", {"M + 1"}, {6}, {}},
                                   {"d", {"B", "R", "C"}, {4, 2, 3}, {}},
                                   {"q", {"2 * nnz - R"}, {12}, {}}},
                                  {"K"}, {{"K", 3}}, {{"M", 99}});
  CHECK(sizes == Sizes{{"M", 5}, {"B", 4}, {"R", 2}, {"C", 3}, {"nnz", 7}, {"K", 3}});
}

TEST_CASE("hints settle what shapes leave open") {
  CHECK(solve_sizes({{"data", {"N", "l + u + 1"}, {9, 6}, {2, 3}}}, {}, {}, {{"l", 7}, {"u", 7}}) ==
        Sizes{{"N", 9}, {"l", 2}, {"u", 3}});
  CHECK(solve_sizes({{"data", {"N", "l + u + 1"}, {9, 6}, {2, 3}}}, {}, {{"u", 3}}, {}) ==
        Sizes{{"N", 9}, {"l", 2}, {"u", 3}});
  CHECK(solve_sizes({{"s", {"(M + S - 1) // S + 1"}, {6}, {4}}, {"A", {"M"}, {18}, {}}}, {}, {},
                    {}) == Sizes{{"M", 18}, {"S", 4}});
}

TEST_CASE("a flattened array is compared by its elements") {
  CHECK(solve_sizes({{"d", {"B * 6"}, {4, 2, 3}, {}}}, {}, {}, {}) == Sizes{{"B", 4}});
}

TEST_CASE("what is known otherwise comes last") {
  CHECK(solve_sizes({}, {"K"}, {}, {{"K", 8}, {"L", 9}}) == Sizes{{"K", 8}});
}

TEST_CASE("contradictions and gaps are refused") {
  CHECK(refusal({{"p", {"M + 1"}, {6}, {}}}, {{"M", 6}}) ==
        "p: the manifest declares [M + 1], where M + 1 is 7, but the array has [6]");
  CHECK(refusal({{"p", {"M"}, {6}, {}}, {"q", {"M"}, {7}, {}}}).starts_with("q: "));
  CHECK(refusal({{"p", {"a * b"}, {6}, {}}}) == "nothing says what the size a is: --set a=NUMBER");
  CHECK(refusal({{"p", {"M + 9"}, {6}, {}}}).find("M") != std::string::npos);
  CHECK(refusal({{"p", {"3"}, {6}, {}}}).find("3 is 3, but") != std::string::npos);
}
