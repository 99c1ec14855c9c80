// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

#include "observer.hpp"

namespace coldcore::search {

/// Why a search returned before it was through.
enum class StopReason { kNone, kTime, kIterations, kRequested };

/// The limits of a run and its line to the observer, shared by all its phases.
class RunControl {
 public:
  using Clock = std::chrono::steady_clock;

  /// seconds <= 0 and iterations < 0 mean no limit.
  RunControl(double seconds, std::int64_t iterations, Observer& observer);

  /// True once a limit is reached or the observer asks for it; stays true from then on.
  bool should_stop();
  StopReason reason() const { return reason_; }

  /// Counts steps, the unit of the iteration limit.
  void count_steps(std::int64_t steps = 1) { iterations_ += steps; }
  std::int64_t iterations() const { return iterations_; }
  std::int64_t iterations_left() const { return limit_ - iterations_; }
  double elapsed() const;
  /// Seconds to the time limit; a very large number if there is none.
  double seconds_left() const;

  Observer& observer() { return observer_; }
  /// Passes `now` on to the observer, at most fifty times a second; fills in `best` and
  /// `iterations`.
  void report(Progress now);
  /// Announces a cover and remembers its cost for the progress line.
  void announce(std::span<const Candidate> cover, const Costs& costs);
  std::int64_t best() const { return best_; }

 private:
  Observer& observer_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_report_{};
  double seconds_;
  std::int64_t limit_;
  std::int64_t iterations_ = 0;
  std::int64_t best_ = -1;
  StopReason reason_ = StopReason::kNone;
};

/// Ends what several threads do for one run, within few steps of the limit or the request.
class StopPoll {
 public:
  /// Keeps references. Only the searching thread may ask the control, and through it the observer;
  /// the others go by the clock and by the flag, which all share.
  StopPoll(RunControl& control, std::atomic<bool>& stop, bool searching_thread)
      : control_(control), stop_(stop), searching_thread_(searching_thread) {}

  /// To be called before every step, with its number.
  bool stops(std::int64_t step) {
    if (step % kInterval == 0 && over()) stop_ = true;
    return stop_.load(std::memory_order_relaxed);
  }

 private:
  static constexpr std::int64_t kInterval =
      64;  ///< So that the clock costs nothing beside the steps.
  bool over() { return searching_thread_ ? control_.should_stop() : control_.seconds_left() <= 0; }

  RunControl& control_;
  std::atomic<bool>& stop_;
  bool searching_thread_;
};

}  // namespace coldcore::search
