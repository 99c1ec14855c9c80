// SPDX-License-Identifier: Apache-2.0
#include "walk.hpp"

#include <algorithm>
#include <bit>
#include <functional>

#include "../thread_pool.hpp"

namespace coldcore::core {
namespace {

// Below this many entries waking another thread costs more than it saves.
constexpr std::int64_t kWorthSplitting = 16384;

// A word as the origin of a walk: what each step adds to its index and, where they matter, costs.
struct Origin {
  std::int64_t word = 0;
  PerStep<std::int64_t> offset;
  PerStep<std::int64_t> cost;
};

void set_origin(const Ball& ball, std::int64_t word, Origin& origin) {
  const Shape& shape = ball.shape;
  const Digits digits = digits_of(shape, word);
  origin.word = word;
  for (int p = 0; p < shape.n; ++p) {
    for (int delta = 1; delta < shape.ax[p]; ++delta) {
      const int wrap = digits[p] + delta >= shape.ax[p] ? shape.ax[p] : 0;
      origin.offset[p << 4 | delta] = (delta - wrap) * shape.stride[p];
      if (ball.costs) {
        origin.cost[p << 4 | delta] = ball.costs->by_digit[digits[p]][p << 4 | delta];
      }
    }
  }
}

// Takes the lowest change, of which there must be one, off a pattern.
int take_step(std::uint64_t& pattern) {
  const int shift = std::countr_zero(pattern) & ~3;
  const int step = shift << 2 | static_cast<int>(pattern >> shift & 15);
  pattern &= ~(std::uint64_t{15} << shift);
  return step;
}

template <class Visit>
void walk_circular(const SupportTable& table, const Origin& origin, std::int64_t begin,
                   std::int64_t end, Visit&& visit) {
  // Neighbouring groups mostly differ in the lowest change alone; where the others lead is kept.
  std::uint64_t others = 0;
  std::int64_t at_others = origin.word;
  for (std::int64_t group = begin; group < end; ++group) {
    std::uint64_t rest = table.rest(group);
    const std::int64_t lowest = rest == 0 ? 0 : origin.offset[take_step(rest)];
    if (rest != others) {
      others = rest;
      at_others = origin.word;
      while (rest != 0) at_others += origin.offset[take_step(rest)];
    }
    const std::int64_t base = at_others + lowest;
    for (const Step step : table.steps(group)) visit(base + origin.offset[step]);
  }
}

template <class Combine, class Visit>
void walk_resolved(const SupportTable& table, const Origin& origin, std::int64_t limit,
                   std::int64_t begin, std::int64_t end, Combine&& combine, Visit&& visit) {
  for (std::int64_t group = begin; group < end; ++group) {
    std::int64_t base = origin.word;
    std::int64_t cost = 0;
    for (std::uint64_t rest = table.rest(group); rest != 0;) {
      const int step = take_step(rest);
      base += origin.offset[step];
      cost = combine(cost, origin.cost[step]);
    }
    if (cost > limit) continue;
    for (const Step step : table.steps(group)) {
      if (combine(cost, origin.cost[step]) <= limit) visit(base + origin.offset[step]);
    }
  }
}

// Visits each word that groups begin..end-1 reach; the centre belongs to no group.
template <class Visit>
void walk_groups(const Ball& ball, const Origin& origin, std::int64_t begin, std::int64_t end,
                 Visit&& visit) {
  if (!ball.costs) return walk_circular(ball.table, origin, begin, end, visit);
  const std::int64_t limit = ball.costs->limit;
  if (ball.costs->largest) {
    const auto larger = [](std::int64_t a, std::int64_t b) { return std::max(a, b); };
    return walk_resolved(ball.table, origin, limit, begin, end, larger, visit);
  }
  walk_resolved(ball.table, origin, limit, begin, end, std::plus<>(), visit);
}

template <class Visit>
void walk_ball(const Ball& ball, const Origin& origin, Visit&& visit) {
  visit(origin.word);
  walk_groups(ball, origin, 0, ball.table.groups(), visit);
}

// Distinct entries are distinct words, so that threads never write the same count.
template <class Visit>
void walk_ball_threaded(const Ball& ball, const Origin& origin, Visit&& visit) {
  if (ball.table.entries() < kWorthSplitting) return walk_ball(ball, origin, visit);
  visit(origin.word);
  parallel_for(ball.table.groups(), 0, [&](std::int64_t begin, std::int64_t end, int) {
    walk_groups(ball, origin, begin, end, visit);
  });
}

std::int32_t count_ball(const Ball& ball, const Origin& origin, CountRange range,
                        const std::uint16_t* cnt) {
  std::int32_t hits = 0;
  walk_ball(ball, origin, [&](std::int64_t x) { hits += range.contains(cnt[x]); });
  return hits;
}

std::int32_t count_ball_threaded(const Ball& ball, const Origin& origin, CountRange range,
                                 const std::uint16_t* cnt) {
  const auto chunk = [&](std::int64_t begin, std::int64_t end) {
    std::int32_t hits = 0;
    walk_groups(ball, origin, begin, end, [&](std::int64_t x) { hits += range.contains(cnt[x]); });
    return hits;
  };
  const std::int32_t rest = parallel_reduce(ball.table.groups(), 0, 0, chunk, std::plus<>());
  return rest + static_cast<std::int32_t>(range.contains(cnt[origin.word]));
}

}  // namespace

void update_balls(const Ball& ball, Words words, int delta, std::uint16_t* cnt) {
  Origin origin;
  for (const std::int64_t word : words) {
    set_origin(ball, word, origin);
    walk_ball_threaded(ball, origin, [cnt, delta](std::int64_t x) {
      cnt[x] = static_cast<std::uint16_t>(cnt[x] + delta);
    });
  }
}

void place_owned_balls(const Ball& ball, Words words, std::uint16_t* cnt, std::int32_t* owner) {
  Origin origin;
  for (std::size_t i = 0; i < words.size(); ++i) {
    set_origin(ball, words[i], origin);
    const auto tag = static_cast<std::int32_t>(i);
    walk_ball_threaded(ball, origin, [cnt, owner, tag](std::int64_t x) {
      ++cnt[x];
      owner[x] = tag;
    });
  }
}

void gather_balls(const Ball& ball, Words words, CountRange range, const std::uint16_t* cnt,
                  std::int32_t* out) {
  const auto count = static_cast<std::int64_t>(words.size());
  const std::int64_t entries = ball.table.entries();
  if (entries >= kWorthSplitting && count < pool().size()) {
    Origin origin;
    for (std::int64_t i = 0; i < count; ++i) {
      set_origin(ball, words[i], origin);
      out[i] = count_ball_threaded(ball, origin, range, cnt);
    }
    return;
  }
  const std::int64_t grain = (kWorthSplitting + entries - 1) / entries;
  parallel_for(count, grain, [&](std::int64_t begin, std::int64_t end, int) {
    Origin origin;
    for (std::int64_t i = begin; i < end; ++i) {
      set_origin(ball, words[i], origin);
      out[i] = count_ball(ball, origin, range, cnt);
    }
  });
}

}  // namespace coldcore::core
