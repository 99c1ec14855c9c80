// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "focused_state.hpp"
#include "rng.hpp"

namespace coldcore::search {

/// How a budget search chooses.
struct BudgetOptions {
  double weight_chance = 1;    ///< Chance of a step to add 1 to the weights of uncovered points.
  double again_chance = 0.25;  ///< Chance of taking out one member more, after each.
  int most_removed = 3;        ///< In one step.
  int most_added = 4;          ///< In one step.
  /// An added candidate stays for `in` steps, plus a random number below `in_spread`.
  int in = 1;
  int in_spread = 1;
};

/// For candidates that cost differently: keeps the members within a budget. A step removes the
/// member of least loss for its cost, sometimes two or three, and then adds as long as it can
/// afford to: for a random uncovered point the candidate of largest gain for its cost. Swaps of one
/// for one would stall, as what was freed seldom pays exactly for what is missing.
template <class State>
class BudgetSearch {
 public:
  /// Keeps references to state, rng and the costs' numbers. `distinct` is implied where a State
  /// holds no candidate twice.
  BudgetSearch(State& state, Rng& rng, const Costs& costs, const BudgetOptions& options,
               bool distinct);

  /// One step; the state must not be a cover, and what it costs must not pass the budget.
  void step(std::int64_t budget);

  /// Cost of the members.
  std::int64_t cost() const { return cost_; }
  void add(Index c);
  void remove(Slot slot);
  /// The member of least loss for its cost; of equals the costliest, then the one that moved
  /// longest ago. With free_only, of those only that need not stay. kNoSlot if there is none.
  Slot cheapest_to_lose(bool free_only) const;

 private:
  void remove_some();
  bool add_one(std::int64_t budget);
  bool addable(Index c, std::int64_t room) const;
  bool changed_since_removal(Index c) const;
  bool better(Index a, Index b) const;
  bool goes_before(Slot a, Slot b) const;
  Index choose_candidate(Index x, std::int64_t room) const;

  struct Stamps {
    std::int64_t removed = -kLong;  ///< Step of the last removal.
    std::int64_t moved = 0;         ///< Step of the last addition or removal.
    std::int64_t stays_until = 0;   ///< Last step at which it may not be removed.
  };
  static constexpr std::int64_t kLong = 64;

  State& state_;
  Rng& rng_;
  const Costs costs_;
  const BudgetOptions options_;
  const bool distinct_;
  std::int64_t now_ = 1;
  std::int64_t cost_ = 0;
  std::vector<Stamps> stamps_;
  std::vector<std::int64_t> touched_;  ///< By point: step at which its coverage last changed.
};

extern template class BudgetSearch<CoverState<true>>;
extern template class BudgetSearch<CoverState<false>>;

}  // namespace coldcore::search
