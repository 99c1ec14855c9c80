// SPDX-License-Identifier: Apache-2.0
#include "focused.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <iterator>
#include <limits>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "focused_neighbours.hpp"
#include "focused_searcher.hpp"
#include "parallel.hpp"
#include "rng.hpp"
#include "run_control.hpp"

namespace coldcore::search {
namespace {

using Method = SearcherSpec::Method;

constexpr ExchangeOptions kRowWeighting{};
/// Weights that grow seldom, and longer tenures: between row weighting and the walk.
constexpr ExchangeOptions kRareWeighting{
    .weight_chance = 0.02, .out = 3, .out_spread = 4, .in = 2, .in_spread = 2};
constexpr ExchangeOptions kWalk{.weight_chance = 0,
                                .add_first = true,
                                .oldest_first = false,
                                .noise = 0.01,
                                .out = 9,
                                .out_spread = 8,
                                .in = 0,
                                .in_spread = 8};

using Specs = std::array<SearcherSpec, 6>;

/// A fixed number, as the outcome must not depend on the number of threads.
constexpr Specs kSearchers{
    SearcherSpec{Method::kExchange, kRowWeighting},
    SearcherSpec{Method::kTabu, {}},
    SearcherSpec{Method::kExchange, kRareWeighting},
    SearcherSpec{Method::kExchange, kWalk},
    SearcherSpec{Method::kTabu, {}},
    SearcherSpec{Method::kExchange, kWalk},
};
/// Slices of a round, by rank.
constexpr SearcherSpec within_budget(const BudgetOptions& options) {
  return {.method = Method::kBudget, .budget = options};
}

/// Where costs differ.
constexpr Specs kBudgetSearchers{
    within_budget({}),
    within_budget({.again_chance = 0.5}),
    within_budget({.weight_chance = 0.1}),
    within_budget({.in = 3, .in_spread = 4}),
    within_budget({}),
    within_budget({.weight_chance = 0.02, .again_chance = 0.5}),
};
constexpr std::array<std::int64_t, Specs().size()> kShares{4, 2, 2, 1, 1, 1};

/// A searcher gives up its members after this many steps for each of them without coming closer to
/// a cover; each time it waits longer by as much. Measured on ternary words of length 7, radius 1,
/// where a start leads to 186 members soon or hardly ever: four times the wait made success take
/// four times as long.
constexpr std::int64_t kPatience = 1500;

/// Entries of the lists of a slice's steps: about 20 ms, as a step costs about as much as walking a
/// few lists, be it the points of a candidate or the candidates of a point.
constexpr std::int64_t kSliceEntries = 1 << 18;

std::int64_t slice_steps(const Rows& rows) {
  const std::int64_t degree = std::ssize(rows.candidates().entries) / rows.point_count();
  return std::max<std::int64_t>(
      8, kSliceEntries / std::max({std::int64_t{1}, rows.longest(), degree}));
}

/// Throws unless all are candidates, and different ones where they have to be.
void check_members(const Rows& rows, bool distinct, const std::vector<Candidate>& sorted) {
  const std::int64_t count = rows.candidate_count();
  if (!sorted.empty() && (sorted.front() < 0 || sorted.back() >= count)) {
    throw std::invalid_argument(fmt::format("the start cover has candidate {}; there are 0..{}",
                                            sorted.front() < 0 ? sorted.front() : sorted.back(),
                                            count - 1));
  }
  const auto repeated = std::adjacent_find(sorted.begin(), sorted.end());
  if (distinct && repeated != sorted.end()) {
    throw std::invalid_argument(fmt::format(
        "the start cover has candidate {} twice, and distinct is asked for", *repeated));
  }
}

void check_cover(const Rows& rows, int mu, const std::vector<Candidate>& members) {
  std::vector<std::int64_t> multiplicity(static_cast<std::size_t>(rows.point_count()));
  for (const Candidate c : members) {
    for (const Index x : rows.points()[static_cast<Index>(c)]) ++multiplicity[x];
  }
  for (std::size_t x = 0; x < multiplicity.size(); ++x) {
    if (multiplicity[x] >= mu) continue;
    throw std::invalid_argument(fmt::format(
        "the start is no cover: point {} is in {} members and needs {}", x, multiplicity[x], mu));
  }
}

/// The start in ascending order, without repeats at mu = 1, where they are of no use.
std::vector<Candidate> checked_start(const Rows& rows, const FocusedOptions& options,
                                     std::span<const Candidate> start) {
  std::vector<Candidate> members(start.begin(), start.end());
  std::sort(members.begin(), members.end());
  check_members(rows, options.distinct, members);
  check_cover(rows, options.mu, members);
  if (options.mu == 1) members.erase(std::unique(members.begin(), members.end()), members.end());
  return members;
}

/// The racing searchers.
class Portfolio {
 public:
  Portfolio(const Rows& rows, const FocusedOptions& options, std::vector<Candidate> start,
            Observer& observer)
      : threads_(options.threads),
        costs_(options.costs),
        floor_(std::max<std::int64_t>(options.target, options.mu)),
        slice_(slice_steps(rows)),
        neighbours_(rows),
        control_(options.seconds, options.iterations, observer),
        best_(std::move(start)),
        best_cost_(costs_.total(best_)) {
    const SearcherContext context{rows, neighbours_, options.mu, options.distinct, costs_};
    const Specs& specs = costs_.unit() ? kSearchers : kBudgetSearchers;
    run_parallel(std::ssize(entries_), threads_, [&](std::int64_t i, int) {
      const auto at = static_cast<std::size_t>(i);
      const std::uint64_t seed = mix64(options.seed) + at;
      entries_[at].searcher = make_searcher(context, specs[at], seed, best_);
    });
    std::iota(ranking_.begin(), ranking_.end(), std::size_t{0});
  }

