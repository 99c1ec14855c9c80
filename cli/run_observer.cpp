// SPDX-License-Identifier: Apache-2.0
#include "run_observer.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "atomic_file.hpp"
#include "messages.hpp"
#include "report.hpp"
#include "signals.hpp"

namespace coldcore::cli {

using search::Candidate;
using search::Checkpoint;
using search::Progress;
using Json = nlohmann::ordered_json;

namespace {

constexpr auto kCheckpointInterval = std::chrono::seconds(15);
constexpr auto kShowInterval = std::chrono::milliseconds(200);
/// Writing and recounting large covers must not eat the run: after a save that took t, the next one
/// waits four t. The covers between are passed over, the newest one is not.
constexpr int kPause = 4;
/// The log hears of the search at times that grow by this: some two hundred a day.
constexpr double kFirstProgress = 0.01;
constexpr double kProgressRatio = 1.1;

std::string rate_text(double rate) {
  if (rate >= 1e6) return fmt::format("{:.1f} M steps/s", rate / 1e6);
  if (rate >= 1e3) return fmt::format("{:.1f} k steps/s", rate / 1e3);
  return fmt::format("{:.0f} steps/s", rate);
}

std::string size_text(const Names& names, const Progress& now) {
  const std::string size = counted(now.size, names.member);
  return names.weighted ? fmt::format("{} of cost {}", size, grouped(now.cost)) : size;
}

}  // namespace

RunObserver::RunObserver(const CoverTask& task, const Checkpoint& before, Origin origin,
                         CoverStore& store, const Gate& gate, search::RunLog& log,
                         bool show_progress)
    : task_(task),
      before_(before),
      origin_(std::move(origin)),
      bounds_(bounds_range(task.bounds())),
      store_(store),
      gate_(gate),
      log_(log),
      line_(show_progress) {
  next_checkpoint_ += kCheckpointInterval;
  next_progress_ = kFirstProgress;
}

void RunObserver::improved(std::span<const Candidate> cover) {
  best_.assign(cover.begin(), cover.end());
  cover_waits_ = true;
  attempt([&] {
    Json fields = {{"size", best_.size()}};
    if (task_.names().weighted) fields["cost"] = task_.cost(best_);
    fields["iterations"] = last_.iterations;
    log_.write("improved", fields);
  });
  save_if_due();
}

void RunObserver::progress(const Progress& now) {
  last_ = now;
  log_phase(now);
  log_progress(now);
  last_.phase = phase_;  // Ours lives on.
  save_if_due();
  if (Clock::now() >= next_checkpoint_) attempt([&] { save_checkpoint(); });
  show(last_);
}

bool RunObserver::stop_requested() { return caught_signal() != 0; }

bool RunObserver::finish() {
  line_.clear();
  const bool saved =
      !cover_waits_ || finish_with([&] { save_cover(); },
                                   fmt::format("the best cover of this run, {}, is not there",
                                               amount_text(task_.names(), task_.cost(best_))));
  return finish_with([&] { save_checkpoint(); }, "--resume will know nothing of this run") && saved;
}

bool RunObserver::finish_with(const std::function<void()>& write, const std::string& consequence) {
  try {
    write();
    return true;
  } catch (const search::FileError& error) {
    say(fmt::format("{}: {}", error.what(), consequence));
    return false;
  }
}

void RunObserver::save_if_due() {
  if (!cover_waits_ || Clock::now() < next_save_) return;
  attempt([&] {
    save_cover();
    save_checkpoint();
  });
}

void RunObserver::save_cover() {
  const Clock::time_point begin = Clock::now();
  next_save_ = begin + std::chrono::seconds(1);  // Where the save fails.
  store_.save(best_, origin_, gate_);
  cover_waits_ = false;
  const Clock::time_point end = Clock::now();
  next_save_ = end + kPause * (end - begin);
}

void RunObserver::save_checkpoint() {
  next_checkpoint_ = Clock::now() + kCheckpointInterval;
  search::save_checkpoint(search::checkpoint_of(store_.path()), checkpoint());
}

Checkpoint RunObserver::checkpoint() const {
  Checkpoint now = before_;
  now.elapsed += elapsed();
  now.iterations += last_.iterations;
  if (!best_.empty()) now.best = best_;
  return now;
}

/// Runs something that writes a file.
void RunObserver::attempt(const std::function<void()>& write) {
  try {
    write();
  } catch (const search::FileError& error) {
    if (!said_.insert(error.what()).second) return;
    line_.clear();
    say(fmt::format("{}; what was there is intact, the search goes on", error.what()));
  }
}

void RunObserver::log_phase(const Progress& now) {
  if (now.phase == phase_) return;
  phase_ = now.phase;
  attempt([&] {
    log_.write("phase", {{"phase", phase_},
                         {"size", now.size},
                         {"deficit", now.deficit},
                         {"best", now.best},
                         {"iterations", now.iterations}});
  });
}

void RunObserver::log_progress(const Progress& now) {
  const double time = elapsed();
  if (time < next_progress_) return;
  next_progress_ = time * kProgressRatio;
  attempt([&] {
    log_.write("progress", {{"size", now.size},
                            {"deficit", now.deficit},
                            {"best", now.best},
                            {"iterations", now.iterations}});
  });
}

void RunObserver::show(const Progress& now) {
  const Clock::time_point time = Clock::now();
  if (!line_.shown() || time < next_show_) return;
  const std::chrono::duration<double> span = time - rate_since_;
  const double rate = static_cast<double>(now.iterations - rate_from_) / span.count();
  const std::string best = now.best < 0 ? std::string("none yet") : grouped(now.best);
  line_.show(fmt::format("{:.1f} s  {}  {}  {} uncovered  best {}  {}{}{}", elapsed(), now.phase,
                         size_text(task_.names(), now), grouped(now.deficit), best, rate_text(rate),
                         bounds_.empty() ? "" : "  ", bounds_));
  next_show_ = time + kShowInterval;
  rate_since_ = time;
  rate_from_ = now.iterations;
}

double RunObserver::elapsed() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

}  // namespace coldcore::cli
