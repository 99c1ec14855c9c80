// SPDX-License-Identifier: Apache-2.0
//
// Coverage fields of multisets, against the definition.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "cell.hpp"
#include "field.hpp"

namespace {

using family_test::Cell;
using family_test::definition;
using family_test::Manner;
using family_test::Random;
using family_test::Shape;
using reference::Field;
using reference::Words;

Field as_field(const reference::Counts& counts) { return Field(counts.begin(), counts.end()); }

/// Both ways out. Whatever is not asked for stays as it was.
void check_words(const Shape& shape, const Words& multiset, const Field& expected) {
  CAPTURE(shape.text());
  CAPTURE(multiset.size());
  Cell cell(shape.axes, shape.radius);
  for (const Manner& manner : family_test::manners()) {
    CAPTURE(manner.isa);
    CAPTURE(manner.threads);
    cell.lend(manner.threads, manner.isa);
    cell.hold_words(multiset);
    const reference::Counts before = cell.counts();
    REQUIRE(cell.run(1) == COLDCORE_PLUGIN_OK);
    CHECK(cell.field() == expected);
    CHECK(cell.counts() == before);
    cell.hold_words(multiset);
    REQUIRE(cell.run(2) == COLDCORE_PLUGIN_OK);
    CHECK(as_field(cell.counts()) == expected);
    CHECK(cell.intact());
  }
}

void check_random_words(const Shape& shape, int count, Random& random) {
  const long long size = reference::Space(shape.axes).size();
  const Words multiset = family_test::random_multiset(size, count, random);
  check_words(shape, multiset, family_test::field_by_definition(shape, multiset));
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("multisets on random shapes") {
    Random random(11);
    for (const Shape& shape : family_test::random_shapes(100, 2500, random)) {
      check_random_words(shape, 1 + family_test::below(random, 40), random);
    }
  }

  TEST_CASE("multisets where a rule of the family changes") {
    Random random(12);
    for (const Shape& shape : family_test::edge_shapes()) check_random_words(shape, 25, random);
  }

  TEST_CASE("as many axes as the family takes, and as few") {
    Random random(13);
    const int least = definition().min_axis;
    std::vector<int> axes(static_cast<std::size_t>(definition().max_n), least);
    for (int radius = 0; radius <= 3; ++radius) {
      if (!definition().takes_all(axes, radius)) continue;
      check_random_words({axes, radius}, 20, random);
    }
    for (int axis = least; axis <= definition().max_axis; ++axis) {
      check_random_words({{axis}, definition().takes(axis, 1) ? 1 : 0}, 5, random);
    }
  }

  TEST_CASE("spaces that take several passes and tiles") {
    Random random(14);
    for (const std::vector<int>& axes : std::vector<std::vector<int>>{
             {7, 7, 7, 7, 7}, {3, 9, 3, 10, 5, 7}, {10, 10, 10, 10}, {5, 3, 3, 4, 3, 3, 3, 9}}) {
      check_random_words({axes, 1}, 30, random);
      if (definition().takes_all(axes, 3)) check_random_words({axes, 3}, 30, random);
    }
  }

  TEST_CASE("the empty multiset, and all words at once") {
    Random random(15);
    for (const Shape& shape : family_test::random_shapes(20, 400, random)) {
      const reference::Space space(shape.axes);
      check_words(shape, {}, Field(static_cast<std::size_t>(space.size()), 0));
      Words all;
      for (reference::Word x = 0; x < space.size(); ++x) all.push_back(x);
      check_words(shape, all, family_test::field_by_definition(shape, all));
    }
  }

  TEST_CASE("65,535 occurrences of one word, and of two words, are counted exactly") {
    Random random(16);
    for (const Shape& shape : family_test::random_shapes(20, 400, random)) {
      const long long size = reference::Space(shape.axes).size();
      const reference::Word one = family_test::below(random, size);
      const reference::Word other = family_test::below(random, size);
      const Field once = family_test::field_by_definition(shape, {one});
      Field expected = once;
      for (std::int32_t& value : expected) value *= 65535;
      check_words(shape, Words(65535, one), expected);

      Words both(65535, other);
      std::fill(both.begin(), both.begin() + 20000, one);
      const Field by_other = family_test::field_by_definition(shape, {other});
      for (std::size_t x = 0; x < once.size(); ++x)
        expected[x] = 20000 * once[x] + 45535 * by_other[x];
      check_words(shape, both, expected);
    }
  }
}
