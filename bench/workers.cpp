// SPDX-License-Identifier: Apache-2.0
#include "workers.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace coldcore::bench {
namespace {

struct Loop {
  std::int64_t items = 0;
  std::int64_t grain = 1;
  std::int32_t most = 0;
  coldcore_task_fn task = nullptr;
  void* arg = nullptr;
  std::atomic<std::int64_t> next{0};

  void work(std::int32_t worker) {
    if (worker >= most) return;
    for (std::int64_t begin = next.fetch_add(grain); begin < items; begin = next.fetch_add(grain)) {
      task(arg, begin, std::min(items, begin + grain), worker);
    }
  }
};

class Pool {
 public:
  explicit Pool(int count) : count_(count) {
    for (int worker = 1; worker < count; ++worker) {
      threads_.emplace_back([this, worker](std::stop_token stop) { serve(stop, worker); });
    }
  }
  ~Pool() {
    for (std::jthread& thread : threads_) thread.request_stop();
    begun_.notify_all();
  }

  int count() const { return count_; }

  void run(Loop& loop) {
    {
      const std::lock_guard lock(mutex_);
      loop_ = &loop;
      busy_ = count_ - 1;
      ++round_;
    }
    begun_.notify_all();
    loop.work(0);
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return busy_ == 0; });
  }

 private:
  void serve(const std::stop_token& stop, std::int32_t worker) {
    std::int64_t seen = 0;
    std::unique_lock lock(mutex_);
    while (begun_.wait(lock, stop, [&] { return round_ != seen; })) {
      seen = round_;
      Loop& loop = *loop_;
      lock.unlock();
      loop.work(worker);
      lock.lock();
      if (--busy_ == 0) done_.notify_one();
    }
  }

  const int count_;
  std::mutex mutex_;
  std::condition_variable_any begun_;
  std::condition_variable_any done_;
  Loop* loop_ = nullptr;
  int busy_ = 0;
  std::int64_t round_ = 0;
  std::vector<std::jthread> threads_;  // Last, so that they end before what they use does.
};

std::unique_ptr<Pool>& pool() {
  static auto pool = std::make_unique<Pool>(1);
  return pool;
}

}  // namespace

void set_workers(int count) {
  const int all = static_cast<int>(std::thread::hardware_concurrency());
  pool() = std::make_unique<Pool>(count > 0 ? count : all);
}
int workers() { return pool()->count(); }

void parallel_for(std::int64_t items, std::int64_t grain, std::int32_t max_workers,
                  coldcore_task_fn task, void* arg) {
  Loop loop;
  loop.items = items;
  loop.most = max_workers > 0 ? max_workers : workers();
  // Sixteen ranges a worker keep all busy to the end.
  loop.grain = grain > 0 ? grain : std::max<std::int64_t>(1, items / (16 * workers()));
  loop.task = task;
  loop.arg = arg;
  pool()->run(loop);
}

}  // namespace coldcore::bench
