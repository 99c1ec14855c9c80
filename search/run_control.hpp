// SPDX-License-Identifier: Apache-2.0
#pragma once

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
  /// Announces a cover and remembers its size for the progress line.
  void announce(std::span<const Candidate> cover);
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

}  // namespace coldcore::search
