// SPDX-License-Identifier: Apache-2.0
#include "workers.hpp"

#include <unistd.h>

#include <algorithm>
#include <system_error>

#include "error.hpp"

namespace coldcore::incidence {
namespace {

// Some ten microseconds: the loops of one call follow each other faster than a sleeper wakes.
constexpr int kSpins = 400;

void pause_briefly() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

Workers::Workers(int threads)
    : count_(threads),
      // With more workers than cores a spinning one takes the core from a working one.
      spins_(threads <= static_cast<int>(std::thread::hardware_concurrency()) ? kSpins : 0),
      process_(getpid()) {
  try {
    threads_.reserve(static_cast<std::size_t>(threads) - 1);
    for (int i = 1; i < threads; ++i) threads_.emplace_back([this, i] { worker_main(i); });
  } catch (const std::system_error& error) {
    stop();
    fail(SPARSE_E_MEMORY, "cannot start {} threads ({}); set COLDCORE_THREADS to fewer",
         threads, error.what());
  }
}

Workers::~Workers() { stop(); }

bool Workers::of_this_process() const { return getpid() == process_; }

void Workers::stop() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
    job_number_.fetch_add(1);
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Workers::spin_until_new_job(std::uint64_t seen) const {
  for (int i = 0; i < spins_ && job_number_.load(std::memory_order_relaxed) == seen; ++i) {
    pause_briefly();
  }
}

void Workers::worker_main(int worker) {
  std::uint64_t seen = 0;
  for (;;) {
    spin_until_new_job(seen);
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [&] { return job_number_.load() != seen; });
    if (stopping_) return;
    seen = job_number_.load();
    if (!open_) continue;  // Came too late: the job is done.
    ++running_;
    const Job job = job_;
    lock.unlock();

    do_chunks(job, worker);

    lock.lock();
    if (--running_ == 0) done_.notify_one();
  }
}

void Workers::do_chunks(const Job& job, int worker) {
  for (;;) {
    const std::int64_t begin = next_.fetch_add(job.grain, std::memory_order_relaxed);
    if (begin >= job.count) return;
    job.task(job.arg, begin, std::min(begin + job.grain, job.count), worker);
  }
}

// Whoever has not woken when the caller has done its part is not waited for.
void Workers::run_job(const Job& job) {
  if (threads_.empty() || job.count <= job.grain || !of_this_process()) {
    if (job.count > 0) job.task(job.arg, 0, job.count, 0);
    return;
  }
  {
    const std::scoped_lock lock(mutex_);
    job_ = job;
    open_ = true;
    next_.store(0);
    job_number_.fetch_add(1);
  }
  wake_.notify_all();
  do_chunks(job, 0);
  std::unique_lock lock(mutex_);
  open_ = false;
  done_.wait(lock, [&] { return running_ == 0; });
}

}  // namespace coldcore::incidence
