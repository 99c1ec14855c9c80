// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "focused_budget.hpp"
#include "focused_exchange.hpp"
#include "focused_neighbours.hpp"
#include "rows.hpp"
#include "run_control.hpp"

namespace coldcore::search {

/// One local search: a solution that is no cover yet, cheaper than the cheapest cover it knows of,
/// and a method that moves its members.
class Searcher {
 public:
  /// What a slice has seen.
  struct Outcome {
    std::int64_t steps = 0;
    std::int64_t least_deficit = 0;  ///< Within the budget held at the end, beginning included.
  };

  virtual ~Searcher() = default;
  /// Does `steps` steps, fewer if a cover of cost `target` at most is found or the poll says stop.
  /// Needs target >= mu, so that some member is left to move.
  virtual Outcome run(std::int64_t steps, std::int64_t target, StopPoll& poll) = 0;
  /// Drops members of least loss until the others cost at most `budget`, with unit costs: are that
  /// many.
  virtual void shrink_to(std::int64_t budget) = 0;
  /// Starts again with random members of cost `budget` at most together, each of which covers a
  /// point that needed it.
  virtual void restart(std::int64_t budget) = 0;
  virtual std::int64_t size() const = 0;
  virtual std::int64_t cost() const = 0;
  /// The cheapest cover that this search has found by itself; empty before the first.
  virtual const std::vector<Candidate>& best() const = 0;
};

/// What a searcher does.
struct SearcherSpec {
  enum class Method { kExchange, kTabu, kBudget };
  Method method = Method::kExchange;
  ExchangeOptions exchange = {};  ///< For kExchange.
  BudgetOptions budget = {};      ///< For kBudget, the only one that heeds costs.
};

/// What all searchers of a run share; must outlive them.
struct SearcherContext {
  const Rows& rows;
  const Neighbours& neighbours;
  int mu;
  bool distinct;
  Costs costs;
};

/// A searcher that begins with the members of `cover`.
std::unique_ptr<Searcher> make_searcher(const SearcherContext& context, const SearcherSpec& spec,
                                        std::uint64_t seed, std::span<const Candidate> cover);

}  // namespace coldcore::search
