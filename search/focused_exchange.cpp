// SPDX-License-Identifier: Apache-2.0
#include "focused_exchange.hpp"

#include <algorithm>
#include <span>

namespace coldcore::search {

template <class State>
Exchange<State>::Exchange(State& state, Rng& rng, const ExchangeOptions& options, bool distinct)
    : state_(state),
      rng_(rng),
      options_(options),
      distinct_(distinct),
      stamps_(static_cast<std::size_t>(state.rows().candidate_count())) {}

template <class State>
void Exchange<State>::step() {
  if (options_.add_first) add_one();
  remove_one();
  if (!options_.add_first) add_one();
  if (options_.weight_chance > 0 && rng_.unit() < options_.weight_chance) state_.weigh_uncovered();
  ++now_;
}

template <class State>
std::int64_t Exchange<State>::tenure(int fixed, int spread) {
  const auto random = static_cast<std::int64_t>(spread > 1 ? rng_.below(spread) : 0);
  return fixed + random;
}

template <class State>
void Exchange<State>::remove_one() {
  const Slot slot = choose_member();
  const Index c = state_.member(slot);
  state_.remove(slot);
  stamps_[c] = {now_, now_ + tenure(options_.out, options_.out_spread)};
}

template <class State>
Slot Exchange<State>::choose_member() {
  std::erase_if(recent_, [&](const Recent& r) { return r.until < now_; });
  for (const Recent& r : recent_) {
    if (state_.contains(r.candidate)) state_.bar(state_.slot_of(r.candidate));
  }
  state_.least_loss(ties_);
  state_.lift_bars();
  if (ties_.empty()) state_.least_loss(ties_);  // Everyone was barred.
  if (!options_.oldest_first) return ties_[rng_.below(ties_.size())];
  return *std::min_element(ties_.begin(), ties_.end(), [&](Slot a, Slot b) {
    return stamps_[state_.member(a)].moved < stamps_[state_.member(b)].moved;
  });
}

template <class State>
void Exchange<State>::add_one() {
  if (state_.covered()) return;
  const std::span<const Index> uncovered = state_.uncovered();
  const Index c = choose_candidate(uncovered[rng_.below(uncovered.size())]);
  state_.add(c);
  stamps_[c].moved = now_;
  recent_.push_back({now_ + tenure(options_.in, options_.in_spread), c});
}

template <class State>
Index Exchange<State>::choose_candidate(Index x) {
  const std::span<const Index> covering = state_.rows().candidates()[x];
  const auto any = [&] {
    Index c = covering[rng_.below(covering.size())];
    while (!addable(c)) c = covering[rng_.below(covering.size())];
    return c;
  };
  if (options_.noise > 0 && rng_.unit() < options_.noise) return any();

  std::int32_t most = -1;
  Index chosen = 0;
  std::uint64_t ties = 0;
  for (const Index c : covering) {
    const std::int32_t gain = state_.gain(c);
    if (gain < most || stamps_[c].free_at > now_ || !addable(c)) continue;
    bool better = gain > most;
    if (better) {
      ties = 1;
    } else if (options_.oldest_first) {
      better = stamps_[c].moved < stamps_[chosen].moved;
    } else {
      better = rng_.below(++ties) == 0;
    }
    most = gain;
    if (better) chosen = c;
  }
  return most < 0 ? any() : chosen;
}

template class Exchange<CoverState<true>>;
template class Exchange<CoverState<false>>;

}  // namespace coldcore::search
