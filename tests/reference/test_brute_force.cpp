// SPDX-License-Identifier: Apache-2.0
//
// The yardstick itself, on numbers that a reader can check on paper.
#include "brute_force.hpp"

#include <doctest/doctest.h>

using namespace reference;

TEST_CASE("digit 0 is the fastest and index undoes digits") {
  const Space space({2, 3, 5});
  CHECK(space.size() == 30);
  CHECK(space.digits(1) == std::vector<int>{1, 0, 0});
  CHECK(space.digits(2) == std::vector<int>{0, 1, 0});
  CHECK(space.digits(6) == std::vector<int>{0, 0, 1});
  for (Word w = 0; w < space.size(); ++w) CHECK(space.index(space.digits(w)) == w);
}

TEST_CASE("balls of the cube have the binomial sizes") {
  const Space cube({2, 2, 2});
  CHECK(hamming_balls(cube, 0).of(5).size() == 1);
  CHECK(hamming_balls(cube, 1).of(5).size() == 4);
  CHECK(hamming_balls(cube, 2).of(5).size() == 7);
  CHECK(hamming_balls(cube, 3).of(5).size() == 8);
}

TEST_CASE("the two constant words of the cube cover every word once") {
  const Balls balls = hamming_balls(Space({2, 2, 2}), 1);
  const Words code{0, 7};
  const Counts cnt = counts(balls, code);
  CHECK(count_equal(cnt, 1) == 8);
  CHECK(deficit(cnt, 1) == 0);
  CHECK(deficit(cnt, 3) == 16);
  CHECK(gain(balls, cnt, 1) == Field(8, 0));
  CHECK(gain(balls, cnt, 2) == Field(8, 4));
  CHECK(loss(balls, cnt, 1) == Field(8, 4));
}

TEST_CASE("one word, taken twice, on a line of four digits") {
  // Radius 1 reaches the whole line, so all counts are 2.
  const Balls balls = hamming_balls(Space({4}), 1);
  const Counts cnt = counts(balls, Words{2, 2});
  CHECK(cnt == Counts(4, 2));
  CHECK(gather(balls, cnt, 0, critical(1)) == 0);
  CHECK(gather(balls, cnt, 0, critical(2)) == 4);
  CHECK(gather(balls, cnt, 0, exactly(2)) == 4);
}

TEST_CASE("histogram bins are (v - 1) * bins / top, the last one takes the rest") {
  const Field field{0, -3, 1, 2, 3, 4, 5, 100};
  CHECK(histogram(field, 2, 4) == Field{2, 4});
  CHECK(histogram(field, 4, 4) == Field{1, 1, 1, 3});
  CHECK(histogram(field, 1, 1) == Field{6});
  CHECK(at_least(field, 4) == Words{5, 6, 7});
}
