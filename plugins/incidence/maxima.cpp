// SPDX-License-Identifier: Apache-2.0
#include "maxima.hpp"

#include <algorithm>

namespace coldcore::incidence {

BlockMaxima::BlockMaxima(std::int64_t count)
    : count_(count),
      blocks_(((count - 1) >> kBlockShift) + 1),
      maxima_(4 * blocks_),
      stale_(blocks_) {}

void BlockMaxima::mark_all() { std::fill_n(stale(), blocks_, std::uint8_t{1}); }

std::int64_t BlockMaxima::block_end(std::int64_t block) const {
  return std::min((block + 1) << kBlockShift, count_);
}

void BlockMaxima::refresh(const std::int32_t* map) {
  auto* maxima = maxima_.as<std::int32_t>();
  for (std::int64_t b = 0; b < blocks_; ++b) {
    if (stale()[b] == 0) continue;
    maxima[b] = *std::max_element(map + (b << kBlockShift), map + block_end(b));
    stale()[b] = 0;
  }
}

std::int32_t BlockMaxima::max(const std::int32_t* map) {
  refresh(map);
  const auto* maxima = maxima_.as<std::int32_t>();
  return *std::max_element(maxima, maxima + blocks_);
}

std::int64_t BlockMaxima::extract(const std::int32_t* map, std::int32_t thr, std::int64_t* idx,
                                  std::int32_t* val, std::int64_t room) {
  refresh(map);
  const auto* maxima = maxima_.as<std::int32_t>();
  std::int64_t found = 0;
  for (std::int64_t b = 0; b < blocks_; ++b) {
    if (maxima[b] < thr) continue;
    const std::int64_t begin = b << kBlockShift;
    const std::int64_t end = block_end(b);
    std::int64_t at = found;
    for (std::int64_t c = begin; c < end && at < room; ++c) {
      if (map[c] < thr) continue;
      idx[at] = c;
      val[at++] = map[c];
    }
    found += std::count_if(map + begin, map + end, [thr](std::int32_t v) { return v >= thr; });
  }
  return found;
}

}  // namespace coldcore::incidence
