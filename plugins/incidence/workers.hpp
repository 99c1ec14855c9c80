// SPDX-License-Identifier: Apache-2.0
//
// The threads of a cell. They live as long as it does.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

namespace coldcore::incidence {

class Workers {
 public:
  /// threads >= 1, the caller of run() included. Throws Error(SPARSE_E_MEMORY) if the system
  /// does not give as many.
  explicit Workers(int threads);
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  int count() const { return count_; }

  /// False in a child process that was forked since: run() then works alone, and the object must
  /// not be destroyed.
  bool of_this_process() const;

  /// body(begin, end, worker) on ranges of at most `grain` of 0..count-1, by several threads at
  /// once; worker is in 0..count()-1. The body must not throw.
  template <class Body>
  void run(std::int64_t count, std::int64_t grain, Body&& body) {
    const auto call = [](void* arg, std::int64_t begin, std::int64_t end, int worker) {
      (*static_cast<std::remove_reference_t<Body>*>(arg))(begin, end, worker);
    };
    run_job({call, const_cast<void*>(static_cast<const void*>(&body)), count, grain});
  }

  /// Combines chunk(begin, end) over all ranges. combine must be associative and commutative, so
  /// that the answer does not depend on who did what.
  template <class T, class Chunk, class Combine>
  T reduce(std::int64_t count, std::int64_t grain, T identity, Chunk&& chunk, Combine&& combine) {
    struct alignas(64) Slot {
      T value;
    };
    std::vector<Slot> slots(static_cast<std::size_t>(count_), Slot{identity});
    run(count, grain, [&](std::int64_t begin, std::int64_t end, int worker) {
      T& value = slots[static_cast<std::size_t>(worker)].value;
      value = combine(value, chunk(begin, end));
    });
    T total = identity;
    for (const Slot& slot : slots) total = combine(total, slot.value);
    return total;
  }

 private:
  struct Job {
    void (*task)(void* arg, std::int64_t begin, std::int64_t end, int worker) = nullptr;
    void* arg = nullptr;
    std::int64_t count = 0;
    std::int64_t grain = 1;
  };

  void run_job(const Job& job);
  void worker_main(int worker);
  void spin_until_new_job(std::uint64_t seen) const;
  void do_chunks(const Job& job, int worker);
  void stop();

  const int count_;
  const int spins_;
  const pid_t process_;
  std::vector<std::thread> threads_;

  std::mutex mutex_;
  std::condition_variable wake_;
  std::condition_variable done_;
  Job job_;            // Guarded by mutex_, as are the next three.
  bool open_ = false;  // Whether workers may still join the job.
  bool stopping_ = false;
  int running_ = 0;                           // Workers inside the job.
  std::atomic<std::uint64_t> job_number_{0};  // Written under mutex_, watched without it.
  std::atomic<std::int64_t> next_{0};         // Where the job's next chunk begins.
};

/// Leaves the workers of another process behind: in a forked child there is nobody to join.
struct WorkersDeleter {
  void operator()(Workers* workers) const {
    if (workers->of_this_process()) delete workers;
  }
};
using OwnedWorkers = std::unique_ptr<Workers, WorkersDeleter>;

}  // namespace coldcore::incidence
