// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coldcore/plugin.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace family_test {

/// Threads that take one range after the other, as a host's pool would.
class Workers {
 public:
  static inline int count = 1;          ///< As services.threads.
  static inline int most_borrowed = 0;  ///< By any call since it was last set to 0.

  static void parallel_for(std::int64_t items, std::int64_t grain, std::int32_t max_workers,
                           coldcore_task_fn task, void* arg) {
    const std::int64_t step = grain > 0 ? grain : std::max<std::int64_t>(3, items / 64);
    const int workers = max_workers > 0 && max_workers < count ? max_workers : count;
    most_borrowed = std::max(most_borrowed, workers);
    std::atomic<std::int64_t> next{0};
    const auto work = [&](std::int32_t worker) {
      for (std::int64_t begin = next.fetch_add(step); begin < items; begin = next.fetch_add(step)) {
        task(arg, begin, begin + step < items ? begin + step : items, worker);
      }
    };
    std::vector<std::thread> threads;
    for (int worker = 1; worker < workers; ++worker) threads.emplace_back(work, worker);
    work(0);
    for (std::thread& thread : threads) thread.join();
  }
};

}  // namespace family_test
