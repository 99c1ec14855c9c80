// SPDX-License-Identifier: Apache-2.0
#include "focused_searcher.hpp"

#include <algorithm>

#include "focused_tabu.hpp"

namespace coldcore::search {
namespace {

/// Any candidate that covers a random uncovered point.
template <class State>
Index random_useful(const State& state, Rng& rng, bool distinct) {
  const auto uncovered = state.uncovered();
  const auto covering = state.rows().candidates()[uncovered[rng.below(uncovered.size())]];
  Index c = 0;
  do {
    c = covering[rng.below(covering.size())];
  } while (distinct && state.contains(c));
  return c;
}

/// Keeps the number of members; costs are all 1.
template <class State, class Method>
class MethodSearcher final : public Searcher {
 public:
  template <class... Args>
  MethodSearcher(const SearcherContext& context, Fields fields, std::uint64_t seed,
                 std::span<const Candidate> cover, const Args&... args)
      : state_(context.rows, context.mu, fields),
        rng_(seed),
        method_(state_, rng_, args..., context.distinct),
        distinct_(context.distinct) {
    const bool repeats = context.mu > 1 && !context.distinct;
    for (const Candidate c : cover) {
      const auto index = static_cast<Index>(c);
      if (repeats || !state_.contains(index)) state_.add(index);
    }
  }

  Outcome run(std::int64_t steps, std::int64_t target, StopPoll& poll) override {
    Outcome outcome{.least_deficit = state_.deficit()};
    for (;;) {
      if (state_.covered()) {
        harvest();
        outcome.least_deficit = state_.deficit();
        if (std::ssize(best_) <= target) break;
      }
      if (outcome.steps >= steps || poll.stops(outcome.steps)) break;
      method_.step();
      ++outcome.steps;
      outcome.least_deficit = std::min(outcome.least_deficit, state_.deficit());
    }
    return outcome;
  }

  void shrink_to(std::int64_t budget) override {
    while (state_.size() > budget) drop_one();
  }

  void restart(std::int64_t budget) override {
    for (Slot s = 0; s < state_.slot_count(); ++s) {
      if (state_.taken(s)) state_.remove(s);
    }
    while (state_.size() < budget && !state_.covered()) {
      state_.add(random_useful(state_, rng_, distinct_));
    }
  }

  std::int64_t size() const override { return state_.size(); }
  std::int64_t cost() const override { return state_.size(); }
  const std::vector<Candidate>& best() const override { return best_; }

 private:
  /// Notes the cover and drops members until it is none.
  void harvest() {
    while (state_.covered() && state_.size() > 0) {
      if (best_.empty() || state_.size() < std::ssize(best_)) best_ = state_.members();
      drop_one();
    }
  }

  void drop_one() {
    state_.least_loss(ties_);
    state_.remove(ties_[rng_.below(ties_.size())]);
  }

  State state_;
  Rng rng_;
  Method method_;
  const bool distinct_;
  std::vector<Candidate> best_;
  std::vector<Slot> ties_;
};

template <class State>
class BudgetSearcher final : public Searcher {
 public:
  BudgetSearcher(const SearcherContext& context, const BudgetOptions& options, std::uint64_t seed,
                 std::span<const Candidate> cover)
      : state_(context.rows, context.mu, Fields::kGainAndLoss),
        rng_(seed),
        costs_(context.costs),
        search_(state_, rng_, context.costs, options, context.distinct),
        distinct_(context.distinct) {
    for (const Candidate c : cover) search_.add(static_cast<Index>(c));
    budget_ = search_.cost();
  }

  Outcome run(std::int64_t steps, std::int64_t target, StopPoll& poll) override {
    if (state_.covered()) harvest();
    Outcome outcome{.least_deficit = state_.deficit()};
    while (outcome.steps < steps && !poll.stops(outcome.steps)) {
      if (!best_.empty() && budget_ < target) break;
      search_.step(budget_);
      ++outcome.steps;
      if (state_.covered()) {
        harvest();
        outcome.least_deficit = state_.deficit();
      }
      outcome.least_deficit = std::min(outcome.least_deficit, state_.deficit());
    }
    return outcome;
  }

  void shrink_to(std::int64_t budget) override {
    budget_ = budget;
    while (search_.cost() > budget || (state_.covered() && state_.size() > 0)) drop_one();
  }

  void restart(std::int64_t budget) override {
    budget_ = budget;
    for (Slot s = 0; s < state_.slot_count(); ++s) {
      if (state_.taken(s)) search_.remove(s);
    }
    while (!state_.covered()) {
      const Index c = random_useful(state_, rng_, distinct_);
      if (search_.cost() + costs_.of(c) > budget) return;
      search_.add(c);
    }
  }

  std::int64_t size() const override { return state_.size(); }
  std::int64_t cost() const override { return search_.cost(); }
  const std::vector<Candidate>& best() const override { return best_; }

 private:
  /// Drops what is of no use, notes the cover, and drops members until it is none.
  void harvest() {
    for (;;) {
      const Slot slot = search_.cheapest_to_lose(false);
      if (state_.loss(slot) > 0) break;
      search_.remove(slot);
    }
    if (best_.empty() || search_.cost() <= budget_) best_ = state_.members();
    shrink_to(search_.cost() - 1);
  }

  void drop_one() { search_.remove(search_.cheapest_to_lose(false)); }

  State state_;
  Rng rng_;
  const Costs costs_;
  BudgetSearch<State> search_;
  const bool distinct_;
  std::int64_t budget_ = 0;  ///< What the members may cost.
  std::vector<Candidate> best_;
};

template <class State>
std::unique_ptr<Searcher> make_for_state(const SearcherContext& context, const SearcherSpec& spec,
                                         std::uint64_t seed, std::span<const Candidate> cover) {
  if (spec.method == SearcherSpec::Method::kExchange) {
    return std::make_unique<MethodSearcher<State, Exchange<State>>>(context, Fields::kGainAndLoss,
                                                                    seed, cover, spec.exchange);
  }
  if (spec.method == SearcherSpec::Method::kBudget) {
    return std::make_unique<BudgetSearcher<State>>(context, spec.budget, seed, cover);
  }
  // At mu = 1 the change of a move is read off the owners, so gains need not be kept.
  const Fields fields = context.mu == 1 ? Fields::kLoss : Fields::kGainAndLoss;
  return std::make_unique<MethodSearcher<State, Tabu<State>>>(context, fields, seed, cover,
                                                              context.neighbours);
}

}  // namespace

std::unique_ptr<Searcher> make_searcher(const SearcherContext& context, const SearcherSpec& spec,
                                        std::uint64_t seed, std::span<const Candidate> cover) {
  if (context.mu == 1) return make_for_state<CoverState<true>>(context, spec, seed, cover);
  return make_for_state<CoverState<false>>(context, spec, seed, cover);
}

}  // namespace coldcore::search
