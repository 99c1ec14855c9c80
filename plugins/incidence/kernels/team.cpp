// SPDX-License-Identifier: Apache-2.0
#include "team.hpp"

#include <unistd.h>

#include <algorithm>
#include <exception>
#include <new>

#include "settings.hpp"

namespace coldcore::kernels {
namespace {

// Waking a thread takes some microseconds, and more on a busy machine; this many multiply-adds take
// longer.
constexpr std::int64_t kWorkPerThread = std::int64_t{1} << 16;

constexpr std::int64_t kRangesPerThread = 16;

std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return a / b + (a % b != 0); }

/// What is kept between calls, and whose. It has no destructor: none may run while threads sleep.
struct KeptTeam {
  std::mutex mutex;
  Team* team = nullptr;
  int asked = 0;
  pid_t process = 0;
};

constinit KeptTeam kept_team;

/// The kept team, with as many threads as are allowed now. In a child process that of the parent is
/// left alone, as its threads are not there. nullptr without memory.
Team* prepared_team() {
  const int threads = allowed_threads();
  const bool ours = kept_team.process == getpid();
  if (ours && kept_team.team != nullptr && kept_team.asked == threads) return kept_team.team;
  if (ours) delete kept_team.team;
  kept_team.team = new (std::nothrow) Team(threads);
  kept_team.asked = threads;
  kept_team.process = getpid();
  return kept_team.team;
}

}  // namespace

int threads_for(std::int64_t work) noexcept {
  if (work < 2 * kWorkPerThread) return 1;
  return static_cast<int>(std::min<std::int64_t>(allowed_threads(), work / kWorkPerThread));
}

Team::Team(int threads) noexcept : most_(threads) {
  try {
    others_.reserve(static_cast<std::size_t>(threads) - 1);
    for (int i = 1; i < threads; ++i) others_.emplace_back([this] { serve(); });
  } catch (const std::exception&) {
    // Those that did start, and the caller, do all ranges.
  }
}

Team::~Team() {
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
  }
  begun_.notify_all();
  for (std::thread& thread : others_) thread.join();
}

TeamLease::TeamLease(int threads) noexcept {
  if (threads > 1 && kept_team.mutex.try_lock()) {
    kept_ = prepared_team();
    if (kept_ == nullptr) kept_team.mutex.unlock();
  }
  if (kept_ != nullptr) {
    kept_->use(threads);
  } else {
    own_.emplace(threads);
  }
}

TeamLease::~TeamLease() {
  if (kept_ != nullptr) kept_team.mutex.unlock();
}

void Team::use(int most) {
  const std::lock_guard lock(mutex_);
  most_ = most;
}

std::int64_t Team::range_size(std::int64_t items, std::int64_t together, bool dear) const {
  if (threads() == 1) return std::max<std::int64_t>(1, items);
  const std::int64_t ranges = threads() * (dear ? 1 : kRangesPerThread);
  return ceil_div(std::max<std::int64_t>(1, ceil_div(items, ranges)), together) * together;
}

void Team::run(const Loop& loop) {
  if (loop.items <= 0) return;
  if (threads() == 1 || loop.items <= loop.size) {
    for (std::int64_t begin = 0; begin < loop.items; begin += loop.size) {
      loop.task(loop.arg, begin, std::min(loop.items, begin + loop.size));
    }
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    loop_ = loop;
    next_ = 0;
    open_ = true;
    ++round_;
  }
  begun_.notify_all();
  work();
  // A thread that has not come by now is not waited for.
  std::unique_lock lock(mutex_);
  open_ = false;
  left_.wait(lock, [this] { return inside_ == 0; });
}

void Team::work() {
  for (;;) {
    const std::int64_t begin = next_.fetch_add(loop_.size, std::memory_order_relaxed);
    if (begin >= loop_.items) return;
    loop_.task(loop_.arg, begin, std::min(loop_.items, begin + loop_.size));
  }
}

void Team::serve() {
  std::int64_t seen = 0;
  std::unique_lock lock(mutex_);
  for (;;) {
    begun_.wait(lock, [&] { return ended_ || (open_ && round_ != seen && inside_ < most_ - 1); });
    if (ended_) return;
    seen = round_;
    ++inside_;
    lock.unlock();
    work();
    lock.lock();
    if (--inside_ == 0) left_.notify_one();
  }
}

}  // namespace coldcore::kernels
