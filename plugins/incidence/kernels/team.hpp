// SPDX-License-Identifier: Apache-2.0
//
// Threads that share the work of a call. Which of them computes what changes no result.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>
#include <vector>

namespace coldcore::kernels {

/// How many threads, the caller's among them, `work` multiply-adds are worth: at most
/// COLDCORE_THREADS or, if that is not set, the CPUs that this process may use. A value that makes
/// no sense is reported once on stderr and ignored.
int threads_for(std::int64_t work) noexcept;

class Team {
 public:
  /// The caller and threads - 1 others, or fewer if the system does not give as many.
  explicit Team(int threads) noexcept;
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  /// Uses no more than `most` of the threads from now on, the caller's among them. Between loops.
  void use(int most);

  /// How many are used.
  int threads() const { return std::min(most_, static_cast<int>(others_.size()) + 1); }

  /// Calls body(begin, end) on ranges of `size` items that make up 0..items-1, the last one
  /// shorter, several at once. The body must not throw.
  template <class Body>
  void for_ranges(std::int64_t items, std::int64_t size, Body&& body) {
    using Plain = std::remove_reference_t<Body>;
    const auto task = [](void* arg, std::int64_t begin, std::int64_t end) {
      (*static_cast<Plain*>(arg))(begin, end);
    };
    run({items, size, task, const_cast<void*>(static_cast<const void*>(&body))});
  }

  /// A size for for_ranges, a multiple of `together`: some ranges for each thread, so that one with
  /// long rows keeps no other waiting, or one only where ranges are dear.
  std::int64_t range_size(std::int64_t items, std::int64_t together, bool dear = false) const;

 private:
  struct Loop {
    std::int64_t items = 0;
    std::int64_t size = 1;
    void (*task)(void* arg, std::int64_t begin, std::int64_t end) = nullptr;
    void* arg = nullptr;
  };

  void run(const Loop& loop);
  void work();
  void serve();

  Loop loop_;
  std::atomic<std::int64_t> next_{0};
  std::mutex mutex_;
  std::condition_variable begun_;
  std::condition_variable left_;
  std::int64_t round_ = 0;
  int inside_ = 0;
  int most_;
  bool open_ = false;
  bool ended_ = false;
  std::vector<std::thread> others_;
};

/// A team for one call. The last one is kept with its threads asleep, because new threads may take
/// longer to get a CPU than a product takes; a call that finds it in use by another has one of its
/// own. A child process begins without.
class TeamLease {
 public:
  explicit TeamLease(int threads) noexcept;
  ~TeamLease();
  TeamLease(const TeamLease&) = delete;
  TeamLease& operator=(const TeamLease&) = delete;

  Team& team() { return kept_ != nullptr ? *kept_ : *own_; }

 private:
  std::optional<Team> own_;
  Team* kept_ = nullptr;
};

}  // namespace coldcore::kernels
