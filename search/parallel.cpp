// SPDX-License-Identifier: Apache-2.0
#include "parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace coldcore::search {
namespace {

/// The items that are still to be taken, and the first failure.
class Queue {
 public:
  Queue(std::int64_t count, const std::function<void(std::int64_t, int)>& task)
      : count_(count), task_(task) {}

  void work(int worker) noexcept {
    try {
      for (std::int64_t item = next_++; item < count_; item = next_++) task_(item, worker);
    } catch (...) {
      next_ = count_;
      const std::scoped_lock lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
  }

  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  const std::int64_t count_;
  const std::function<void(std::int64_t, int)>& task_;
  std::atomic<std::int64_t> next_{0};
  std::mutex mutex_;
  std::exception_ptr failure_;
};

int thread_count(int asked, std::int64_t items) {
  const int most = asked > 0 ? asked : static_cast<int>(std::thread::hardware_concurrency());
  return static_cast<int>(std::clamp<std::int64_t>(items, 1, std::max(most, 1)));
}

}  // namespace

void run_parallel(std::int64_t count, int threads,
                  const std::function<void(std::int64_t, int)>& task) {
  Queue queue(count, task);
  std::vector<std::thread> workers;
  const int wanted = thread_count(threads, count);
  workers.reserve(static_cast<std::size_t>(wanted));
  try {
    for (int w = 1; w < wanted; ++w) workers.emplace_back([&queue, w] { queue.work(w); });
  } catch (const std::system_error&) {
    // The system gives no more threads: those that run, and the caller, do all the work.
  }
  queue.work(0);
  for (std::thread& worker : workers) worker.join();
  queue.rethrow();
}

}  // namespace coldcore::search
