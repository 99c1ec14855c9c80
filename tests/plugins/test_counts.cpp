// SPDX-License-Identifier: Apache-2.0
//
// Fields of sets that are given by a range of counts (gain, loss), against the definition.
#include <doctest/doctest.h>

#include <vector>

#include "cell.hpp"
#include "field.hpp"

namespace {

using family_test::Cell;
using family_test::Manner;
using family_test::Random;
using family_test::Shape;
using reference::Counts;
using reference::Field;

struct Range {
  int low;
  int high;
};

// The first ones are gain at mu 1, 2 and 3, loss at the same, and the holes of an exact target.
const std::vector<Range> kRanges = {
    {0, 0}, {0, 1}, {0, 2},         {1, 1},     {1, 2},     {1, 3},     {3, 3},
    {2, 7}, {7, 7}, {65535, 65535}, {0, 65535}, {1, 65535}, {0, 65534}, {32768, 65534}};

Counts random_counts(std::size_t size, Random& random) {
  const std::vector<int> values = {0, 0, 0, 1, 1, 2, 3, 4, 32767, 32768, 65534, 65535};
  Counts counts;
  for (std::size_t x = 0; x < size; ++x) {
    counts.push_back(static_cast<std::uint16_t>(values[random() % values.size()]));
  }
  return counts;
}

reference::Balls balls(const Shape& shape) {
  return reference::Balls(reference::Space(shape.axes),
                          [&](std::span<const int> u, std::span<const int> x) {
                            return family_test::definition().covers(shape.axes, shape.radius, u, x);
                          });
}

void check_range(Cell& cell, const Counts& counts, const Range& range, const Field& expected) {
  CAPTURE(range.low);
  CAPTURE(range.high);
  for (const Manner& manner : family_test::manners()) {
    CAPTURE(manner.isa);
    CAPTURE(manner.threads);
    cell.lend(manner.threads, manner.isa);
    cell.hold_counts(counts, range.low, range.high);
    REQUIRE(cell.run(1) == COLDCORE_PLUGIN_OK);
    CHECK(cell.field() == expected);
    CHECK(cell.counts() == counts);
  }
}

void check_ranges(const Shape& shape, const Counts& counts) {
  CAPTURE(shape.text());
  Cell cell(shape.axes, shape.radius);
  const reference::Balls around = balls(shape);
  for (const Range& range : kRanges) {
    const reference::Words members = family_test::words_with(counts, range.low, range.high);
    check_range(cell, counts, range, reference::coverage_sum(around, members));
  }
  CHECK(cell.intact());
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("ranges of random counts on random shapes") {
    Random random(21);
    for (const Shape& shape : family_test::random_shapes(60, 700, random)) {
      const auto size = static_cast<std::size_t>(reference::Space(shape.axes).size());
      check_ranges(shape, random_counts(size, random));
    }
  }

  TEST_CASE("ranges of counts where a rule of the family changes") {
    Random random(22);
    for (const Shape& shape : family_test::edge_shapes()) {
      const auto size = static_cast<std::size_t>(reference::Space(shape.axes).size());
      check_ranges(shape, random_counts(size, random));
    }
  }
}
