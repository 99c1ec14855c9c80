// SPDX-License-Identifier: Apache-2.0
#include "per_axis_drivers.hpp"

#include <coldcore/plugin.h>

#include <array>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

namespace coldcore::bench {

#define DECLARE_PER_AXIS(ISA)                \
  PerAxisDriver per_axis_hamming_##ISA();    \
  PerAxisDriver per_axis_lee_##ISA();        \
  PerAxisDriver per_axis_torus_linf_##ISA(); \
  PerAxisDriver per_axis_grid_linf_##ISA();

DECLARE_PER_AXIS(portable)
#if defined(__x86_64__)
DECLARE_PER_AXIS(avx2)
DECLARE_PER_AXIS(avx512)
#define PER_AXIS(NAME) \
  { per_axis_##NAME##_portable, per_axis_##NAME##_avx2, per_axis_##NAME##_avx512 }
#else
#define PER_AXIS(NAME) \
  { per_axis_##NAME##_portable }
#endif

namespace {

struct Family {
  std::string_view name;
  std::array<PerAxisDriver (*)(), 3> by_isa;
};

constexpr Family kFamilies[] = {{"hamming", PER_AXIS(hamming)},
                                {"lee", PER_AXIS(lee)},
                                {"torus_linf", PER_AXIS(torus_linf)},
                                {"grid_linf", PER_AXIS(grid_linf)}};

std::int32_t cpu_isa() {
#if defined(__x86_64__)
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  if (avx2 && avx512) return COLDCORE_ISA_AVX512;
  if (avx2) return COLDCORE_ISA_AVX2;
#endif
  return COLDCORE_ISA_PORTABLE;
}

}  // namespace

std::int32_t best_isa() {
  const char* const asked = std::getenv("COLDCORE_ISA");
  if (asked == nullptr || *asked == '\0') return cpu_isa();
  const std::array<std::string_view, 3> names{"portable", "avx2", "avx512"};
  for (std::int32_t isa = COLDCORE_ISA_PORTABLE; isa <= cpu_isa(); ++isa) {
    if (names[static_cast<std::size_t>(isa)] == asked) return isa;
  }
  throw std::runtime_error("COLDCORE_ISA: this CPU or build does not have it");
}

PerAxisDriver per_axis_driver(const std::string& family, std::int32_t isa) {
  for (const Family& candidate : kFamilies) {
    if (candidate.name == family) return candidate.by_isa[static_cast<std::size_t>(isa)]();
  }
  throw std::runtime_error("no per-axis driver for " + family);
}

}  // namespace coldcore::bench
