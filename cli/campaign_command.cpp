// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <list>
#include <nlohmann/json.hpp>
#include <utility>

#include "atomic_file.hpp"
#include "campaign/campaign_log.hpp"
#include "campaign/patience.hpp"
#include "campaign/schedule.hpp"
#include "campaign_plan.hpp"
#include "campaign_problem.hpp"
#include "campaign_table.hpp"
#include "campaign_try.hpp"
#include "child_process.hpp"
#include "commands.hpp"
#include "engine_failure.hpp"
#include "exit_code.hpp"
#include "messages.hpp"
#include "output_lock.hpp"
#include "problem.hpp"
#include "progress_line.hpp"
#include "report.hpp"
#include "signals.hpp"

namespace coldcore::cli {

using search::CampaignHeader;
using search::CampaignHistory;
using search::FileError;
using search::InputError;
using search::Schedule;
using search::Try;
using search::TryRecord;

namespace {

namespace fs = std::filesystem;

/// Between looks at the processes.
constexpr int kLookMilliseconds = 20;
/// Shorter than that no try is started.
constexpr double kLeastSeconds = 0.01;

fs::path made_folder(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (!error) return path;
  errno = error.value();
  search::fail_on_file("write", path);
}

/// A process and what it is for.
struct Running {
  StartedTry started;
  ChildProcess process;
  search::Patience patience;
  Told told = Told::kNothing;

  Running(StartedTry what, const std::vector<std::string>& arguments, std::int64_t most_bytes)
      : started(std::move(what)), process(arguments, most_bytes), patience(started.seconds) {}

  void tell(Told why) {
    if (told != Told::kNothing) return;
    told = why;
    patience.tell(process.seconds());
    process.interrupt();
  }
};

/// What a campaign knows of one of its problems.
struct ProblemState {
  std::optional<std::int64_t> best;  ///< Members of the cover at `file`.
  fs::path file;
  std::optional<std::int64_t> recorded;  ///< The best of the log,
  std::string command;                   ///< and what finds it again.
  std::int64_t tries = 0;
};

class Campaign {
 public:
  Campaign(const CampaignCommand& command, const std::vector<CampaignProblem>& problems)
      : command_(command),
        problems_(problems),
        folder_(made_folder(command.folder)),
        log_file_(folder_ / "campaign.jsonl"),
        lock_(log_file_),
        jobs_(job_count(command)),
        history_(earlier_history()),
        states_(states_on_disk()),
        log_(log_file_, begun_log()),
        schedule_(schedule_of(history_.header)),
        memory_(memory_of_a_try(command, jobs_)),
        line_(!command.json && !command.quiet) {}

  int run() {
    for (const TryRecord& record : history_.records) take_over(record);
    for (std::size_t p = 0; p < problems_.size(); ++p) close_if_reached(p);
    try {
      work();
    } catch (const FileError& error) {
      line_.clear();
      say(error.what());
      write_failed_ = true;
    }
    line_.clear();
    if (caught_signal() != 0) {
      say(fmt::format("interrupted by signal {}: --resume goes on from here", caught_signal()));
    }
    running_.clear();  // After a failure: what they have found stays in the folder.
    std::error_code ignored;
    fs::remove(folder_ / "tries", ignored);  // If nothing is in it.
    report();
    return exit_code();
  }

 private:
  // --- Before ---

  /// Without bytes where there is no log yet.
  CampaignHistory earlier_history() const {
    auto history = readable_log();
    const double otherwise = history ? history->header.try_seconds
                                     : default_try_seconds(command_, problems_.size(), jobs_);
    CampaignHeader wanted =
        header_of(command_, problems_, command_.try_seconds.value_or(otherwise));
    if (!history) {
      if (command_.resume && !command_.quiet) {
        say(fmt::format("no log {}: starting afresh", log_file_.string()));
      }
      return {std::move(wanted), {}, 0};
    }
    if (!command_.resume) {
      throw InputError(fmt::format(
          "{} exists: go on with --resume, or choose another folder with -o", log_file_.string()));
    }
    const std::string difference = search::difference_text(history->header, wanted);
    if (difference.empty()) return std::move(*history);
    throw InputError(fmt::format(
        "{} is the log of another campaign ({}): repeat its problems, --seed and --try-time, or "
        "choose another folder with -o",
        log_file_.string(), difference));
  }

  std::optional<CampaignHistory> readable_log() const try {
    return search::read_campaign_log(log_file_);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: mend it, or choose another folder with -o", error.what()));
  }

