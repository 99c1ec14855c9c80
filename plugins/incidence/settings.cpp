// SPDX-License-Identifier: Apache-2.0
#include "settings.hpp"

#include <sched.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <thread>

#include "error.hpp"

namespace coldcore::incidence {
namespace {

constexpr int kMaxThreads = 1024;

// What COLDCORE_ISA may say. This module has nothing for AVX-512, so that name allows AVX2 too.
constexpr std::array<std::string_view, 3> kIsaNames = {"portable", "avx2", "avx512"};

std::optional<std::string_view> variable(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr) return std::nullopt;
  return value;
}

int usable_cpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  // Fails on machines with more CPUs than cpu_set_t knows.
  const int cpus = sched_getaffinity(0, sizeof set, &set) == 0
                       ? CPU_COUNT(&set)
                       : static_cast<int>(std::thread::hardware_concurrency());
  return std::clamp(cpus, 1, kMaxThreads);
}

int read_threads() {
  const auto text = variable("COLDCORE_THREADS");
  if (!text) return usable_cpus();
  int threads = 0;
  const auto [end, problem] = std::from_chars(text->data(), text->data() + text->size(), threads);
  const bool whole = problem == std::errc() && end == text->data() + text->size();
  if (!whole || threads < 1 || threads > kMaxThreads) {
    fail(SPARSE_E_ENVIRONMENT, "COLDCORE_THREADS = '{}', but it must be a number in 1..{}", *text,
         kMaxThreads);
  }
  return threads;
}

// Index in kIsaNames of the best that this CPU has.
std::ptrdiff_t best_isa() {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2")) return 0;
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") ? 2 : 1;
#else
  return 0;
#endif
}

Isa read_isa() {
  std::ptrdiff_t allowed = best_isa();
  if (const auto text = variable("COLDCORE_ISA")) {
    const auto found = std::find(kIsaNames.begin(), kIsaNames.end(), *text) - kIsaNames.begin();
    if (found == std::ssize(kIsaNames)) {
      fail(SPARSE_E_ENVIRONMENT, "COLDCORE_ISA = '{}', but it must be portable, avx2 or avx512",
           *text);
    }
    if (found > allowed) {
      fail(SPARSE_E_ENVIRONMENT, "COLDCORE_ISA = '{}', but this CPU has no more than {}", *text,
           kIsaNames[allowed]);
    }
    allowed = found;
  }
  return allowed >= 1 ? Isa::kAvx2 : Isa::kPortable;
}

void check_device() {
  const auto text = variable("COLDCORE_DEVICE");
  if (!text || *text == "cpu") return;
  if (*text == "cuda") {
    fail(SPARSE_E_DEVICE,
         "COLDCORE_DEVICE = 'cuda', but this module was built without CUDA; use cpu");
  }
  fail(SPARSE_E_ENVIRONMENT, "COLDCORE_DEVICE = '{}', but it must be cpu or cuda", *text);
}

}  // namespace

Settings read_settings() {
  check_device();
  return {read_threads(), read_isa()};
}

}  // namespace coldcore::incidence
