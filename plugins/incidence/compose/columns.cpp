// SPDX-License-Identifier: Apache-2.0
#include "columns.hpp"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "error.hpp"

namespace coldcore::compose {
namespace {

constexpr int kMostThreads = 1024;

// Starting a thread takes some tens of microseconds; this many entries take longer.
constexpr std::int64_t kEntriesPerThread = std::int64_t{1} << 16;

// Ranges for each thread, so that one with long columns does not keep the others waiting.
constexpr std::int64_t kRangesPerThread = 16;

int usable_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  // Fails on machines with more CPUs than cpu_set_t knows.
  const int cpus = sched_getaffinity(0, sizeof set, &set) == 0
                       ? CPU_COUNT(&set)
                       : static_cast<int>(std::thread::hardware_concurrency());
  return std::clamp(cpus, 1, kMostThreads);
}

int allowed_threads() {
  const char* value = std::getenv("COLDCORE_THREADS");
  if (value == nullptr) return usable_cpus();
  const std::string_view text = value;
  int threads = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), threads);
  const bool whole = problem == std::errc() && end == text.data() + text.size();
  if (!whole || threads < 1 || threads > kMostThreads) {
    fail(COMPOSE_E_ENVIRONMENT, "COLDCORE_THREADS = '{}', but it must be a number in 1..{}", text,
         kMostThreads);
  }
  return threads;
}

}  // namespace

void check_threads(int requested) {
  if (requested >= 0 && requested <= kMostThreads) return;
  fail(COMPOSE_E_ARGUMENT, "threads = {}, but it must be in 1..{}, or 0 to leave it open",
       requested, kMostThreads);
}

int choose_threads(int requested, std::int64_t columns, std::int64_t work) {
  check_threads(requested);
  const int most = requested > 0 ? requested : allowed_threads();
  const std::int64_t worth = requested > 0 ? columns : std::min(columns, work / kEntriesPerThread);
  return static_cast<int>(std::clamp<std::int64_t>(worth, 1, most));
}

int choose_threads_by_work(int requested, std::int64_t columns, std::int64_t work) {
  const int most = choose_threads(requested, columns, work);
  return static_cast<int>(std::clamp<std::int64_t>(work / kEntriesPerThread, 1, most));
}

void run_columns(std::int64_t columns, int threads, ColumnTask task, void* arg) {
  if (columns == 0) return;
  if (threads == 1) {
    task(arg, 0, columns, 0);
    return;
  }
  const std::int64_t grain = std::max<std::int64_t>(1, columns / (threads * kRangesPerThread));
  std::atomic<std::int64_t> next{0};
  const auto work = [&](int worker) {
    for (;;) {
      const std::int64_t begin = next.fetch_add(grain, std::memory_order_relaxed);
      if (begin >= columns) return;
      task(arg, begin, std::min(columns, begin + grain), worker);
    }
  };
  std::vector<std::jthread> others;
  try {
    others.reserve(static_cast<std::size_t>(threads) - 1);
    for (int i = 1; i < threads; ++i) others.emplace_back(work, i);
  } catch (const std::exception&) {
    // Those that did start, and this one, do all ranges.
  }
  work(0);
}

}  // namespace coldcore::compose
