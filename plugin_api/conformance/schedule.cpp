// SPDX-License-Identifier: Apache-2.0
#include "schedule.hpp"

#include <poll.h>

#include <algorithm>
#include <memory>
#include <string_view>

#include "child.hpp"
#include "run_case.hpp"

namespace coldcore::conformance {
namespace {

constexpr std::size_t kMostChildren = 2;
constexpr int kPollMilliseconds = 20;
constexpr int kEndingMilliseconds = 1;  // While a child that closed its streams is still ending.
constexpr std::size_t kOutputShown = 200;

enum class State { kWaiting, kRunning, kSound, kUnsound };

class Schedule {
 public:
  Schedule(const std::vector<const Case*>& cases, const Subject& subject,
           const CheckOptions& options)
      : subject_(subject), options_(options), states_(cases.size(), State::kWaiting) {
    for (const Case* test : cases) results_.push_back({test, {}});
  }

  std::vector<CaseResult> run(const std::function<void(const CaseResult&)>& done) {
    std::size_t reported = 0;
    while (reported < results_.size()) {
      start_what_can_start();
      collect();
      for (; reported < results_.size() && is_finished(reported); ++reported)
        done(results_[reported]);
    }
    return std::move(results_);
  }

 private:
  bool is_finished(std::size_t i) const { return states_[i] >= State::kSound; }

  void finish(std::size_t i, Outcome outcome) {
    states_[i] = is_bad(outcome.verdict) ? State::kUnsound : State::kSound;
    results_[i].outcome = std::move(outcome);
  }

  /// A case that was not asked for counts as sound.
  State state_of(std::string_view id) const {
    for (std::size_t i = 0; i < results_.size(); ++i) {
      if (results_[i].test->id == id) return states_[i];
    }
    return State::kSound;
  }

  void start_what_can_start() {
    for (std::size_t i = 0; i < results_.size(); ++i) {
      if (states_[i] == State::kWaiting) start_if_ready(i);
    }
  }

  void start_if_ready(std::size_t i) {
    const Case& test = *results_[i].test;
    if (test.run == nullptr) return judge_output(i);
    bool ready = true;
    for (const std::string_view need : test.needs) {
      const State state = state_of(need);
      if (state == State::kUnsound) {
        finish(i, {Verdict::kSkip, fmt::format("needs {}", need)});
        states_[i] = State::kUnsound;
        return;
      }
      if (state != State::kSound) ready = false;
    }
    if (!ready) return;
    if (options_.in_process) return finish(i, run_case(test, subject_));
    if (children_.size() < kMostChildren) start_child(i);
  }

  void start_child(std::size_t i) {
    states_[i] = State::kRunning;
    children_.push_back(
        {i, std::make_unique<Child>(*results_[i].test, subject_, options_.timeout_s)});
  }

  void collect() {
    if (children_.empty()) return;
    std::vector<pollfd> streams;
    for (const Running& running : children_) {
      for (Pipe* pipe : {&running.child->standard_out(), &running.child->standard_error()}) {
        if (pipe->reader() >= 0) streams.push_back({pipe->reader(), POLLIN, 0});
      }
    }
    const bool ending = streams.size() < 2 * children_.size();
    poll(streams.data(), streams.size(), ending ? kEndingMilliseconds : kPollMilliseconds);
    std::erase_if(children_, [this](const Running& running) {
      if (!running.child->poll()) return false;
      finish(running.index, running.child->outcome());
      return true;
    });
  }

  void judge_output(std::size_t i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (!is_finished(j)) return;
    }
    if (options_.in_process) return finish(i, {Verdict::kSkip, "not watched with --in-process"});
    for (std::size_t j = 0; j < i; ++j) {
      const std::string& text = results_[j].outcome.standard_out;
      if (text.empty()) continue;
      return finish(
          i, {Verdict::kFail, fmt::format("{} bytes during {}: {}", text.size(),
                                          results_[j].test->id, text.substr(0, kOutputShown))});
    }
    finish(i, {Verdict::kPass, ""});
  }

  struct Running {
    std::size_t index;
    std::unique_ptr<Child> child;
  };

  const Subject& subject_;
  const CheckOptions& options_;
  std::vector<State> states_;
  std::vector<CaseResult> results_;
  std::vector<Running> children_;
};

}  // namespace

std::vector<CaseResult> run_cases(const std::vector<const Case*>& cases, const Subject& subject,
                                  const CheckOptions& options,
                                  const std::function<void(const CaseResult&)>& done) {
  return Schedule(cases, subject, options).run(done);
}

}  // namespace coldcore::conformance