  FocusedResult run() {
    // A run can be over before a full slice is: begin with short ones.
    std::int64_t steps = std::max<std::int64_t>(1, slice_ / 64);
    while (best_cost_ > floor_ && !control_.should_stop()) {
      round(steps);
      steps = std::min(slice_, 2 * steps);
    }
    return {best_, control_.iterations(), control_.reason() == StopReason::kRequested};
  }

 private:
  struct Entry {
    std::unique_ptr<Searcher> searcher;
    std::int64_t steps = 0;  ///< Of its next slice.
    Searcher::Outcome outcome;
    double closeness = 0;             ///< Least deficit of its slices, smoothed.
    std::int64_t least = kNoDeficit;  ///< Least deficit at this cost since it began or restarted.
    std::int64_t idle = 0;            ///< Steps since then.
    std::int64_t restarts = 0;        ///< At this cost.
  };

  void round(std::int64_t steps) {
    share_out(steps);
    run_parallel(std::ssize(entries_), threads_, [&](std::int64_t rank, int worker) {
      Entry& entry = entries_[ranking_[static_cast<std::size_t>(rank)]];
      StopPoll poll(control_, stop_, worker == 0);
      entry.outcome = entry.searcher->run(entry.steps, floor_, poll);
    });
    collect();
    rank();
    report();
  }

  /// Gives out steps by rank, as long as the limit has some.
  void share_out(std::int64_t steps) {
    std::int64_t left = control_.iterations_left();
    for (std::size_t rank = 0; rank < ranking_.size(); ++rank) {
      Entry& entry = entries_[ranking_[rank]];
      entry.steps = std::min(left, steps * kShares[rank]);
      left -= entry.steps;
    }
  }

  void collect() {
    const std::int64_t before = best_cost_;
    for (const Entry& entry : entries_) {
      control_.count_steps(entry.outcome.steps);
      const std::vector<Candidate>& found = entry.searcher->best();
      if (found.empty() || costs_.total(found) >= best_cost_) continue;
      best_ = found;
      best_cost_ = costs_.total(found);
    }
    if (best_cost_ < before) {
      adopt_cost();
    } else {
      for (Entry& entry : entries_) restart_if_stuck(entry);
    }
  }

  void adopt_cost() {
    std::sort(best_.begin(), best_.end());
    control_.announce(best_, costs_);
    for (Entry& entry : entries_) {
      entry.searcher->shrink_to(best_cost_ - 1);
      entry.least = kNoDeficit;
      entry.idle = 0;
      entry.restarts = 0;
    }
  }

  void restart_if_stuck(Entry& entry) {
    entry.idle += entry.outcome.steps;
    if (entry.outcome.least_deficit < entry.least) {
      entry.least = entry.outcome.least_deficit;
      entry.idle = 0;
    }
    if (entry.idle <= kPatience * std::ssize(best_) * (entry.restarts + 1)) return;
    entry.searcher->restart(best_cost_ - 1);
    entry.least = kNoDeficit;
    entry.idle = 0;
    ++entry.restarts;
  }

  void rank() {
    for (Entry& entry : entries_) {
      const auto least = static_cast<double>(entry.outcome.least_deficit);
      if (entry.outcome.steps > 0) entry.closeness = (entry.closeness + least) / 2;
    }
    std::stable_sort(ranking_.begin(), ranking_.end(), [&](std::size_t a, std::size_t b) {
      return entries_[a].closeness < entries_[b].closeness;
    });
  }

  void report() {
    const Entry& closest = entries_[ranking_.front()];
    Progress now;
    now.phase = "focused";
    now.size = closest.searcher->size();
    now.cost = closest.searcher->cost();
    now.deficit = closest.outcome.least_deficit;
    control_.report(now);
  }

  static constexpr std::int64_t kNoDeficit = std::numeric_limits<std::int64_t>::max();

  const int threads_;
  const Costs costs_;
  const std::int64_t floor_;  ///< No cheaper cover is asked for, or none can exist.
  const std::int64_t slice_;
  const Neighbours neighbours_;
  RunControl control_;
  std::vector<Candidate> best_;
  std::int64_t best_cost_;
  std::array<Entry, Specs().size()> entries_;
  std::array<std::size_t, Specs().size()> ranking_{};  ///< The closest first.
  std::atomic<bool> stop_{false};
};

}  // namespace

FocusedResult focused_search(const Rows& rows, const FocusedOptions& options,
                             std::span<const Candidate> start_cover, Observer& observer) {
  if (rows.point_count() == 0) return {};
  std::vector<Candidate> start = checked_start(rows, options, start_cover);
  return Portfolio(rows, options, std::move(start), observer).run();
}

}  // namespace coldcore::search
