// SPDX-License-Identifier: Apache-2.0
//
// Spaces too large to count pair by pair: whole fields where the answer is known, words at random
// otherwise, and the same bits from every instruction set and number of threads.
#include <doctest/doctest.h>

#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "cell.hpp"
#include "field.hpp"

namespace {

using family_test::Cell;
using family_test::definition;
using family_test::Random;
using family_test::Shape;
using reference::Counts;
using reference::Field;
using reference::Word;
using reference::Words;

/// Shapes with balls of more than 65,535 words, where counts no longer fit 16 bits.
std::vector<Shape> shapes_with_large_balls() {
  const std::map<std::string, std::vector<Shape>> shapes = {
      // The second and the third one: all words within the radius, more than 65,535 for the first
      // time
      // with the last axis.
      {"hamming",
       {{{8, 8, 8, 8, 8, 8, 8}, 5},
        {{10, 10, 10, 10, 10}, 5},
        {{2, 8, 8, 8, 8, 8}, 6},
        {{7, 7, 7, 7, 7, 7}, 6}}},
      {"torus_linf",
       {{{15, 15, 15, 15, 15}, 7}, {{16, 15, 15, 15, 16}, 7}, {{5, 7, 5, 5, 5, 5, 5, 5}, 2}}},
      {"lee", {{std::vector<int>(12, 3), 6}, {{2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 4, 3}, 6}}},
      {"grid_linf",
       {{{16, 16, 16, 16}, 15}, {{11, 11, 11, 11, 11}, 10}, {{15, 15, 15, 15, 15}, 7}}},
  };
  return shapes.at(definition().name);
}

/// As many axes as the family takes, or as many as make 65,536 words.
std::vector<Shape> long_shapes() {
  std::vector<Shape> shapes;
  for (int radius = 0; radius <= 3; ++radius) {
    if (definition().adds) shapes.push_back({std::vector<int>(16, 2), radius});
    if (!definition().adds && definition().takes(3, radius)) {
      shapes.push_back({std::vector<int>(8, 3), radius});
      shapes.push_back({{3, 5, 3, 3, 4, 3, 3, 3}, radius});
    }
  }
  return shapes;
}

/// Checks a field at 12 words, the first and the last among them.
void check_sample(const Shape& shape, const Words& multiset, const Field& field, Random& random) {
  const family_test::Members members(shape, multiset);
  const auto size = static_cast<long long>(field.size());
  Words sample = {0, size - 1};
  while (sample.size() < 12) sample.push_back(family_test::below(random, size));
  for (const Word x : sample) {
    CAPTURE(x);
    CHECK(field[static_cast<std::size_t>(x)] == members.covering(x));
  }
}

/// The field of a range of counts, from every instruction set.
Field field_of_range(Cell& cell, const Counts& counts, int low, int high) {
  Field first;
  for (const int isa : family_test::instruction_sets()) {
    CAPTURE(isa);
    cell.lend(3, isa);
    cell.hold_counts(counts, low, high);
    REQUIRE(cell.run(1) == COLDCORE_PLUGIN_OK);
    CHECK(cell.intact());
    CHECK(cell.counts() == counts);
    if (first.empty()) first = cell.field();
    CHECK(cell.field() == first);
  }
  return first;
}

void check_large_shape(const Shape& shape, Random& random) {
  CAPTURE(shape.text());
  Cell cell(shape.axes, shape.radius);
  const auto size = static_cast<std::size_t>(cell.space().size());

  // Every word is a member: the field is the size of the ball.
  const Field volumes = field_of_range(cell, Counts(size, 0), 0, 0);
  Words all(size);
  std::iota(all.begin(), all.end(), 0);
  check_sample(shape, all, volumes, random);
  if (!definition().open) {
    CHECK(volumes ==
          Field(size, static_cast<std::int32_t>(definition().patterns(shape.axes, shape.radius))));
  }

  Counts counts(size);
  for (std::uint16_t& count : counts) count = static_cast<std::uint16_t>(random() % 4);
  const Field loss = field_of_range(cell, counts, 1, 2);
  check_sample(shape, family_test::words_with(counts, 1, 2), loss, random);
}

}  // namespace

TEST_SUITE("slow") {
  TEST_CASE("fields with values that need more than 16 bits") {
    Random random(31);
    for (const Shape& shape : shapes_with_large_balls()) {
      CHECK(definition().patterns(shape.axes, shape.radius) > 65535);
      check_large_shape(shape, random);
    }
  }

  TEST_CASE("fields on the most axes") {
    Random random(32);
    for (const Shape& shape : long_shapes()) check_large_shape(shape, random);
  }

  TEST_CASE("multisets in large spaces") {
    Random random(33);
    for (const Shape& shape : shapes_with_large_balls()) {
      CAPTURE(shape.text());
      Cell cell(shape.axes, shape.radius);
      const Words members = family_test::random_multiset(cell.space().size(), 65535, random);
      Field first;
      for (const int isa : family_test::instruction_sets()) {
        CAPTURE(isa);
        cell.lend(2, isa);
        cell.hold_words(members);
        REQUIRE(cell.run(1) == COLDCORE_PLUGIN_OK);
        if (first.empty()) first = cell.field();
        CHECK(cell.field() == first);
        cell.hold_words(members);
        REQUIRE(cell.run(2) == COLDCORE_PLUGIN_OK);
        const Counts counts = cell.counts();
        CHECK(Field(counts.begin(), counts.end()) == first);
        CHECK(cell.intact());
      }
      check_sample(shape, members, first, random);
    }
  }
}
