// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

#include "oracle.hpp"
#include "run_control.hpp"

namespace coldcore::search {

struct GreedyOptions {
  bool distinct = false;  ///< Never place a candidate that is placed already.
  /// 0: of equal gains the smallest index wins. Otherwise the order among equals is a random one
  /// that follows from this number.
  std::uint64_t tie_salt = 0;
  /// Most entries of the queue, 16 bytes each; twice as many must fit into one extraction of the
  /// oracle. Where costs differ, or as many candidates are excluded, the queue holds all candidates
  /// with a gain instead.
  int queue_cap = 1 << 19;
  /// What all that is placed may cost together.
  std::int64_t budget = std::numeric_limits<std::int64_t>::max();
};

/// What the greedy cost.
struct GreedyCost {
  std::int64_t maps = 0;     ///< Gain maps computed.
  std::int64_t gathers = 0;  ///< Candidates evaluated again.
  double map_seconds = 0;    ///< Maps, their maxima and extractions.
  double gather_seconds = 0;
  double update_seconds = 0;
};

/// Places candidates of the largest exact gain for their cost, one after the other; candidates that
/// cost more than is left of the budget are passed over.
///
/// Gains only fall while members are added, so gains that were exact once are upper bounds. A queue
/// holds them for all candidates from a threshold on: its head is evaluated again until it is up to
/// date, and then no candidate at all has a larger gain. (Where costs differ a threshold of the
/// gain says nothing about gain for cost, so all candidates with a gain are queued.) Which
/// candidate is placed depends on the represented multiset alone, never on when the map was
/// computed last: that choice is free, and follows measured costs.
class LazyGreedy {
 public:
  /// The oracle must outlive this. `members` are represented already; they matter for distinct.
  LazyGreedy(Oracle& oracle, const GreedyOptions& options, std::span<const Candidate> members = {});

  struct Pick {
    Candidate candidate = 0;
    std::int32_t gain = 0;
  };

  /// Adds the best candidate to the represented multiset. Nothing, if no candidate has a gain.
  std::optional<Pick> place();

  /// Never places c from now on.
  void exclude(Candidate c) { excluded_.insert(c); }

  const GreedyCost& cost() const { return cost_; }

 private:
  struct Entry {
    std::int32_t gain = 0;
    std::int32_t version = 0;  ///< The value of version_ for which the gain is exact.
    Candidate candidate = 0;
  };
  /// The heap's order: by gain for cost, then by index or, with a salt, at random.
  struct Worse {
    std::uint64_t salt;
    Costs costs;
    bool operator()(const Entry& a, const Entry& b) const;
  };

  bool refresh();
  /// Fills the queue from the map, whose maximum is `top`.
  void fill_queue(std::int32_t top);
  /// The same with candidates of gain threshold_..top, where `top` is the largest gain not yet
  /// looked at.
  void fill_queue_below(std::int32_t top);
  void fill_queue_with_all();
  bool placeable(Candidate c) const { return costs_.of(c) <= room_ && !excluded_.contains(c); }
  /// Sets threshold_ so that the queue gets about the wanted length; returns how many to extract.
  std::int64_t choose_threshold(std::int32_t top);
  std::int64_t found(std::int32_t threshold) { return oracle_.map_extract(threshold, 0).found; }
  /// The head of the queue, once its gain is exact; nothing if that needs too many gathers or the
  /// queue is empty.
  std::optional<Pick> exact_head();
  void give_up_queue();
  void reevaluate(std::size_t batch);
  void push(const Entry& entry);
  Entry pop();
  Worse worse() const { return {options_.tie_salt, costs_}; }
  void commit(const Pick& pick);

  Oracle& oracle_;
  GreedyOptions options_;
  Costs costs_;
  std::int64_t room_;  ///< What is left of the budget.
  std::unordered_set<Candidate> excluded_;
  std::vector<Entry> queue_;  ///< A heap under Worse.
  std::int32_t threshold_ = 1;
  bool truncated_ = false;  ///< More candidates reach the threshold than the queue got.
  std::int32_t version_ = 0;
  std::int64_t wanted_;         ///< Entries that the next queue should have.
  std::int32_t last_gap_ = 1;   ///< How far below the maximum the last threshold was.
  double refresh_seconds_ = 0;  ///< Of the last map.
  double patience_ = 1;  ///< Gather time allowed for one pick, as a part of refresh_seconds_.
  GreedyCost cost_;
  std::vector<Candidate> batch_;
  std::vector<std::int32_t> gains_;
};

enum class GreedyStatus {
  kCovered,     ///< A cover.
  kCapacity,    ///< The engine cannot represent another member and there is no cover yet.
  kInfeasible,  ///< No candidate has a gain, but the cover is not complete.
  kStopped,     ///< RunControl said so.
};

/// Completes `members`, which the oracle represents, to a cover and appends what it placed. *cost,
/// if given, receives what it took.
GreedyStatus complete_greedily(Oracle& oracle, std::vector<Candidate>& members,
                               const GreedyOptions& options, RunControl& control,
                               GreedyCost* cost = nullptr);

}  // namespace coldcore::search
