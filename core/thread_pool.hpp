// SPDX-License-Identifier: Apache-2.0
//
// The only threads of the process that compute: the core's loops run on them, and plugins borrow
// them through coldcore_services.
#pragma once

#include <coldcore/plugin.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

namespace coldcore::core {

/// One run at a time; callers hold the API lock.
class ThreadPool {
 public:
  /// threads >= 1, the caller of run() included. Throws Error(DCT_E_MEMORY) if the system does
  /// not give as many.
  explicit ThreadPool(int threads);
  /// Joins the workers. Must not run in a forked child, which has none.
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int size() const { return size_; }

  /// True in a child process that was forked after the pool started: run() then works alone.
  bool orphaned() const;

  /// See coldcore_services.parallel_for. A call from inside a task runs on that task's thread,
  /// under the same worker number.
  void run(std::int64_t count, std::int64_t grain, int max_workers, coldcore_task_fn task,
           void* arg);

 private:
  struct Job {
    std::int64_t count = 0;
    std::int64_t grain = 1;
    std::int64_t chunks = 0;
    coldcore_task_fn task = nullptr;
    void* arg = nullptr;
  };

  void start_workers();
  void stop_workers();
  void worker_main();
  void spin_until_new_job(std::uint64_t seen) const;
  void open_job(const Job& job, int helpers);
  void close_job();
  void do_chunks(const Job& job, int worker);

  const int size_;
  const int spins_;
  const unsigned generation_of_process_;
  std::vector<std::thread> threads_;

  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable done_;
  Job job_;        // Guarded by mutex_, as are the next three.
  int seats_ = 0;  // Workers that may still join the job.
  int next_worker_ = 1;
  bool stopping_ = false;
  std::atomic<std::uint64_t> job_number_{0};  // Written under mutex_, watched without it.
  std::atomic<int> running_{0};               // Likewise: workers inside the job.
  std::atomic<std::int64_t> next_chunk_{0};
};

/// Makes the process's pool, or replaces it if it has another size. Only while no cell is open.
void prepare_pool(int threads);

/// The process's pool; one of a single thread before prepare_pool.
ThreadPool& pool();

/// body(begin, end, worker) on ranges of at most grain items (0: the pool chooses). The body must
/// not throw.
template <class Body>
void parallel_for(std::int64_t count, std::int64_t grain, Body&& body) {
  const auto call = [](void* arg, std::int64_t begin, std::int64_t end, std::int32_t worker) {
    (*static_cast<std::remove_reference_t<Body>*>(arg))(begin, end, worker);
  };
  pool().run(count, grain, 0, call, &body);
}

/// Combines chunk(begin, end) over all ranges of 0..count-1. combine must be associative and
/// commutative, so that the answer does not depend on who did what.
template <class T, class Chunk, class Combine>
T parallel_reduce(std::int64_t count, std::int64_t grain, T identity, Chunk&& chunk,
                  Combine&& combine) {
  struct alignas(64) Slot {
    T value;
  };
  std::vector<Slot> slots(pool().size(), Slot{identity});
  parallel_for(count, grain, [&](std::int64_t begin, std::int64_t end, int worker) {
    slots[worker].value = combine(slots[worker].value, chunk(begin, end));
  });
  T total = identity;
  for (const Slot& slot : slots) total = combine(total, slot.value);
  return total;
}

}  // namespace coldcore::core