  std::vector<ProblemState> states_on_disk() const {
    std::vector<ProblemState> states;
    for (const CampaignProblem& problem : problems_) {
      ProblemState& state = states.emplace_back();
      state.file = folder_ / ("best-" + problem.cover_file);
      std::error_code ignored;
      if (!fs::exists(state.file, ignored)) continue;
      const Verification found = verify(problem, state.file);
      if (!found.size) {
        throw InputError(fmt::format("{}: {}: remove it, or choose another folder with -o",
                                     state.file.string(), found.complaint));
      }
      state.best = found.size;
    }
    return states;
  }

  /// Bytes of the log that is there, which is a new one if there was none.
  std::uint64_t begun_log() {
    if (history_.bytes == 0) history_ = search::begin_campaign_log(log_file_, history_.header);
    return history_.bytes;
  }

  /// A try of an earlier run.
  void take_over(const TryRecord& record) {
    const auto found = std::ranges::find(problems_, record.problem, &CampaignProblem::title);
    if (found == problems_.end()) return;
    const auto problem = static_cast<std::size_t>(found - problems_.begin());
    const Try turn = schedule_.nth(problem, record.number);
    if (is_complete(record, turn)) schedule_.take(problem, record.number);
    note(problem, turn, record);
  }

  // --- The tries ---

  void work() {
    made_folder(folder_ / "tries");
    for (;;) {
      start_tries();
      if (running_.empty()) return;
      end_what_has_to_end();
      collect();
      show_progress();
      ::poll(nullptr, 0, kLookMilliseconds);
    }
  }

  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

  /// In whole milliseconds.
  double seconds_left() const {
    if (command_.seconds <= 0) return Schedule::kMostSeconds;
    return std::floor((command_.seconds - seconds()) * 1000) / 1000;
  }

  void start_tries() {
    while (running_.size() < jobs_ && caught_signal() == 0) {
      const double left = seconds_left();
      if (left < kLeastSeconds) return;
      const std::optional<Try> turn = schedule_.next();
      if (!turn) return;
      start(*turn, std::min(left, turn->seconds));
    }
  }

  void start(const Try& turn, double try_seconds) {
    const CampaignProblem& problem = problems_[turn.problem];
    StartedTry started{turn, try_seconds, target_now(turn.problem),
                       folder_ / "tries" / fmt::format("{}-{}", turn.number, problem.cover_file)};
    const std::vector<std::string> arguments = solve_arguments(problem, started, command_.threads);
    running_.emplace_back(std::move(started), arguments, memory_);
  }

  /// Once it is reached, one less than what there is.
  std::optional<std::int64_t> target_now(std::size_t problem) const {
    const std::optional<std::int64_t> target = problems_[problem].target;
    const std::optional<std::int64_t> best = states_[problem].best;
    if (!command_.keep_going || !target || !best || *best > *target) return target;
    return std::max(*best - 1, problems_[problem].bounds.lower->size);
  }

  void end_what_has_to_end() {
    for (Running& one : running_) {
      const double taken = one.process.seconds();
      const bool unwanted = caught_signal() != 0 || reached(one.started.turn.problem);
      if (unwanted) one.tell(Told::kInterrupted);
      if (one.patience.is_overdue(taken)) one.tell(Told::kOverdue);
      if (one.patience.is_over(taken)) one.process.kill();
    }
  }

  void collect() {
    for (auto one = running_.begin(); one != running_.end();) {
      if (!one->process.ended()) {
        ++one;
        continue;
      }
      finish(*one);
      one = running_.erase(one);
    }
  }

  void finish(const Running& one) {
    const StartedTry& started = one.started;
    const CampaignProblem& problem = problems_[started.turn.problem];
    TryRecord record = record_of(problem, started, one.process.result(), one.told);
    const Kept kept = keep_if_better(started, record);
    log_.append(record);
    note(started.turn.problem, started.turn, record);
    if (!is_complete(record, started.turn)) {
      schedule_.give_back(started.turn.problem, started.turn.number);
      // It would come again at once, and this run has no time for it.
      if (started.seconds < started.turn.seconds) schedule_.close(started.turn.problem);
    }
    close_if_reached(started.turn.problem);
    show(problem, record, kept == Kept::kBest);
    if (record.exit_code == kExitFile) throw FileError(record.message);
    if (kept != Kept::kUnverified) remove_files_of(started);
  }

  /// What becomes of the cover of a try: it is the best one now, or no better, or left where it is.
  enum class Kept { kBest, kNoBetter, kUnverified };

  Kept keep_if_better(const StartedTry& started, TryRecord& record) {
    ProblemState& state = states_[started.turn.problem];
    std::error_code ignored;
    if (!fs::exists(started.file, ignored)) {
      record.size.reset();
      return Kept::kNoBetter;
    }
    record.generators = generators_in(started.file);
    if (record.size && state.best && *record.size >= *state.best) return Kept::kNoBetter;
    const Verification found = verify(problems_[started.turn.problem], started.file);
    record.size = found.size;
    if (!found.size) {
      record.message = fmt::format("{} is not verified and left there: {}", started.file.string(),
                                   found.complaint);
      return Kept::kUnverified;
    }
    if (state.best && *record.size >= *state.best) return Kept::kNoBetter;
    rename_durably(started.file, state.file);
    state.best = record.size;
    return Kept::kBest;
  }

