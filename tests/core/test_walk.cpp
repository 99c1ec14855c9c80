// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <random>
#include <vector>

#include "balls.hpp"
#include "cpu/kernels.hpp"
#include "cpu/walk.hpp"
#include "settings.hpp"
#include "thread_pool.hpp"

using namespace walk_test;

namespace {

// What lies beyond a field must not change.
constexpr std::size_t kFence = 64;
constexpr std::uint16_t kFencePost = 0xFE4C;

class FencedCounts {
 public:
  explicit FencedCounts(std::int64_t size) : data_(size + 2 * kFence, kFencePost) {
    std::fill_n(get(), size, std::uint16_t{0});
  }
  std::uint16_t* get() { return data_.data() + kFence; }
  Counts inner() const { return {data_.begin() + kFence, data_.end() - kFence}; }
  bool intact() const {
    const auto post = [](std::uint16_t value) { return value == kFencePost; };
    return std::all_of(data_.begin(), data_.begin() + kFence, post) &&
           std::all_of(data_.end() - kFence, data_.end(), post);
  }

 private:
  Counts data_;
};

std::vector<long long> random_words(std::mt19937& random, std::int64_t size, int count) {
  std::vector<long long> words(count);
  for (long long& word : words) word = static_cast<long long>(random() % size);
  words.push_back(words[0]);
  return words;
}

/// Calls test() under every instruction set that this CPU has, and with 1..4 threads.
template <class Test>
void on_all_machines(Test&& test) {
  for (std::int32_t isa = 0; isa <= read_settings().isa; ++isa) {
    prepare_kernels(isa);
    CAPTURE(isa);
    const int threads = 1 + isa;
    for (const int workers : {threads, 4}) {
      CAPTURE(workers);
      prepare_pool(workers);
      test();
    }
  }
}

/// Words, and what each covers by the definition.
struct Covered {
  std::vector<long long> words;
  std::vector<std::vector<std::int64_t>> balls;

  Covered(const Case& c, std::vector<long long> all) : words(std::move(all)) {
    for (const long long word : words) balls.push_back(covered(c, word));
  }
};

void check_updates(const Case& c, const Covered& sample) {
  const auto& words = sample.words;
  Counts expected(c.ball.shape.size);
  std::vector<std::int32_t> last(c.ball.shape.size, -1);
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (const std::int64_t x : sample.balls[i]) {
      ++expected[x];
      last[x] = static_cast<std::int32_t>(i);
    }
  }
  FencedCounts counts(c.ball.shape.size);
  update_balls(c.ball, words, 1, counts.get());
  CHECK(counts.inner() == expected);

  FencedCounts placed(c.ball.shape.size);
  std::vector<std::int32_t> owner(c.ball.shape.size, -1);
  place_owned_balls(c.ball, words, placed.get(), owner.data());
  CHECK(placed.inner() == expected);
  CHECK(owner == last);

  update_balls(c.ball, words, -1, counts.get());
  CHECK(counts.inner() == Counts(c.ball.shape.size));
  CHECK(counts.intact());
  CHECK(placed.intact());
}

void check_gathers(const Case& c, const Covered& sample, std::mt19937& random) {
  Counts counts(c.ball.shape.size);
  for (auto& count : counts) count = static_cast<std::uint16_t>(random() % 5);
  counts[0] = 65535;
  const std::vector<CountRange> ranges = {deficient(1), deficient(3), critical(1),
                                          critical(3),  {4, 4},       {2, 65535}};
  for (const CountRange range : ranges) {
    std::vector<std::int32_t> expected;
    for (const auto& ball : sample.balls) {
      expected.push_back(
          static_cast<std::int32_t>(std::count_if(ball.begin(), ball.end(), [&](std::int64_t x) {
            return counts[x] >= range.low && counts[x] <= range.high;
          })));
    }
    std::vector<std::int32_t> found(sample.words.size(), -1);
    gather_balls(c.ball, sample.words, range, counts.data(), found.data());
    CHECK(found == expected);
  }
}

/// Marks made at once from the counts.
std::vector<std::uint64_t> marks_of(const Case& c, const std::uint16_t* counts, CountRange range) {
  std::vector<std::uint64_t> marks(c.ball.marks.units);
  const int block_size = c.ball.walks.block().size;
  kernels().mark_blocks(counts, block_size, c.ball.shape.size / block_size, range, marks.data());
  return marks;
}

