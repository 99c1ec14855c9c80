// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <random>
#include <vector>

#include "cpu/walk.hpp"
#include "thread_pool.hpp"

using namespace coldcore::core;

namespace {

using Counts = std::vector<std::uint16_t>;
using Covers = std::function<bool(const Digits&, const Digits&)>;

struct Case {
  const char* name;
  Ball ball;
  Covers covers;
};

// Steps from 0 that are possible for someone: those whose pattern passes `listed`.
SupportTable table_of(const Shape& shape, const std::function<bool(const Digits&)>& listed) {
  std::vector<std::uint64_t> patterns = {0};
  for (std::int64_t word = 1; word < shape.size; ++word) {
    const Digits delta = digits_of(shape, word);
    if (!listed(delta)) continue;
    std::uint64_t pattern = 0;
    int k = 0;
    for (int p = 0; p < shape.n; ++p) {
      if (delta[p] != 0) pattern |= std::uint64_t(p << 4 | delta[p]) << (8 * k++);
    }
    patterns.push_back(pattern);
  }
  std::shuffle(patterns.begin() + 1, patterns.end(), std::mt19937(7));
  return SupportTable::from_v1(shape, patterns);
}

Shape shape_of(std::vector<int> ax) { return make_shape(static_cast<int>(ax.size()), ax.data()); }

int changes(const Digits& u, const Digits& x) {
  int total = 0;
  for (int p = 0; p < COLDCORE_MAX_N; ++p) total += u[p] != x[p];
  return total;
}

Case circular(std::vector<int> ax, int R) {
  const Shape shape = shape_of(std::move(ax));
  const auto near = [R](const Digits& u, const Digits& x) { return changes(u, x) <= R; };
  return {
      "circular",
      {shape, table_of(shape, [&](const Digits& d) { return near(Digits{}, d); }), std::nullopt},
      near};
}

// Distances on a line, where no step leads past an end; the table lists every shift some word can
// make.
int line_cost(int, int, int centre, int target) { return std::abs(centre - target); }

Case line_by_maximum(std::vector<int> ax, int R) {
  const Shape shape = shape_of(std::move(ax));
  const auto near = [R](const Digits& u, const Digits& x) {
    for (int p = 0; p < COLDCORE_MAX_N; ++p) {
      if (std::abs(u[p] - x[p]) > R) return false;
    }
    return true;
  };
  return {"maximum",
          {shape, table_of(shape, [](const Digits&) { return true; }),
           make_step_costs(shape, R, line_cost, COLDCORE_COST_MAX)},
          near};
}

Case line_by_sum(std::vector<int> ax, int R) {
  const Shape shape = shape_of(std::move(ax));
  const auto near = [R](const Digits& u, const Digits& x) {
    int total = 0;
    for (int p = 0; p < COLDCORE_MAX_N; ++p) total += std::abs(u[p] - x[p]);
    return total <= R;
  };
  return {"sum",
          {shape, table_of(shape, [](const Digits&) { return true; }),
           make_step_costs(shape, R, line_cost, COLDCORE_COST_SUM)},
          near};
}

// Steps that a family forbids altogether.
int even_cost(int, int, int centre, int target) { return (centre - target) % 2 == 0 ? 1 : -1; }

Case same_parity(std::vector<int> ax) {
  const Shape shape = shape_of(std::move(ax));
  const auto near = [](const Digits& u, const Digits& x) {
    for (int p = 0; p < COLDCORE_MAX_N; ++p) {
      if ((u[p] - x[p]) % 2 != 0) return false;
    }
    return changes(u, x) <= 2;
  };
  return {"parity",
          {shape, table_of(shape, [](const Digits&) { return true; }),
           make_step_costs(shape, 2, even_cost, COLDCORE_COST_SUM)},
          near};
}

std::vector<Case> small_cases() {
  return {circular({3, 4, 2}, 0),    circular({3, 4, 2}, 1),        circular({2, 2, 2, 2}, 2),
          circular({5, 3, 4}, 3),    line_by_maximum({5, 3, 4}, 1), line_by_maximum({7, 6}, 2),
          line_by_sum({5, 3, 4}, 2), line_by_sum({6, 7}, 0),        same_parity({5, 4, 3})};
}

// By the definition, one pair of words after the other.
Counts count_by_definition(const Case& c, const std::vector<long long>& words) {
  const Shape& shape = c.ball.shape;
  Counts counts(shape.size);
  for (const long long word : words) {
    for (std::int64_t x = 0; x < shape.size; ++x) {
      counts[x] = static_cast<std::uint16_t>(counts[x] +
                                             c.covers(digits_of(shape, word), digits_of(shape, x)));
    }
  }
  return counts;
}

}  // namespace