  /// What follows from a record, of this run or of an earlier one.
  void note(std::size_t problem, const Try& turn, const TryRecord& record) {
    ProblemState& state = states_[problem];
    ++state.tries;
    if (drops_group(record)) schedule_.drop(problem, turn.rung);
    if (!record.size || (state.recorded && *record.size >= *state.recorded)) return;
    state.recorded = record.size;
    state.command = record.command;
  }

  /// Whether nothing more is wanted of a problem.
  bool reached(std::size_t problem) const {
    const std::int64_t lower = problems_[problem].bounds.lower->size;
    const std::int64_t target = problems_[problem].target.value_or(lower);
    const std::int64_t enough = command_.keep_going ? lower : std::max(lower, target);
    return states_[problem].best && *states_[problem].best <= enough;
  }

  void close_if_reached(std::size_t problem) {
    if (reached(problem)) schedule_.close(problem);
  }

  // --- What is said ---

  void show(const CampaignProblem& problem, const TryRecord& record, bool better) {
    if (command_.json || command_.quiet) return;
    line_.clear();
    const std::string text =
        fmt::format("{:>6.0f} s  {}: {}, seed {}, {:.3g} s: {}\n", seconds(), problem.title,
                    search::describe_group(record.group), record.seed, record.elapsed,
                    result_text(problem, record, better));
    // Not fmt::print, which throws: that this cannot be written must not end the campaign.
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
  }

  static std::string result_text(const CampaignProblem& problem, const TryRecord& record,
                                 bool better) {
    std::string text = record.status;
    if (record.size) {
      text = counted(*record.size, problem.member);
      if (record.status != "cover" && record.status != "target missed")
        text += ", " + record.status;
      if (better) text += ", the best so far";
    }
    return record.message.empty() ? text : fmt::format("{}: {}", text, record.message);
  }

  void show_progress() {
    if (!line_.shown() || seconds() < next_show_) return;
    next_show_ = seconds() + 0.5;
    std::string text = fmt::format("{:.0f} s", seconds());
    if (command_.seconds > 0) text += fmt::format(" of {:.0f} s", command_.seconds);
    for (const Running& one : running_) {
      const CampaignProblem& problem = problems_[one.started.turn.problem];
      text += fmt::format("  {}: {} {:.0f}/{:.0f} s", problem.title,
                          search::describe_group(problem.ladder[one.started.turn.rung]),
                          one.process.seconds(), one.started.seconds);
    }
    line_.show(text);
  }

  std::vector<Standing> standings() const {
    std::vector<Standing> list;
    for (std::size_t p = 0; p < problems_.size(); ++p) {
      const ProblemState& state = states_[p];
      Standing standing;
      standing.problem = &problems_[p];
      standing.found = state.best;
      standing.file = state.file.string();
      if (state.recorded == state.best) standing.command = state.command;
      standing.tries = state.tries;
      standing.exhausted = schedule_.exhausted(p);
      list.push_back(std::move(standing));
    }
    return list;
  }

  void report() const {
    const std::vector<Standing> list = standings();
    if (!command_.json) return print_table(list);
    const nlohmann::ordered_json json = {{"problems", standings_json(list)},
                                         {"log", log_file_.string()},
                                         {"seed", command_.seed},
                                         {"elapsed", seconds()},
                                         {"exit_code", exit_code()}};
    fmt::print("{}\n", json_line(json));
  }

  int exit_code() const {
    if (write_failed_) return kExitFile;
    if (caught_signal() != 0) return kExitSignal + caught_signal();
    return std::ranges::all_of(standings(), &Standing::reached) ? kExitCover : kExitNoCover;
  }

  const CampaignCommand& command_;
  const std::vector<CampaignProblem>& problems_;
  fs::path folder_;
  fs::path log_file_;
  search::OutputLock lock_;
  std::size_t jobs_;
  CampaignHistory history_;
  std::vector<ProblemState> states_;
  search::CampaignLog log_;
  Schedule schedule_;
  std::int64_t memory_;
  ProgressLine line_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double next_show_ = 0;
  std::list<Running> running_;
  bool write_failed_ = false;
};

}  // namespace

int run(const CampaignCommand& command) {
  note_interrupts();
  const search::EngineLibrary engine = search::load_engine();
  std::vector<CampaignProblem> problems;
  try {
    problems = campaign_problems(engine, command);
  } catch (const search::OracleError& error) {
    return engine_failure(engine, error);
  }
  return Campaign(command, problems).run();
}

}  // namespace coldcore::cli
