// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

namespace coldcore::search {

/// Calls task(item, worker) once for each item 0..count-1, in ascending order of start, on at most
/// `threads` threads (0: as many as the machine has). The caller is worker 0 and takes part.
/// Returns when all are done. After an exception no further item starts, and the first one is
/// rethrown.
void run_parallel(std::int64_t count, int threads,
                  const std::function<void(std::int64_t item, int worker)>& task);

}  // namespace coldcore::search
