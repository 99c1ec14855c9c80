// SPDX-License-Identifier: Apache-2.0
#include "focused_tabu.hpp"

#include <algorithm>
#include <span>

namespace coldcore::search {

template <class State>
Tabu<State>::Tabu(State& state, Rng& rng, const Neighbours& neighbours, bool distinct)
    : state_(state),
      rng_(rng),
      neighbours_(neighbours),
      distinct_(distinct),
      free_at_(static_cast<std::size_t>(state.rows().candidate_count())),
      covers_(free_at_.size()) {}

template <class State>
void Tabu<State>::step() {
  if (state_.size() != size_) {
    size_ = state_.size();
    least_deficit_ = state_.deficit();
  }
  const std::span<const Index> uncovered = state_.uncovered();
  const Index x = uncovered[rng_.below(uncovered.size())];
  const Move move = best_move(x);
  make(move.from == kNoSlot ? some_move(x) : move);
  ++now_;
}

/// The same moves are found from either end; the shorter side is walked.
template <class State>
typename Tabu<State>::Move Tabu<State>::best_move(Index x) {
  const std::span<const Index> covering = state_.rows().candidates()[x];
  Move best;
  if (std::ssize(covering) <= state_.size()) {
    moves_towards(covering, best);
  } else {
    moves_of_members(covering, best);
  }
  return best;
}

template <class State>
void Tabu<State>::moves_towards(std::span<const Index> covering, Move& best) {
  for (const Index to : covering) {
    for (const Index from : neighbours_.of(to, scratch_)) {
      if (state_.contains(from)) consider(state_.slot_of(from), to, best);
    }
  }
}

template <class State>
void Tabu<State>::moves_of_members(std::span<const Index> covering, Move& best) {
  for (const Index c : covering) covers_[c] = now_;
  for (Slot from = 0; from < state_.slot_count(); ++from) {
    if (!state_.taken(from)) continue;
    for (const Index to : neighbours_.of(state_.member(from), scratch_)) {
      if (covers_[to] == now_) consider(from, to, best);
    }
  }
}

template <class State>
void Tabu<State>::consider(Slot from, Index to, Move& best) {
  if (distinct_ && state_.contains(to)) return;
  const bool tabu = free_at_[to] > now_ || free_at_[state_.member(from)] > now_;
  const std::int32_t change = state_.swap_change(from, to);
  if (tabu && state_.deficit() + change >= least_deficit_) return;
  if (change > best.change) return;
  if (change < best.change) best.ties = 0;
  best.change = change;
  if (rng_.below(++best.ties) != 0) return;
  best.from = from;
  best.to = to;
}

/// A member of least loss goes to any candidate that covers x.
template <class State>
typename Tabu<State>::Move Tabu<State>::some_move(Index x) {
  const std::span<const Index> covering = state_.rows().candidates()[x];
  state_.least_loss(slots_);
  Move move;
  move.from = slots_[rng_.below(slots_.size())];
  do {
    move.to = covering[rng_.below(covering.size())];
  } while (distinct_ && state_.contains(move.to));
  return move;
}

template <class State>
void Tabu<State>::make(const Move& move) {
  const Index from = state_.member(move.from);
  state_.remove(move.from);
  state_.add(move.to);
  free_at_[from] = now_ + 3 + static_cast<std::int64_t>(rng_.below(3));
  free_at_[move.to] = now_ + 1 + static_cast<std::int64_t>(rng_.below(2));
  least_deficit_ = std::min(least_deficit_, state_.deficit());
}

template class Tabu<CoverState<true>>;
template class Tabu<CoverState<false>>;

}  // namespace coldcore::search
