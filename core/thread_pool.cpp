// SPDX-License-Identifier: Apache-2.0
#include "thread_pool.hpp"

#include <coldcore/dct.h>
#include <pthread.h>

#include <algorithm>
#include <system_error>

#include "error.hpp"

namespace coldcore::core {
namespace {

// Some ten microseconds: passes of one transform follow each other faster than a sleeper wakes, and
// a pool that waits for its user's next call must not keep the cores busy.
constexpr int kSpins = 400;
constexpr int kChunksPerWorker = 8;

thread_local int current_worker = -1;  // -1 outside of tasks.

// Counts the forks between the first process and this one.
std::atomic<unsigned> forks{0};

void watch_forks() {
  static const int watching = pthread_atfork(nullptr, nullptr, [] { forks.fetch_add(1); });
  (void)watching;
}

void pause_briefly() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

std::int64_t choose_grain(std::int64_t count, std::int64_t grain, int workers) {
  if (grain > 0) return grain;
  return std::max<std::int64_t>(1, count / (std::int64_t{workers} * kChunksPerWorker));
}

}  // namespace

ThreadPool::ThreadPool(int threads)
    : size_(threads),
      // With more workers than cores a spinning one takes the core from a working one.
      spins_(threads <= static_cast<int>(std::thread::hardware_concurrency()) ? kSpins : 0),
      generation_of_process_((watch_forks(), forks.load())) {
  try {
    start_workers();
  } catch (const std::system_error& error) {
    stop_workers();
    fail(DCT_E_MEMORY, "cannot start {} threads ({}); set COLDCORE_THREADS to fewer", threads,
         error.what());
  }
}

ThreadPool::~ThreadPool() { stop_workers(); }

void ThreadPool::start_workers() {
  threads_.reserve(size_ - 1);
  for (int i = 1; i < size_; ++i) threads_.emplace_back([this] { worker_main(); });
}

void ThreadPool::stop_workers() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
    job_number_.fetch_add(1);
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool ThreadPool::orphaned() const { return forks.load() != generation_of_process_; }

void ThreadPool::spin_until_new_job(std::uint64_t seen) const {
  for (int i = 0; i < spins_ && job_number_.load(std::memory_order_relaxed) == seen; ++i) {
    pause_briefly();
  }
}

void ThreadPool::worker_main() {
  std::uint64_t seen = 0;
  for (;;) {
    spin_until_new_job(seen);
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [&] { return job_number_.load() != seen; });
    if (stopping_) return;
    seen = job_number_.load();
    if (seats_ == 0) continue;  // Came too late: the job is done or fully manned.
    --seats_;
    const int worker = next_worker_++;
    const Job job = job_;
    running_.fetch_add(1);
    lock.unlock();

    do_chunks(job, worker);

    lock.lock();
    if (running_.fetch_sub(1) == 1) done_.notify_one();
  }
}

void ThreadPool::do_chunks(const Job& job, int worker) {
  const int outer = current_worker;
  current_worker = worker;
  for (;;) {
    const std::int64_t chunk = next_chunk_.fetch_add(1, std::memory_order_relaxed);
    if (chunk >= job.chunks) break;
    const std::int64_t begin = chunk * job.grain;
    job.task(job.arg, begin, std::min(begin + job.grain, job.count), worker);
  }
  current_worker = outer;
}

void ThreadPool::open_job(const Job& job, int helpers) {
  {
    const std::scoped_lock lock(mutex_);
    job_ = job;
    seats_ = helpers;
    next_worker_ = 1;
    next_chunk_.store(0);
    job_number_.fetch_add(1);
  }
  wake_.notify_all();
}

// Takes the free seats away first: whoever has not woken by now is not waited for.
void ThreadPool::close_job() {
  std::unique_lock lock(mutex_);
  seats_ = 0;
  lock.unlock();
  for (int i = 0; i < spins_ && running_.load() != 0; ++i) pause_briefly();
  lock.lock();
  done_.wait(lock, [&] { return running_.load() == 0; });
}

void ThreadPool::run(std::int64_t count, std::int64_t grain, int max_workers, coldcore_task_fn task,
                     void* arg) {
  if (count <= 0) return;
  const int allowed = max_workers > 0 ? std::min(max_workers, size_) : size_;
  grain = choose_grain(count, grain, allowed);
  const std::int64_t chunks = (count - 1) / grain + 1;
  const int workers = static_cast<int>(std::min<std::int64_t>(allowed, chunks));
  if (workers == 1 || current_worker >= 0 || orphaned()) {
    const int worker = std::max(current_worker, 0);
    for (std::int64_t c = 0; c < chunks; ++c) {
      task(arg, c * grain, std::min((c + 1) * grain, count), worker);
    }
    return;
  }
  const Job job{count, grain, chunks, task, arg};
  open_job(job, workers - 1);
  do_chunks(job, 0);
  close_job();
}

namespace {

// Never destroyed at exit: workers may not be joined from static destructors.
ThreadPool*& pool_slot() {
  static ThreadPool* slot = nullptr;
  return slot;
}

}  // namespace

void prepare_pool(int threads) {
  ThreadPool*& slot = pool_slot();
  if (slot != nullptr && slot->size() == threads && !slot->orphaned()) return;
  ThreadPool* fresh = new ThreadPool(threads);
  // An orphan's threads do not exist in this process, so it can only be left behind.
  if (slot != nullptr && !slot->orphaned()) delete slot;
  slot = fresh;
}

ThreadPool& pool() {
  if (pool_slot() == nullptr) prepare_pool(1);
  return *pool_slot();
}

}  // namespace coldcore::core
