// SPDX-License-Identifier: Apache-2.0
#include "focused_searcher.hpp"

#include <algorithm>

#include "focused_tabu.hpp"

namespace coldcore::search {
namespace {

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

  Outcome run(std::int64_t steps, std::int64_t target, const std::atomic<bool>& stop) override {
    Outcome outcome{.least_deficit = state_.deficit()};
    for (;;) {
      if (state_.covered()) {
        harvest();
        outcome.least_deficit = state_.deficit();
        if (std::ssize(best_) <= target) break;
      }
      if (outcome.steps >= steps || stop.load(std::memory_order_relaxed)) break;
      method_.step();
      ++outcome.steps;
      outcome.least_deficit = std::min(outcome.least_deficit, state_.deficit());
    }
    return outcome;
  }

  void shrink_to(std::int64_t size) override {
    while (state_.size() > size) drop_one();
  }

  void restart(std::int64_t size) override {
    for (Slot s = 0; s < state_.slot_count(); ++s) {
      if (state_.taken(s)) state_.remove(s);
    }
    while (state_.size() < size && !state_.covered()) state_.add(random_useful());
  }

  std::int64_t size() const override { return state_.size(); }
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

  Index random_useful() {
    const auto uncovered = state_.uncovered();
    const auto covering = state_.rows().candidates()[uncovered[rng_.below(uncovered.size())]];
    Index c = 0;
    do {
      c = covering[rng_.below(covering.size())];
    } while (distinct_ && state_.contains(c));
    return c;
  }

  State state_;
  Rng rng_;
  Method method_;
  const bool distinct_;
  std::vector<Candidate> best_;
  std::vector<Slot> ties_;
};

template <class State>
std::unique_ptr<Searcher> make_for_state(const SearcherContext& context, const SearcherSpec& spec,
                                         std::uint64_t seed, std::span<const Candidate> cover) {
  if (spec.method == SearcherSpec::Method::kExchange) {
    return std::make_unique<MethodSearcher<State, Exchange<State>>>(context, Fields::kGainAndLoss,
                                                                    seed, cover, spec.exchange);
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
