// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "focused_neighbours.hpp"
#include "focused_state.hpp"
#include "rng.hpp"

namespace coldcore::search {

/// Keeps the size: each step takes a random uncovered point and moves one member to a neighbour
/// that covers it, by the best exact change of the deficit. A candidate that was left is tabu for 3
/// to 5 steps, one that was moved to for 1 or 2, unless the move leads below the least deficit that
/// was seen at this size.
template <class State>
class Tabu {
 public:
  /// Keeps references to all but distinct. The state's weights must stay 1.
  Tabu(State& state, Rng& rng, const Neighbours& neighbours, bool distinct);

  /// One step; the state must not be a cover.
  void step();

 private:
  struct Move {
    Slot from = kNoSlot;
    Index to = 0;
    std::int32_t change = std::numeric_limits<std::int32_t>::max();
    std::uint64_t ties = 0;
  };

  Move best_move(Index x);
  void moves_towards(std::span<const Index> covering, Move& best);
  void moves_of_members(std::span<const Index> covering, Move& best);
  void consider(Slot from, Index to, Move& best);
  Move some_move(Index x);
  void make(const Move& move);

  State& state_;
  Rng& rng_;
  const Neighbours& neighbours_;
  const bool distinct_;
  std::int64_t now_ = 1;
  std::int64_t size_ = -1;             ///< Members that least_deficit_ is about.
  std::int64_t least_deficit_ = 0;     ///< Seen at this size.
  std::vector<std::int64_t> free_at_;  ///< By candidate: first step at which it may move.
  std::vector<std::int64_t> covers_;   ///< By candidate: last step whose point it covers.
  std::vector<Slot> slots_;
  Neighbours::Scratch scratch_;
};

extern template class Tabu<CoverState<true>>;
extern template class Tabu<CoverState<false>>;

}  // namespace coldcore::search
