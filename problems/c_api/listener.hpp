// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coldcore/search.h>

#include <chrono>
#include <string>
#include <vector>

#include "cover_task.hpp"
#include "observer.hpp"

namespace coldcore::problems {

/// Tells the caller's progress function of a search, and writes its history.
class Listener final : public search::Observer {
 public:
  /// The function may be null. `group` is where the search puts the group of the cover that it
  /// announces next. All have to outlive the listener.
  Listener(const CoverTask& task, coldcore_search_progress_fn hears, void* user,
           const std::vector<std::string>& group)
      : task_(task), tell_(hears), user_(user), group_(group) {}

  void improved(std::span<const search::Candidate> cover) override;
  void progress(const search::Progress& now) override;
  bool stop_requested() override;

  const std::vector<coldcore_search_event>& history() const { return history_; }
  /// Of the best cover.
  const std::vector<std::string>& group() const { return group_of_best_; }

 private:
  using Clock = std::chrono::steady_clock;

  void remember(const coldcore_search_event& event);
  void tell(bool improved);
  double elapsed() const;

  const CoverTask& task_;
  coldcore_search_progress_fn tell_;
  void* user_;
  const std::vector<std::string>& group_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point told_ = start_;
  coldcore_search_event now_{0, 0, 0, 0, -1};
  std::string phase_;
  bool stopped_ = false;
  std::vector<std::string> group_of_best_;
  std::vector<coldcore_search_event> history_;
  double next_event_ = 0;
  double event_interval_ = 0.02;
};

}  // namespace coldcore::problems
