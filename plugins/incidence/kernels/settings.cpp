// SPDX-License-Identifier: Apache-2.0
#include "settings.hpp"

#include <sched.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <thread>

namespace coldcore::kernels {
namespace {

constexpr int kMostThreads = 1024;
constexpr std::array<std::string_view, 3> kIsaNames = {"portable", "avx2", "avx512"};

std::atomic<bool> threads_reported{false};
std::atomic<bool> isa_reported{false};

int usable_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  // Fails on machines with more CPUs than cpu_set_t knows.
  const int cpus = sched_getaffinity(0, sizeof set, &set) == 0
                       ? CPU_COUNT(&set)
                       : static_cast<int>(std::thread::hardware_concurrency());
  return std::clamp(cpus, 1, kMostThreads);
}

Isa best_isa() {
#if defined(COLDCORE_HAS_AVX512)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
    return Isa::kAvx512;
  }
#endif
#if defined(COLDCORE_HAS_AVX2)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
      __builtin_cpu_supports("bmi2")) {
    return Isa::kAvx2;
  }
#endif
  return Isa::kPortable;
}

}  // namespace

int allowed_threads() noexcept {
  const char* value = std::getenv("COLDCORE_THREADS");
  if (value == nullptr) return usable_cpus();
  const std::string_view text = value;
  int threads = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), threads);
  const bool whole = problem == std::errc() && end == text.data() + text.size();
  if (whole && threads >= 1 && threads <= kMostThreads) return threads;
  if (!threads_reported.exchange(true)) {
    std::fprintf(stderr,
                 "coldcore: COLDCORE_THREADS = '%s', but it must be a number in 1..%d; ignored\n",
                 value, kMostThreads);
  }
  return usable_cpus();
}

Isa chosen_isa() noexcept {
  const Isa best = best_isa();
  const char* value = std::getenv("COLDCORE_ISA");
  if (value == nullptr) return best;
  const auto found = std::find(kIsaNames.begin(), kIsaNames.end(), value);
  const auto asked = static_cast<Isa>(found - kIsaNames.begin());
  if (found != kIsaNames.end() && asked <= best) return asked;
  if (!isa_reported.exchange(true)) {
    std::fprintf(
        stderr,
        "coldcore: COLDCORE_ISA = '%s', but it must be portable, avx2 or avx512, and no more "
        "than this CPU has; ignored\n",
        value);
  }
  return best;
}

}  // namespace coldcore::kernels
