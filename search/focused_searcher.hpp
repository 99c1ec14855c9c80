// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "focused_exchange.hpp"
#include "focused_neighbours.hpp"
#include "rows.hpp"

namespace coldcore::search {

/// One local search: a solution that is no cover yet, of one member less than the smallest cover it
/// knows of, and a method that moves its members.
class Searcher {
 public:
  /// What a slice has seen.
  struct Outcome {
    std::int64_t steps = 0;
    std::int64_t least_deficit = 0;  ///< At the size held at the end, the beginning included.
  };

  virtual ~Searcher() = default;
  /// Does `steps` steps, fewer if a cover of at most `target` is found or `stop` becomes true.
  /// Needs target >= mu, so that some member is left to move.
  virtual Outcome run(std::int64_t steps, std::int64_t target, const std::atomic<bool>& stop) = 0;
  /// Drops members of least loss until at most `size` are left.
  virtual void shrink_to(std::int64_t size) = 0;
  /// Starts again with at most `size` random members, each of which covers a point that needed it.
  virtual void restart(std::int64_t size) = 0;
  virtual std::int64_t size() const = 0;
  /// The smallest cover that this search has found by itself; empty before the first.
  virtual const std::vector<Candidate>& best() const = 0;
};

/// What a searcher does.
struct SearcherSpec {
  enum class Method { kExchange, kTabu };
  Method method = Method::kExchange;
  ExchangeOptions exchange;  ///< For kExchange.
};

/// What all searchers of a run share; must outlive them.
struct SearcherContext {
  const Rows& rows;
  const Neighbours& neighbours;
  int mu;
  bool distinct;
};

/// A searcher that begins with the members of `cover`.
std::unique_ptr<Searcher> make_searcher(const SearcherContext& context, const SearcherSpec& spec,
                                        std::uint64_t seed, std::span<const Candidate> cover);

}  // namespace coldcore::search
