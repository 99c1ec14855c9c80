// SPDX-License-Identifier: Apache-2.0
#include "solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "available_memory.hpp"
#include "descent.hpp"
#include "focused.hpp"
#include "lns.hpp"
#include "peel.hpp"
#include "rows.hpp"
#include "run_control.hpp"

namespace coldcore::search {

namespace {

/// Steps that the oracle-only search spends on its first notch; it doubles them where they do not
/// suffice.
constexpr std::int64_t kNotchSteps = 32;
// The focused search takes 0 for no limit, and time may run out just before it begins.
constexpr double kMoment = 1e-3;

SolveStatus status_of(StopReason reason) {
  if (reason == StopReason::kRequested) return SolveStatus::kStopped;
  return reason == StopReason::kIterations ? SolveStatus::kIterations : SolveStatus::kTime;
}

std::int64_t default_row_bytes() {
  constexpr std::int64_t kMostRowBytes = std::int64_t{4} << 30;
  return std::min(kMostRowBytes, available_memory() / 4);
}

class Solver {
 public:
  Solver(Oracle& oracle, const SolveOptions& options, Observer& observer)
      : oracle_(oracle),
        options_(options),
        observer_(observer),
        costs_(oracle.costs()),
        control_(options.seconds, options.iterations, observer),
        floor_(std::max({options.target, options.lower_bound, std::int64_t{1}})) {}

  SolveResult run() {
    // The capacity counts members, so it can be held against a bound only where each costs 1.
    const bool too_many = options_.lower_bound > oracle_.capacity();
    if (oracle_.costs().unit() && too_many) return finish(SolveStatus::kCapacity);
    start();
    const GreedyStatus greedy = complete();
    if (greedy == GreedyStatus::kCapacity) return finish(SolveStatus::kCapacity);
    if (greedy == GreedyStatus::kInfeasible) return finish(SolveStatus::kInfeasible);
    if (greedy == GreedyStatus::kStopped) return finish(status_of(control_.reason()));
    shrink();
    if (!good_enough()) improve();
    return finish(good_enough() ? SolveStatus::kTarget : status_of(control_.reason()));
  }

 private:
  std::int64_t cost() const { return costs_.total(members_); }
  bool good_enough() const { return is_cover_ && cost() <= floor_; }

  void start() {
    members_ = options_.warm_start;
    if (options_.distinct) {
      std::sort(members_.begin(), members_.end());
      members_.erase(std::unique(members_.begin(), members_.end()), members_.end());
    }
    oracle_.recount(members_);
  }

  GreedyStatus complete() {
    const GreedyStatus status = complete_greedily(
        oracle_, members_, {.distinct = options_.distinct}, control_, &result_.greedy);
    is_cover_ = status == GreedyStatus::kCovered;
    if (is_cover_) control_.announce(members_, costs_);
    record("greedy");
    return status;
  }

  void shrink() {
    if (peel(oracle_, members_) > 0) control_.announce(members_, costs_);
    record("peel");
  }

  void improve() {
    const Incidence* incidence = oracle_.incidence();
    if (incidence != nullptr && rows_fit(*incidence)) {
      improve_focused(*incidence);
    } else {
      improve_by_descent();
    }
  }

  bool rows_fit(const Incidence& incidence) const {
    const std::int64_t room = options_.row_bytes < 0 ? default_row_bytes() : options_.row_bytes;
    const std::int64_t candidates = oracle_.candidate_count();
    const std::int64_t points = oracle_.point_count();
    const std::int64_t left = room - focused_bytes(candidates, points);
    return rows_bytes(incidence, candidates, points) <= left;
  }

  void improve_focused(const Incidence& incidence) {
    const Rows rows =
        build_rows(incidence, oracle_.candidate_count(), oracle_.point_count(), options_.threads);
    record("rows");
    if (control_.should_stop()) return;
    FocusedResult found = focused_search(
        rows,
        {.mu = oracle_.mu(),
         .distinct = options_.distinct,
         .seed = options_.seed,
         .iterations = options_.iterations < 0 ? -1 : control_.iterations_left(),
         .seconds = options_.seconds > 0 ? std::max(control_.seconds_left(), kMoment) : 0,
         .target = floor_,
         .threads = options_.threads,
         .costs = costs_},
        members_, observer_);
    members_ = std::move(found.best);
    control_.count_steps(found.iterations);
    control_.should_stop();  // Notes which limit it was.
    record("focused");
  }

  void improve_by_descent() {
    // A step asks for the gains of all candidates. Measured on 600 points in 60,000 candidates:
    // twice as many steps, four times on 6,000 in 200,000.
    oracle_.track_gains();
    Lns lns(oracle_, options_.seed, options_.distinct);
    const Mover mover = [&lns](std::vector<Candidate>& members, std::int64_t budget,
                               std::int64_t steps, RunControl& control) {
      return lns.run(members, budget, steps, control);
    };
    notch_descent(oracle_, members_, mover, {.floor = floor_, .notch_steps = kNotchSteps},
                  control_);
    record("lns");
  }

  /// Closes the phase that began where the last one ended.
  void record(std::string name) {
    const double seconds = control_.elapsed();
    const std::int64_t steps = control_.iterations();
    result_.phases.push_back({std::move(name), seconds - phase_start_, steps - phase_steps_,
                              std::ssize(members_), cost()});
    phase_start_ = seconds;
    phase_steps_ = steps;
  }

  SolveResult finish(SolveStatus status) {
    if (status == SolveStatus::kTarget && cost() <= options_.lower_bound) {
      status = SolveStatus::kOptimal;
    }
    result_.status = status;
    result_.iterations = control_.iterations();
    result_.seconds = control_.elapsed();
    if (is_cover_) {
      std::sort(members_.begin(), members_.end());
      result_.cost = cost();
      result_.cover = std::move(members_);
    }
    return std::move(result_);
  }

  Oracle& oracle_;
  const SolveOptions& options_;
  Observer& observer_;
  Costs costs_;
  RunControl control_;
  std::int64_t floor_;
  std::vector<Candidate> members_;
  bool is_cover_ = false;
  double phase_start_ = 0;
  std::int64_t phase_steps_ = 0;
  SolveResult result_;
};

}  // namespace

std::string describe(SolveStatus status, std::int64_t capacity) {
  switch (status) {
    case SolveStatus::kTarget:
      return "the target is reached";
    case SolveStatus::kOptimal:
      return "optimal: no cover is below the lower bound";
    case SolveStatus::kTime:
      return "the time is over";
    case SolveStatus::kIterations:
      return "the iterations are used up";
    case SolveStatus::kStopped:
      return "stopped on request";
    case SolveStatus::kCapacity:
      return fmt::format(
          "the greedy cover takes more than {} members, the most that the engine counts", capacity);
    case SolveStatus::kInfeasible:
      return "no cover exists: some point cannot be covered often enough";
  }
  return "unknown";
}

SolveResult solve(Oracle& oracle, const SolveOptions& options, Observer& observer) {
  return Solver(oracle, options, observer).run();
}

}  // namespace coldcore::search
