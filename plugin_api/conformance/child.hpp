// SPDX-License-Identifier: Apache-2.0
//
// One case in a process of its own, which may do what it likes.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>

#include "mailbox.hpp"
#include "outcome.hpp"

namespace coldcore::conformance {

class Subject;

/// Reads what a child writes to one of its standard streams.
class Pipe {
 public:
  Pipe();  ///< Throws std::system_error.
  ~Pipe();
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  /// In the child: makes `stream` (1 or 2) the writing end.
  void become(int stream) const;
  /// In the parent, after the fork.
  void close_writer();

  /// Takes what is there without waiting; closes at the end.
  void drain();
  int reader() const { return reader_; }  ///< -1 once closed.
  const std::string& text() const { return text_; }

 private:
  int reader_ = -1;
  int writer_ = -1;
  std::string text_;
};

class Child {
 public:
  /// Forks; the caller must not have started threads. Throws std::system_error.
  Child(const Case& test, const Subject& subject, double timeout_s);
  /// Kills whatever is left of it.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  const Case& test() const { return test_; }

  /// Takes its output and looks whether it has ended or run out of time. True once the outcome is
  /// there.
  bool poll();
  const Outcome& outcome() const { return outcome_; }

  Pipe& standard_out() { return out_; }
  Pipe& standard_error() { return err_; }

 private:
  using Clock = std::chrono::steady_clock;

  [[noreturn]] void run(const Subject& subject);
  double seconds() const;
  void kill_all() const;
  void finish(int status);
  Outcome judge(int status) const;
  Outcome judge_signal(int signal) const;

  const Case& test_;
  double timeout_s_;
  Clock::time_point start_ = Clock::now();
  Mailbox* mailbox_;
  Pipe out_;
  Pipe err_;
  pid_t pid_ = -1;
  bool timed_out_ = false;
  bool done_ = false;
  Outcome outcome_;
};

}  // namespace coldcore::conformance
