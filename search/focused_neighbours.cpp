// SPDX-License-Identifier: Apache-2.0
#include "focused_neighbours.hpp"

#include <algorithm>
#include <utility>

#include "rng.hpp"

namespace coldcore::search {
namespace {

constexpr std::size_t kMost = 256;

/// Counting all shared points of a candidate costs the sum of its points' degrees. Above this many
/// only a sample of the points is counted, and what looks promising is compared exactly.
constexpr std::size_t kCountedInFull = 1U << 16U;
constexpr std::size_t kSample = 128;

}  // namespace

Neighbours::Neighbours(const Rows& rows)
    : rows_(rows), lists_(static_cast<std::size_t>(rows.candidate_count())) {}

Neighbours::~Neighbours() {
  for (const auto& list : lists_) delete list.load();
}

std::span<const Index> Neighbours::of(Index c, Scratch& scratch) const {
  std::atomic<const List*>& place = lists_[c];
  const List* known = place.load(std::memory_order_acquire);
  if (known == nullptr) {
    auto made = std::make_unique<const List>(make(c, scratch));
    // Another thread may have been faster; its list is the same.
    if (place.compare_exchange_strong(known, made.get(), std::memory_order_acq_rel)) {
      known = made.release();
    }
  }
  return *known;
}

/// Exactly, by marks on the points of c.
std::vector<Neighbours::Likeness> Neighbours::compare(Index c, std::span<const Index> others,
                                                      Scratch& scratch) const {
  scratch.marked.resize(static_cast<std::size_t>(rows_.point_count()));
  for (const Index x : rows_.points()[c]) scratch.marked[x] = 1;
  std::vector<Likeness> out;
  for (const Index other : others) {
    std::uint32_t shared = 0;
    for (const Index x : rows_.points()[other]) shared += scratch.marked[x];
    out.push_back({shared, other});
  }
  for (const Index x : rows_.points()[c]) scratch.marked[x] = 0;
  return out;
}

void Neighbours::count_shared(Index c, Scratch& scratch) const {
  scratch.shared.resize(lists_.size());
  const auto count_point = [&](Index x) {
    for (const Index other : rows_.candidates()[x]) {
      if (scratch.shared[other]++ == 0) scratch.seen.push_back(other);
    }
  };
  const std::span<const Index> points = rows_.points()[c];
  const std::size_t cost =
      points.empty() ? 0 : points.size() * rows_.candidates()[points[0]].size();
  if (cost <= kCountedInFull || points.size() <= kSample) {
    for (const Index x : points) count_point(x);
    return;
  }
  Rng rng(c);
  for (std::size_t i = 0; i < kSample; ++i) count_point(points[rng.below(points.size())]);
}

Neighbours::List Neighbours::make(Index c, Scratch& scratch) const {
  count_shared(c, scratch);
  std::uint32_t most = 0;
  for (const Index other : scratch.seen) {
    if (other != c) most = std::max(most, scratch.shared[other]);
  }
  // The sampled counts scatter: look at everything down to two thirds of the largest.
  std::vector<Index> promising;
  for (const Index other : scratch.seen) {
    if (other != c && 3 * scratch.shared[other] >= 2 * most) promising.push_back(other);
    scratch.shared[other] = 0;
  }
  scratch.seen.clear();

  std::vector<Likeness> alike = compare(c, promising, scratch);
  std::sort(alike.begin(), alike.end(), [](const Likeness& a, const Likeness& b) {
    return std::pair(b.shared, a.candidate) < std::pair(a.shared, b.candidate);
  });
  List list;
  for (const Likeness& l : alike) {
    if (list.size() < kMost && 4 * l.shared >= 3 * alike.front().shared)
      list.push_back(l.candidate);
  }
  return list;
}

}  // namespace coldcore::search
