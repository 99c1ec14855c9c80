// SPDX-License-Identifier: Apache-2.0
#include "services.hpp"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace coldcore::conformance {
namespace {

constexpr std::int64_t kRangesPerWorker = 3;

int pool_threads = 1;

/// Ranges of one parallel_for.
struct Ranges {
  std::int64_t count;
  std::int64_t grain;

  std::int64_t number() const { return (count - 1) / grain + 1; }
  void run(std::int64_t range, coldcore_task_fn task, void* arg, int worker) const {
    task(arg, range * grain, std::min((range + 1) * grain, count), worker);
  }
};

void run_on_threads(const Ranges& ranges, int workers, coldcore_task_fn task, void* arg) {
  std::atomic<std::int64_t> next{0};
  const auto work = [&](int worker) {
    for (std::int64_t range = 0; (range = next.fetch_add(1)) < ranges.number();) {
      ranges.run(range, task, arg, worker);
    }
  };
  std::vector<std::jthread> threads;
  for (int worker = 1; worker < workers; ++worker) threads.emplace_back(work, worker);
  work(0);
}

void parallel_for(std::int64_t count, std::int64_t grain, std::int32_t max_workers,
                  coldcore_task_fn task, void* arg) {
  if (count <= 0) return;
  const int workers = max_workers > 0 ? std::min(max_workers, pool_threads) : pool_threads;
  if (grain <= 0) grain = std::max<std::int64_t>(1, count / (kRangesPerWorker * workers));
  const Ranges ranges{count, grain};
  if (workers > 1) return run_on_threads(ranges, workers, task, arg);
  for (std::int64_t range = ranges.number() - 1; range >= 0; --range)
    ranges.run(range, task, arg, 0);
}

}  // namespace

int best_isa() {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") ||
      !__builtin_cpu_supports("bmi2")) {
    return COLDCORE_ISA_PORTABLE;
  }
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  return avx512 ? COLDCORE_ISA_AVX512 : COLDCORE_ISA_AVX2;
#else
  return COLDCORE_ISA_PORTABLE;
#endif
}

coldcore_services make_services(int threads, int isa) {
  pool_threads = threads;
  return {sizeof(coldcore_services), threads, isa, parallel_for};
}

}  // namespace coldcore::conformance