void check_marks(const Case& c, const Covered& sample, std::mt19937& random) {
  if (!c.ball.marks.exists()) return;
  const std::int64_t size = c.ball.shape.size;
  const int block_size = c.ball.walks.block().size;
  FencedCounts counts(size);
  for (std::int64_t x = 0; x < size; ++x)
    counts.get()[x] = static_cast<std::uint16_t>(random() % 5);
  const std::array<CountRange, 2> ranges = {deficient(1 + static_cast<int>(random() % 4)),
                                            critical(1 + static_cast<int>(random() % 4))};
  std::array<std::vector<std::uint64_t>, 2> marks;
  std::array<MarkTarget, 2> targets;
  for (int t = 0; t < 2; ++t) {
    marks[t] = marks_of(c, counts.get(), ranges[t]);
    std::int64_t marked = 0;
    for (const std::uint64_t unit : marks[t]) marked += std::popcount(unit);
    std::int64_t expected = 0;
    for (std::int64_t x = 0; x < size; ++x) {
      const std::int64_t first_unit = x / block_size * c.ball.marks.block_units;
      const std::int64_t bit = x % block_size;
      const bool inside = ranges[t].contains(counts.get()[x]);
      REQUIRE((marks[t][first_unit + bit / 64] >> bit % 64 & 1) == inside);
      expected += inside;
    }
    CHECK(marked == expected);
    targets[t] = {marks[t].data(), ranges[t]};
  }
  for (const int kept : {1, 2}) {
    for (const int delta : {1, 1, -1, -1}) {
      const MarkRefresh refresh = {targets.data(), kept, block_size, c.ball.marks.block_units,
                                   c.ball.marks.block_reciprocal};
      update_balls(c.ball, sample.words, delta, counts.get(), refresh);
      for (int t = 0; t < kept; ++t) CHECK(marks[t] == marks_of(c, counts.get(), ranges[t]));
    }
  }
  CHECK(counts.intact());
  std::vector<std::int32_t> by_counts(sample.words.size(), -1);
  std::vector<std::int32_t> by_marks(sample.words.size(), -2);
  for (int t = 0; t < 2; ++t) {
    gather_balls(c.ball, sample.words, ranges[t], counts.get(), by_counts.data());
    gather_marked_balls(c.ball, sample.words, marks[t].data(), by_marks.data());
    CHECK(by_marks == by_counts);
  }
}

void check_case(const Case& c, std::mt19937& random) {
  CAPTURE(c.name);
  CAPTURE(c.ball.shape.ax);
  CAPTURE(c.ball.walks.block().axes);
  const Covered sample(c, random_words(random, c.ball.shape.size, 9));
  on_all_machines([&] {
    check_updates(c, sample);
    check_gathers(c, sample, random);
    check_marks(c, sample, random);
  });
}

std::vector<int> random_axes(std::mt19937& random, std::int64_t most_words) {
  std::vector<int> ax;
  const int n = 1 + static_cast<int>(random() % 8);
  const int largest = 2 + static_cast<int>(random() % 15);
  for (std::int64_t size = 1; std::ssize(ax) < n;) {
    const int next = 2 + static_cast<int>(random() % (largest - 1));
    size *= next;
    if (size > most_words) break;
    ax.push_back(next);
  }
  return ax;
}

}  // namespace

TEST_CASE("walks follow the relation on random shapes, under every instruction set") {
  std::mt19937 random(1);
  for (int i = 0; i < 60; ++i) {
    const Relation& relation = relations()[i % relations().size()];
    const std::vector<int> ax = random_axes(random, 3000);
    check_case(make_case(relation, ax, static_cast<int>(random() % 4)), random);
  }
}

TEST_CASE("walks follow the relation where a block is all of the space, or one word") {
  std::mt19937 random(2);
  for (const Relation& relation : relations()) {
    for (const std::vector<int>& ax :
         std::vector<std::vector<int>>{{2}, {16}, {7}, {4, 4}, {5, 3}, {16, 16}, {2, 2, 2, 2, 2}}) {
      for (const int R : {0, 1, 3, 20, 200, 300}) check_case(make_case(relation, ax, R), random);
    }
  }
}

TEST_CASE("a table that follows no rule is walked as it stands") {
  std::mt19937 random(3);
  for (const int one_in : {2, 7, 100}) {
    check_case(irregular({5, 6, 7, 4}, one_in), random);
    check_case(irregular({16, 3, 2, 11}, one_in), random);
  }
}

TEST_CASE("balls that are split over threads give what one thread gives") {
  std::mt19937 random(4);
  const std::vector<Case> cases = {make_case(relations()[0], {8, 8, 8, 8, 8, 8}, 4),
                                   make_case(relations()[4], {4, 4, 4, 4, 4, 4, 4, 4, 4}, 8)};
  for (const Case& c : cases) {
    CAPTURE(c.name);
    REQUIRE(c.ball.walks.slices().size() > 1);
    REQUIRE(c.ball.walks.work() >= kWorthSplitting);
    const Covered sample(c, {0, 12345});
    for (const int threads : {1, 2, 3, 4}) {
      prepare_pool(threads);
      check_updates(c, sample);
      check_gathers(c, sample, random);
      check_marks(c, sample, random);
    }
  }
}

TEST_CASE("a range of counts holds its ends and nothing past them") {
  for (const CountRange range :
       {deficient(1), deficient(65535), critical(1), critical(65535), CountRange{7, 7}}) {
    for (int count = 0; count <= 65535; ++count) {
      const bool expected = count >= range.low && count <= range.high;
      REQUIRE(range.contains(static_cast<std::uint16_t>(count)) == expected);
    }
  }
  CHECK(deficient(3).high == 2);
  CHECK(critical(3).low == 1);
  CHECK(critical(3).high == 3);
}
