// SPDX-License-Identifier: Apache-2.0
#include "entry_walk.hpp"

#include <algorithm>
#include <stdexcept>

#include "workers.hpp"

namespace coldcore::bench {

EntryWalk::EntryWalk(const coldcore_plugin& family, const Cell& cell)
    : family_(family), cell_(cell) {
  const long long length = family.table(cell.n(), cell.axes.data(), cell.radius, nullptr, 0);
  if (length < 1) throw std::runtime_error("no table for " + cell.name());
  table_.resize(static_cast<std::size_t>(length));
  family.table(cell.n(), cell.axes.data(), cell.radius, table_.data(), length);
}

EntryWalk::Steps EntryWalk::steps_from(long long word) const {
  Steps steps;
  std::int64_t stride = 1;
  for (int p = 0; p < cell_.n(); ++p) {
    const int ax = cell_.axes[static_cast<std::size_t>(p)];
    const int digit = static_cast<int>(word / stride % ax);
    for (int delta = 1; delta < ax; ++delta) {
      const int target = (digit + delta) % ax;
      const auto step = static_cast<std::size_t>(p << 4 | delta);
      steps.offset[step] = (target - digit) * stride;
      if (family_.axis_cost == nullptr) continue;
      const int cost = family_.axis_cost(ax, cell_.radius, digit, target);
      steps.cost[step] = cost < 0 ? cell_.radius + 1 : cost;
    }
    stride *= ax;
  }
  return steps;
}

template <class Visit>
void EntryWalk::walk(long long word, std::int64_t begin, std::int64_t end,
                     const Visit& visit) const {
  const Steps steps = steps_from(word);
  const std::uint64_t* const table = table_.data();
  if (family_.axis_cost == nullptr) {
    for (std::int64_t i = begin; i < end; ++i) {
      std::int64_t x = word;
      for (std::uint64_t rest = table[i]; rest != 0; rest >>= 8) x += steps.offset[rest & 255];
      visit(x);
    }
    return;
  }
  const bool largest = family_.info->cost_rule == COLDCORE_COST_MAX;
  for (std::int64_t i = begin; i < end; ++i) {
    std::int64_t x = word;
    int cost = 0;
    for (std::uint64_t rest = table[i]; rest != 0; rest >>= 8) {
      x += steps.offset[rest & 255];
      const int more = steps.cost[rest & 255];
      cost = largest ? std::max(cost, more) : cost + more;
    }
    if (cost <= cell_.radius) visit(x);
  }
}

void EntryWalk::gather(const std::vector<long long>& words, const std::uint16_t* cnt,
                       std::int32_t* out) const {
  in_parallel(static_cast<std::int64_t>(words.size()), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      std::int32_t hits = 0;
      walk(words[static_cast<std::size_t>(i)], 0, entries(),
           [&](std::int64_t x) { hits += cnt[x] == 0; });
      out[i] = hits;
    }
  });
}

void EntryWalk::update(long long word, int delta, std::uint16_t* cnt) const {
  in_parallel(entries(), [&](std::int64_t begin, std::int64_t end) {
    walk(word, begin, end,
         [=](std::int64_t x) { cnt[x] = static_cast<std::uint16_t>(cnt[x] + delta); });
  });
}

}  // namespace coldcore::bench
