// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "focused_state.hpp"
#include "rng.hpp"

namespace coldcore::search {

/// How an exchange search chooses.
struct ExchangeOptions {
  double weight_chance = 1;  ///< Chance of a step to add 1 to the weights of uncovered points.
  bool add_first = false;    ///< Whether a step adds before it removes.
  bool oldest_first = true;  ///< Ties go to what moved longest ago; else they are drawn.
  double noise = 0;          ///< Chance of adding any candidate that covers the point.
  /// A removed candidate does not return for `out` steps, plus a random number below `out_spread`.
  int out = 1;
  int out_spread = 1;
  /// An added one stays for `in` steps, plus a random number below `in_spread`.
  int in = 1;
  int in_spread = 1;
};

/// Keeps the size: each step removes a member of least loss and adds the candidate of largest gain
/// among those that cover a random uncovered point. With weights it is row weighting, without them
/// a walk that short tabu tenures keep moving.
template <class State>
class Exchange {
 public:
  /// Keeps references to state and rng.
  Exchange(State& state, Rng& rng, const ExchangeOptions& options, bool distinct);

  /// One step; the state must not be a cover.
  void step();

 private:
  struct Stamps {
    std::int64_t moved = 0;    ///< Step of the last addition or removal.
    std::int64_t free_at = 0;  ///< First step at which it may be added again.
  };
  struct Recent {
    std::int64_t until;  ///< Last step at which it stays.
    Index candidate;
  };

  void remove_one();
  void add_one();
  Slot choose_member();
  Index choose_candidate(Index x);
  bool addable(Index c) const { return !distinct_ || !state_.contains(c); }
  std::int64_t tenure(int fixed, int spread);

  State& state_;
  Rng& rng_;
  const ExchangeOptions options_;
  const bool distinct_;
  std::int64_t now_ = 1;
  std::vector<Stamps> stamps_;
  std::vector<Recent> recent_;  ///< Members that may not leave yet.
  std::vector<Slot> ties_;
};

extern template class Exchange<CoverState<true>>;
extern template class Exchange<CoverState<false>>;

}  // namespace coldcore::search
