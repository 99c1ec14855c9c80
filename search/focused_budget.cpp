// SPDX-License-Identifier: Apache-2.0
#include "focused_budget.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include "ratio.hpp"

namespace coldcore::search {
namespace {

constexpr Index kNobody = std::numeric_limits<Index>::max();

}  // namespace

template <class State>
BudgetSearch<State>::BudgetSearch(State& state, Rng& rng, const Costs& costs,
                                  const BudgetOptions& options, bool distinct)
    : state_(state),
      rng_(rng),
      costs_(costs),
      options_(options),
      distinct_(distinct || state.mu() == 1),
      stamps_(static_cast<std::size_t>(state.rows().candidate_count())),
      touched_(static_cast<std::size_t>(state.rows().point_count())) {}

template <class State>
void BudgetSearch<State>::add(Index c) {
  state_.add(c);
  cost_ += costs_.of(c);
  Stamps& stamps = stamps_[c];
  stamps.moved = now_;
  stamps.stays_until = now_ + options_.in;
  if (options_.in_spread > 1) {
    stamps.stays_until += static_cast<std::int64_t>(rng_.below(options_.in_spread));
  }
  for (const Index x : state_.rows().points()[c]) touched_[x] = now_;
}

template <class State>
void BudgetSearch<State>::remove(Slot slot) {
  const Index c = state_.member(slot);
  state_.remove(slot);
  cost_ -= costs_.of(c);
  stamps_[c].moved = now_;
  stamps_[c].removed = now_;
  for (const Index x : state_.rows().points()[c]) touched_[x] = now_ - 1;
}

template <class State>
void BudgetSearch<State>::step(std::int64_t budget) {
  ++now_;
  remove_some();
  for (int i = 0; i < options_.most_added && !state_.covered(); ++i) {
    if (!add_one(budget)) break;
  }
  if (state_.covered() || options_.weight_chance <= 0) return;
  if (options_.weight_chance >= 1 || rng_.unit() < options_.weight_chance) {
    state_.weigh_uncovered();
  }
}

template <class State>
void BudgetSearch<State>::remove_some() {
  for (int i = 0; i < options_.most_removed; ++i) {
    if (i > 0 && rng_.unit() >= options_.again_chance) return;
    Slot slot = cheapest_to_lose(true);
    if (slot == kNoSlot && i == 0) slot = cheapest_to_lose(false);
    if (slot == kNoSlot) return;
    remove(slot);
  }
}

template <class State>
Slot BudgetSearch<State>::cheapest_to_lose(bool free_only) const {
  Slot best = kNoSlot;
  for (Slot s = 0; s < state_.slot_count(); ++s) {
    if (!state_.taken(s)) continue;
    if (free_only && stamps_[state_.member(s)].stays_until >= now_) continue;
    if (best == kNoSlot || goes_before(s, best)) best = s;
  }
  return best;
}

template <class State>
bool BudgetSearch<State>::goes_before(Slot a, Slot b) const {
  const Index one = state_.member(a);
  const Index other = state_.member(b);
  const std::int64_t cost = costs_.of(one);
  const std::int64_t other_cost = costs_.of(other);
  const int order = compare_ratios(state_.loss(a), cost, state_.loss(b), other_cost);
  if (order != 0) return order < 0;
  if (cost != other_cost) return cost > other_cost;
  return stamps_[one].moved < stamps_[other].moved;
}

template <class State>
bool BudgetSearch<State>::add_one(std::int64_t budget) {
  const std::span<const Index> uncovered = state_.uncovered();
  const Index x = uncovered[rng_.below(uncovered.size())];
  const Index c = choose_candidate(x, budget - cost_);
  if (c == kNobody) return false;
  add(c);
  return true;
}

template <class State>
bool BudgetSearch<State>::addable(Index c, std::int64_t room) const {
  return costs_.of(c) <= room && stamps_[c].removed != now_ && !(distinct_ && state_.contains(c));
}

/// A candidate that would come back to just what it left would only undo a step.
template <class State>
bool BudgetSearch<State>::changed_since_removal(Index c) const {
  const std::int64_t removed = stamps_[c].removed;
  if (now_ - removed >= kLong) return true;
  const std::span<const Index> points = state_.rows().points()[c];
  return std::any_of(points.begin(), points.end(), [&](Index x) { return touched_[x] >= removed; });
}

template <class State>
bool BudgetSearch<State>::better(Index a, Index b) const {
  if (b == kNobody) return true;
  const int order = compare_ratios(state_.gain(a), costs_.of(a), state_.gain(b), costs_.of(b));
  return order != 0 ? order > 0 : stamps_[a].moved < stamps_[b].moved;
}

template <class State>
Index BudgetSearch<State>::choose_candidate(Index x, std::int64_t room) const {
  Index chosen = kNobody;
  Index unchanged = kNobody;
  for (const Index c : state_.rows().candidates()[x]) {
    if (!addable(c, room)) continue;
    if (!better(c, chosen)) continue;
    if (changed_since_removal(c)) {
      chosen = c;
    } else if (better(c, unchanged)) {
      unchanged = c;
    }
  }
  return chosen == kNobody ? unchanged : chosen;
}

template class BudgetSearch<CoverState<true>>;
template class BudgetSearch<CoverState<false>>;

}  // namespace coldcore::search