TEST_CASE("updates, counts and owners agree with the definition") {
  for (const Case& c : small_cases()) {
    for (const int threads : {1, 3}) {
      CAPTURE(c.name);
      CAPTURE(c.ball.shape.size);
      prepare_pool(threads);
      std::mt19937 random(1);
      std::vector<long long> words(9);
      for (long long& word : words) word = random() % c.ball.shape.size;
      words.push_back(words[0]);

      Counts counts(c.ball.shape.size);
      update_balls(c.ball, words, 1, counts.data());
      const Counts expected = count_by_definition(c, words);
      CHECK(counts == expected);

      Counts placed(c.ball.shape.size);
      std::vector<std::int32_t> owner(c.ball.shape.size, -1);
      place_owned_balls(c.ball, words, placed.data(), owner.data());
      CHECK(placed == expected);
      for (std::int64_t x = 0; x < c.ball.shape.size; ++x) {
        std::int32_t last = -1;
        for (std::size_t i = 0; i < words.size(); ++i) {
          if (c.covers(digits_of(c.ball.shape, words[i]), digits_of(c.ball.shape, x))) {
            last = static_cast<std::int32_t>(i);
          }
        }
        CHECK(owner[x] == last);
      }

      std::vector<long long> all(c.ball.shape.size);
      for (std::size_t x = 0; x < all.size(); ++x) all[x] = static_cast<long long>(x);
      std::vector<std::int32_t> found(all.size());
      for (const CountRange range : {CountRange{0, 0}, CountRange{1, 3}, CountRange{2, 65535}}) {
        gather_balls(c.ball, all, range, counts.data(), found.data());
        for (std::int64_t u = 0; u < c.ball.shape.size; ++u) {
          std::int32_t hits = 0;
          for (std::int64_t x = 0; x < c.ball.shape.size; ++x) {
            const bool in_range = counts[x] >= range.low && counts[x] <= range.high;
            hits += in_range && c.covers(digits_of(c.ball.shape, u), digits_of(c.ball.shape, x));
          }
          CHECK(found[u] == hits);
        }
      }

      update_balls(c.ball, words, -1, counts.data());
      CHECK(counts == Counts(c.ball.shape.size));
    }
  }
}

TEST_CASE("balls that are split over threads give what one thread gives") {
  const std::vector<Case> cases = {circular({12, 12, 12, 12}, 4),
                                   line_by_sum({12, 12, 12, 12}, 19)};
  for (const Case& c : cases) {
    CAPTURE(c.name);
    REQUIRE(c.ball.table.entries() > 16384);
    const std::vector<long long> words = {0, 12345, 20735};
    const Counts expected = count_by_definition(c, words);
    for (const int threads : {1, 2, 5}) {
      prepare_pool(threads);
      Counts counts(c.ball.shape.size);
      update_balls(c.ball, words, 1, counts.data());
      CHECK(counts == expected);

      Counts placed(c.ball.shape.size);
      std::vector<std::int32_t> owner(c.ball.shape.size, -1);
      place_owned_balls(c.ball, words, placed.data(), owner.data());
      CHECK(placed == expected);

      std::vector<std::int32_t> hits(words.size());
      gather_balls(c.ball, words, {1, 2}, counts.data(), hits.data());
      for (std::size_t i = 0; i < words.size(); ++i) {
        std::int32_t wanted = 0;
        for (std::int64_t x = 0; x < c.ball.shape.size; ++x) {
          wanted += (counts[x] == 1 || counts[x] == 2) &&
                    c.covers(digits_of(c.ball.shape, words[i]), digits_of(c.ball.shape, x));
        }
        CHECK(hits[i] == wanted);
      }
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
