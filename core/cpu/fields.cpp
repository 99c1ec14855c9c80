// SPDX-License-Identifier: Apache-2.0
#include "fields.hpp"

#include <algorithm>

#include "../thread_pool.hpp"
#include "grain.hpp"

namespace coldcore::core {

void fill_indicator(const std::uint16_t* cnt, std::int64_t size, CountRange range,
                    std::int32_t* field) {
  parallel_for(size, kScanGrain, [=](std::int64_t begin, std::int64_t end, int) {
    for (std::int64_t x = begin; x < end; ++x) field[x] = range.contains(cnt[x]);
  });
}

void fill_multiplicities(std::span<const std::int64_t> words, std::int64_t size,
                         std::int32_t* field) {
  parallel_for(size, kScanGrain, [=](std::int64_t begin, std::int64_t end, int) {
    std::fill(field + begin, field + end, 0);
  });
  for (const std::int64_t word : words) ++field[word];
}

void clear_counts(std::uint16_t* cnt, std::int64_t size) {
  parallel_for(size, kScanGrain, [=](std::int64_t begin, std::int64_t end, int) {
    std::fill(cnt + begin, cnt + end, std::uint16_t{0});
  });
}

}  // namespace coldcore::core
