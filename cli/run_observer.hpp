// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "checkpoint.hpp"
#include "cover_store.hpp"
#include "observer.hpp"
#include "progress_line.hpp"
#include "run_log.hpp"

namespace coldcore::cli {

/// Puts on disk and on the screen what a search tells: every cover, the checkpoint, the log, the
/// progress line. A disk that cannot be written does not end the search: it is said once of each
/// file, and tried again.
class RunObserver final : public search::Observer {
 public:
  using Clock = std::chrono::steady_clock;

  /// `before` is what earlier runs did, with the seed that resumptions count from; `origin` has the
  /// seed of this one. Task, store, gate and log have to outlive the observer.
  RunObserver(const CoverTask& task, const search::Checkpoint& before, Origin origin,
              CoverStore& store, const Gate& gate, search::RunLog& log, bool show_progress);

  void improved(std::span<const search::Candidate> cover) override;
  void progress(const search::Progress& now) override;
  bool stop_requested() override;

  /// Puts on disk what waits for it, and the checkpoint. False where a file cannot be written, of
  /// which it says what that means. Throws what else CoverStore::save throws.
  bool finish();

  /// What the search told last.
  const search::Progress& last() const { return last_; }
  /// The run up to now, with those before it.
  search::Checkpoint checkpoint() const;

 private:
  void save_if_due();
  void save_cover();
  void save_checkpoint();
  void attempt(const std::function<void()>& write);
  bool finish_with(const std::function<void()>& write, const std::string& consequence);
  void log_phase(const search::Progress& now);
  void log_progress(const search::Progress& now);
  void show(const search::Progress& now);
  double elapsed() const;

  const CoverTask& task_;
  search::Checkpoint before_;
  Origin origin_;
  std::string bounds_;
  CoverStore& store_;
  const Gate& gate_;
  search::RunLog& log_;
  ProgressLine line_;

  Clock::time_point start_ = Clock::now();
  std::vector<search::Candidate> best_;
  bool cover_waits_ = false;
  Clock::time_point next_save_ = start_;
  Clock::time_point next_checkpoint_ = start_;
  std::set<std::string> said_;  ///< Failures to write.

  search::Progress last_;
  std::string phase_;
  double next_progress_ = 0;  ///< Seconds, for the log.
  Clock::time_point next_show_ = start_;
  Clock::time_point rate_since_ = start_;
  std::int64_t rate_from_ = 0;
};

}  // namespace coldcore::cli
