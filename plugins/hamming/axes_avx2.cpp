// SPDX-License-Identifier: Apache-2.0
#include "axes_kernel.hpp"

namespace hamming::avx2 {

void sweep_tiles(const Sweep& sweep, std::uint32_t* tile, std::int64_t begin, std::int64_t end) {
  sweep_range(sweep, tile, begin, end);
}

}  // namespace hamming::avx2
