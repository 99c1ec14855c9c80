// SPDX-License-Identifier: Apache-2.0
//
// Other runs of this program, each in a process of its own.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace coldcore::cli {

/// How a process ended, and what it wrote.
struct ChildResult {
  int exit_code = 0;  ///< 128 plus the signal's number where a signal ended it.
  std::string out;
  std::string err;
  double seconds = 0;  ///< From start to end.
};

/// `coldcore ARGUMENTS...`, the program being this one. It has nothing to read, what it writes is
/// kept in memory, and it cannot outlive its parent. It is in a process group of its own: what a
/// terminal sends to its foreground does not reach it.
class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;

  /// `most_bytes`: of memory that it may take beyond what this process has now; 0 for no limit.
  /// Where it asks for more, allocations fail. Throws MemoryError where the system gives no
  /// process. The caller must not have started threads.
  explicit ChildProcess(const std::vector<std::string>& arguments, std::int64_t most_bytes = 0);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  /// Kills it if it is still running.
  ~ChildProcess();

  /// Whether it has ended; does not wait.
  bool ended();
  /// Waits for its end.
  const ChildResult& wait();
  /// Once it has ended.
  const ChildResult& result() const { return result_; }

  double seconds() const;  ///< Since the start.
  /// Asks it to end and write what it has.
  void interrupt() const;
  void kill() const;

 private:
  /// A file in memory that one of its streams goes to.
  class Capture {
   public:
    Capture();
    Capture(const Capture&) = delete;
    Capture& operator=(const Capture&) = delete;
    ~Capture();

    int descriptor() const { return descriptor_; }
    std::string content() const;

   private:
    int descriptor_;
  };

  [[noreturn]] void become(char* const* arguments, std::int64_t most_bytes, pid_t parent) const;
  bool reap(int options);

  Clock::time_point start_ = Clock::now();
  Capture out_;
  Capture err_;
  pid_t pid_ = -1;
  bool ended_ = false;
  ChildResult result_;
};

}  // namespace coldcore::cli
