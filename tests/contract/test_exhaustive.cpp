// SPDX-License-Identifier: Apache-2.0
//
// Every answer of the engine against brute force, on every small shape. The suite "fast" is a
// thinned copy of the suite "slow" that sanitizers can afford.
#include "comparison.hpp"

using namespace contract_test;

namespace {

void compare_shape(const Axes& axes, int radius, Random& random) {
  const reference::Space space(axes);
  const reference::Balls balls = reference::hamming_balls(space, radius);
  CAPTURE(reference::text(axes));
  CAPTURE(radius);
  const int extract_cap = 1 + static_cast<int>(below(random, space.size()));
  const Cell cell("hamming", axes, radius, {}, extract_cap);
  compare_cell(cell, balls, extract_cap, random);
  compare_owner(cell, balls, random);
  compare_formats(cell, balls, random);
}

/// Every step-th of the sampled shapes with radius 1, 2 and 3.
void compare_shapes(std::size_t total, long long limit, std::size_t step) {
  Random random(7);
  const std::vector<Axes> shapes = sampled_shapes(total, limit);
  CHECK(shapes.size() == total);
  for (std::size_t i = 0; i < shapes.size(); i += step) {
    for (int radius = 1; radius <= 3; ++radius) compare_shape(shapes[i], radius, random);
  }
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("a thin sample of the small shapes agrees with brute force") {
    compare_shapes(380, 400, 13);
  }

  TEST_CASE("axes of ten and mixed axes agree with brute force") {
    Random random(11);
    compare_shape({10, 10, 3}, 2, random);
    compare_shape({2, 9, 3, 4}, 3, random);
  }

  TEST_CASE("an empty cell answers like an empty multiset") {
    for (const int radius : {1, 2}) {
      const reference::Space space({3, 4, 2});
      const reference::Balls balls = reference::hamming_balls(space, radius);
      const Cell cell("hamming", space.axes(), radius);
      const Counts nothing(static_cast<std::size_t>(space.size()), 0);
      CHECK(mismatch(cell.counts(), nothing) == "");
      for (int mu = 1; mu <= 3; ++mu) compare_roles(cell, balls, nothing, mu);
      cell.set_pending({});
      CHECK(mismatch(cell.field(0), Field(nothing.size(), 0)) == "");
      CHECK(cell.owner_loss({}).empty());
      CHECK(mismatch(cell.counts(), nothing) == "");
    }
  }
}

TEST_SUITE("slow") {
  TEST_CASE("five hundred shapes of axes 2..5 agree with brute force") {
    compare_shapes(500, 4096, 1);
  }

  TEST_CASE("the largest radius on 3^7 agrees with brute force") {
    Random random(13);
    for (int radius = 4; radius <= 6; ++radius) compare_shape(Axes(7, 3), radius, random);
  }

  TEST_CASE("large and mixed axes agree with brute force") {
    Random random(17);
    for (int radius = 1; radius <= 3; ++radius) {
      compare_shape({10, 10, 10}, radius, random);
      compare_shape({3, 10, 7, 8}, radius, random);
      compare_shape(Axes(11, 2), radius, random);
    }
  }
}
