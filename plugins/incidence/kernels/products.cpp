// SPDX-License-Identifier: Apache-2.0
#include "products.hpp"

#include "settings.hpp"

namespace coldcore::kernels {

extern const Products products_portable[2][kLayouts];
#if defined(COLDCORE_HAS_AVX2)
extern const Products products_avx2[2][kLayouts];
#endif
#if defined(COLDCORE_HAS_AVX512)
extern const Products products_avx512[2][kLayouts];
#endif

const Products& products(Layout layout, bool wide_indices) noexcept {
  const auto* table = &products_portable;
  [[maybe_unused]] const Isa isa = chosen_isa();
#if defined(COLDCORE_HAS_AVX2)
  if (isa >= Isa::kAvx2) table = &products_avx2;
#endif
#if defined(COLDCORE_HAS_AVX512)
  if (isa >= Isa::kAvx512) table = &products_avx512;
#endif
  return (*table)[wide_indices ? 1 : 0][static_cast<int>(layout)];
}

}  // namespace coldcore::kernels
