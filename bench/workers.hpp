// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coldcore/plugin.h>

#include <cstdint>

namespace coldcore::bench {

/// Sets how many threads the next parallel loops use, the caller included, and starts them; 0: as
/// many as the machine has.
void set_workers(int count);
int workers();

/// As coldcore_services.parallel_for, on threads that wait for work between two calls, so that both
/// sides of a comparison pay the same for starting it.
void parallel_for(std::int64_t items, std::int64_t grain, std::int32_t max_workers,
                  coldcore_task_fn task, void* arg);

/// Calls work(begin, end) from all workers.
template <class Work>
void in_parallel(std::int64_t items, const Work& work) {
  const coldcore_task_fn task = [](void* arg, std::int64_t begin, std::int64_t end, std::int32_t) {
    (*static_cast<const Work*>(arg))(begin, end);
  };
  parallel_for(items, 0, 0, task, const_cast<Work*>(&work));
}

}  // namespace coldcore::bench
