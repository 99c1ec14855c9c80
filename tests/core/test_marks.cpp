// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <random>
#include <vector>

#include "balls.hpp"
#include "cpu/marks.hpp"
#include "cpu/walk.hpp"

using namespace walk_test;

namespace {

const std::vector<int> kAxes(6, 4);

std::vector<std::int32_t> gathered(const Case& c, Words words, CountRange range,
                                   const Counts& counts) {
  std::vector<std::int32_t> found(words.size());
  gather_balls(c.ball, words, range, counts.data(), found.data());
  return found;
}

/// Fresh marks at the first call, as so many words cost more than making them.
const std::uint64_t* asked_for(Marks& marks, const Case& c, CountRange range,
                               const Counts& counts) {
  return marks.for_gathers(range, c.ball.shape.size, counts.data());
}

}  // namespace

TEST_CASE("blocks have marks where these are not mostly padding") {
  const Shape shape = shape_of({8, 8, 8, 8});
  CHECK(mark_layout(shape, low_block(shape, 3)).units == 8 * 8);
  CHECK(mark_layout(shape, low_block(shape, 2)).block_units == 1);
  CHECK_FALSE(mark_layout(shape, low_block(shape, 1)).exists());
  CHECK_FALSE(mark_layout(shape, low_block(shape, 0)).exists());
  const Shape sevens = shape_of({7, 7, 7, 7});
  CHECK(mark_layout(sevens, low_block(sevens, 3)).units == 7 * 6);
  CHECK(Marks::bytes_for(make_case(relations()[0], {2}, 0).ball) == 0);
}

TEST_CASE("marks are made once gathers have cost as much, and not for other ranges") {
  const Case c = make_case(relations()[0], kAxes, 2);
  REQUIRE(c.ball.marks.exists());
  Marks marks(c.ball, Placement::kDevice);
  CHECK(marks.bytes() == Marks::bytes_for(c.ball));
  const Counts counts(c.ball.shape.size, 1);
  CHECK(marks.for_gathers(critical(1), 1, counts.data()) == nullptr);
  const std::int64_t enough = c.ball.shape.size / c.ball.walks.work() + 1;
  CHECK(marks.for_gathers(critical(1), enough, counts.data()) != nullptr);
  CHECK(marks.for_gathers(critical(1), 1, counts.data()) != nullptr);
  CHECK(marks.for_gathers({2, 2}, enough, counts.data()) == nullptr);
  CHECK(marks.for_updates(1).count == 1);
  CHECK(marks.for_gathers(critical(2), 1, counts.data()) == nullptr);
  CHECK(marks.for_updates(1).count == 0);
}

TEST_CASE("marks that only updates touch are given up") {
  const Case c = make_case(relations()[0], kAxes, 2);
  Marks marks(c.ball, Placement::kDevice);
  const Counts counts(c.ball.shape.size);
  REQUIRE(asked_for(marks, c, deficient(1), counts) != nullptr);
  REQUIRE(asked_for(marks, c, critical(1), counts) != nullptr);
  CHECK(marks.for_updates(1).count == 2);
  CHECK(marks.for_updates(c.ball.shape.size).count == 0);
}

TEST_CASE("marks follow counts through any order of gathers, updates and other changes") {
  std::mt19937 random(5);
  for (const Relation& relation : relations()) {
    const Case c = make_case(relation, kAxes, 2);
    if (!c.ball.marks.exists()) continue;
    CAPTURE(c.name);
    Marks marks(c.ball, Placement::kDevice);
    Counts counts(c.ball.shape.size);
    int by_marks = 0;
    for (int step = 0; step < 600; ++step) {
      std::vector<long long> words(1 + random() % 40);
      for (long long& word : words) word = static_cast<long long>(random() % counts.size());
      const int mu = 1 + static_cast<int>(random() % 40 == 0);
      const CountRange range = random() % 2 == 0 ? deficient(mu) : critical(mu);
      switch (random() % 16) {
        case 0:
          marks.set_stale();
          for (auto& count : counts) count = static_cast<std::uint16_t>(random() % 4);
          break;
        case 1:
        case 2:
        case 3:
          update_balls(c.ball, words, 1, counts.data(), marks.for_updates(std::ssize(words)));
          break;
        default:
          if (const auto* bits = marks.for_gathers(range, std::ssize(words), counts.data())) {
            std::vector<std::int32_t> found(words.size());
            gather_marked_balls(c.ball, words, bits, found.data());
            REQUIRE(found == gathered(c, words, range, counts));
            ++by_marks;
          }
      }
    }
    CHECK(by_marks > 0);
  }
}
