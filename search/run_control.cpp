// SPDX-License-Identifier: Apache-2.0
#include "run_control.hpp"

namespace coldcore::search {

namespace {
constexpr double kNoLimit = 1e18;
constexpr std::chrono::milliseconds kReportInterval{20};
}  // namespace

RunControl::RunControl(double seconds, std::int64_t iterations, Observer& observer)
    : observer_(observer),
      seconds_(seconds > 0 ? seconds : kNoLimit),
      limit_(iterations >= 0 ? iterations : std::numeric_limits<std::int64_t>::max()) {}

bool RunControl::should_stop() {
  if (reason_ != StopReason::kNone) return true;
  if (iterations_ >= limit_) {
    reason_ = StopReason::kIterations;
  } else if (observer_.stop_requested()) {
    reason_ = StopReason::kRequested;
  } else if (seconds_left() <= 0) {
    reason_ = StopReason::kTime;
  }
  return reason_ != StopReason::kNone;
}

double RunControl::elapsed() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

double RunControl::seconds_left() const { return seconds_ - elapsed(); }

void RunControl::report(Progress now) {
  const Clock::time_point time = Clock::now();
  if (time - last_report_ < kReportInterval) return;
  last_report_ = time;
  now.best = best_;
  now.iterations = iterations_;
  observer_.progress(now);
}

void RunControl::announce(std::span<const Candidate> cover, const Costs& costs) {
  best_ = costs.total(cover);
  observer_.improved(cover);
}

}  // namespace coldcore::search
