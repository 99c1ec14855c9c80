// SPDX-License-Identifier: Apache-2.0
#include "kernels.hpp"

#include <coldcore/plugin.h>

namespace coldcore::core {

extern const Kernels kernels_portable;
#if defined(COLDCORE_HAS_AVX2)
extern const Kernels kernels_avx2;
#endif
#if defined(COLDCORE_HAS_AVX512)
extern const Kernels kernels_avx512;
#endif

namespace {

const Kernels* chosen_kernels = &kernels_portable;

}  // namespace

void prepare_kernels([[maybe_unused]] std::int32_t isa) {
  chosen_kernels = &kernels_portable;
#if defined(COLDCORE_HAS_AVX2)
  if (isa >= COLDCORE_ISA_AVX2) chosen_kernels = &kernels_avx2;
#endif
#if defined(COLDCORE_HAS_AVX512)
  if (isa >= COLDCORE_ISA_AVX512) chosen_kernels = &kernels_avx512;
#endif
}

const Kernels& kernels() { return *chosen_kernels; }

}  // namespace coldcore::core
