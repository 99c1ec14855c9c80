// SPDX-License-Identifier: Apache-2.0
//
// The support tables, point by point against the definition.
#include <doctest/doctest.h>

#include <algorithm>
#include <climits>
#include <set>
#include <utility>
#include <vector>

#include "exports.hpp"
#include "shapes.hpp"

namespace {

using family_test::definition;
using family_test::exports;
using family_test::Random;
using family_test::Shape;
using reference::Space;
using reference::Word;

struct Step {
  std::size_t position;
  int delta;
};
using Pattern = std::vector<Step>;

long long table_length(const Shape& shape) {
  return exports().table(shape.n(), shape.axes.data(), shape.radius, nullptr, 0);
}

std::vector<std::uint64_t> v1_table(const Shape& shape) {
  const long long length = table_length(shape);
  REQUIRE(length > 0);
  std::vector<std::uint64_t> table(static_cast<std::size_t>(length));
  REQUIRE(exports().table(shape.n(), shape.axes.data(), shape.radius, table.data(), length) ==
          length);
  return table;
}

/// The steps of a v1 pattern. Fails the test if the pattern breaks the format's rules.
Pattern steps_of(const Shape& shape, std::uint64_t bytes) {
  Pattern steps;
  for (; bytes != 0; bytes >>= 8) {
    const Step step = {static_cast<std::size_t>(bytes >> 4 & 15), static_cast<int>(bytes & 15)};
    REQUIRE(step.position < shape.axes.size());
    if (!steps.empty()) REQUIRE(step.position > steps.back().position);
    REQUIRE(step.delta >= 1);
    REQUIRE(step.delta < shape.axes[step.position]);
    steps.push_back(step);
  }
  return steps;
}

/// Whether a pattern counts from a word. On axes with ends that depends on the word's digits.
bool legal(const Shape& shape, const std::vector<int>& centre, const Pattern& steps) {
  if (exports().axis_cost == nullptr) return true;
  int total = 0;
  for (const Step& step : steps) {
    const int axis = shape.axes[step.position];
    const int from = centre[step.position];
    const int cost = exports().axis_cost(axis, shape.radius, from, (from + step.delta) % axis);
    if (cost < 0) return false;
    total = exports().info->cost_rule == COLDCORE_COST_SUM ? total + cost : std::max(total, cost);
  }
  return total <= shape.radius;
}

std::vector<Word> reached(const Shape& shape, const std::vector<int>& centre,
                          const std::vector<std::uint64_t>& table) {
  const Space space(shape.axes);
  std::vector<Word> words;
  for (const std::uint64_t bytes : table) {
    const Pattern steps = steps_of(shape, bytes);
    if (!legal(shape, centre, steps)) continue;
    std::vector<int> digits = centre;
    for (const Step& step : steps) {
      digits[step.position] = (digits[step.position] + step.delta) % shape.axes[step.position];
    }
    words.push_back(space.index(digits));
  }
  std::sort(words.begin(), words.end());
  return words;
}

std::vector<Word> covered(const Shape& shape, const std::vector<int>& centre) {
  const Space space(shape.axes);
  std::vector<Word> words;
  for (Word x = 0; x < space.size(); ++x) {
    if (definition().covers(shape.axes, shape.radius, centre, space.digits(x))) words.push_back(x);
  }
  return words;
}

std::vector<Shape> some_shapes() {
  Random random(51);
  std::vector<Shape> shapes = family_test::random_shapes(60, 4096, random);
  for (const Shape& shape : family_test::edge_shapes()) shapes.push_back(shape);
  return shapes;
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("NAME_covers is the definition") {
    Random random(52);
    for (const Shape& shape : some_shapes()) {
      const Space space(shape.axes);
      const std::vector<int> u = space.digits(family_test::below(random, space.size()));
      for (Word x = 0; x < space.size(); ++x) {
        const std::vector<int> digits = space.digits(x);
        const int expected = definition().covers(shape.axes, shape.radius, u, digits) ? 1 : 0;
        REQUIRE(exports().covers(shape.n(), shape.axes.data(), shape.radius, u.data(),
                                 digits.data()) == expected);
      }
    }
  }

  TEST_CASE("from any word the table reaches exactly the words that it covers, each once") {
    Random random(53);
    for (const Shape& shape : some_shapes()) {
      CAPTURE(shape.text());
      const Space space(shape.axes);
      const std::vector<std::uint64_t> table = v1_table(shape);
      CHECK(table[0] == 0);
      CHECK(std::set(table.begin(), table.end()).size() == table.size());
      for (const Word centre :
           {Word{0}, space.size() - 1, Word{family_test::below(random, space.size())}}) {
        const std::vector<int> digits = space.digits(centre);
        CHECK(reached(shape, digits, table) == covered(shape, digits));
      }
    }
  }

  TEST_CASE("no entry of a table is idle: each counts from some word") {
    for (const Shape& shape : some_shapes()) {
      CAPTURE(shape.text());
      const Space space(shape.axes);
      if (space.size() > 300) continue;
      for (const std::uint64_t bytes : v1_table(shape)) {
        const Pattern steps = steps_of(shape, bytes);
        bool used = false;
        for (Word x = 0; x < space.size() && !used; ++x)
          used = legal(shape, space.digits(x), steps);
        REQUIRE(used);
      }
    }
  }

  TEST_CASE("the ox table holds the same patterns as the v1 table") {
    if (exports().table_ox == nullptr) return;
    using Ox = std::pair<std::uint16_t, std::uint64_t>;
    for (const Shape& shape : some_shapes()) {
      std::set<Ox> from_v1;
      for (const std::uint64_t bytes : v1_table(shape)) {
        Ox ox{0, 0};
        for (const Step& step : steps_of(shape, bytes)) {
          ox.first = static_cast<std::uint16_t>(ox.first | 1U << step.position);
          ox.second |= static_cast<std::uint64_t>(step.delta) << 4 * step.position;
        }
        from_v1.insert(ox);
      }
      const long long length = table_length(shape);
      std::vector<std::uint16_t> mask(from_v1.size());
      std::vector<std::uint64_t> offsets(from_v1.size());
      REQUIRE(exports().table_ox(shape.n(), shape.axes.data(), shape.radius, mask.data(),
                                 offsets.data(), length) == length);
      std::set<Ox> from_ox;
      for (std::size_t i = 0; i < mask.size(); ++i) from_ox.emplace(mask[i], offsets[i]);
      CHECK(from_ox == from_v1);
    }
  }

  TEST_CASE(
      "axes with ends come with a cost and without the ox format, circular ones the other way") {
    CHECK((exports().axis_cost != nullptr) == definition().open);
    CHECK((exports().table_ox == nullptr) == definition().open);
  }

  TEST_CASE("the cost of a step is the distance of its digits") {
    if (exports().axis_cost == nullptr) return;
    const int rule = definition().adds ? COLDCORE_COST_SUM : COLDCORE_COST_MAX;
    CHECK(exports().info->cost_rule == rule);
    for (int axis = definition().min_axis; axis <= definition().max_axis; ++axis) {
      for (int a = 0; a < axis; ++a) {
        for (int b = 0; b < axis; ++b) {
          const int distance = definition().distance(axis, a, b);
          for (int radius = distance; radius <= definition().max_radius; ++radius) {
            CHECK(exports().axis_cost(axis, radius, a, b) == distance);
          }
        }
      }
    }
  }

  TEST_CASE("a table that does not fit is not written") {
    const std::vector<int> axes{3, 3};
    const long long length = table_length({axes, 1});
    std::vector<std::uint64_t> table(static_cast<std::size_t>(length), 99);
    const std::vector<std::uint64_t> untouched = table;
    CHECK(exports().table(2, axes.data(), 1, table.data(), length - 1) == length);
    CHECK(table == untouched);
    CHECK(exports().table(2, axes.data(), 1, table.data(), length) == length);
    CHECK(table[0] == 0);
    CHECK(std::count(table.begin(), table.end(), 99) == 0);
    if (exports().table_ox == nullptr) return;
    std::vector<std::uint16_t> mask(table.size(), 99);
    std::vector<std::uint64_t> offsets(table.size(), 99);
    CHECK(exports().table_ox(2, axes.data(), 1, mask.data(), offsets.data(), length - 1) == length);
    CHECK(std::count(mask.begin(), mask.end(), 99) == length);
    CHECK(offsets == untouched);
  }
}
