// SPDX-License-Identifier: Apache-2.0
#include "extract.hpp"

#include <algorithm>
#include <vector>

#include "../thread_pool.hpp"
#include "grain.hpp"

namespace coldcore::core {
namespace {

// The counts of all chunks are kept, so there must not be too many of them.
constexpr std::int64_t kMaxChunks = 65536;

std::int64_t count_hits(const std::int32_t* field, std::int64_t begin, std::int64_t end,
                        std::int32_t threshold) {
  std::int64_t total = 0;
  while (begin < end) {  // In 32-bit portions, which the compiler vectorises better.
    const std::int64_t stop = std::min(end, begin + kScanGrain);
    std::uint32_t hits = 0;
    for (; begin < stop; ++begin) hits += field[begin] >= threshold;
    total += hits;
  }
  return total;
}

}  // namespace

// Two passes: counting first tells every chunk where its finds go, whoever works on it.
template <class Index>
std::int64_t extract(const std::int32_t* field, std::int64_t size, std::int32_t threshold,
                     Index* idx, std::int32_t* val, std::int64_t limit) {
  const std::int64_t chunk = std::max(kScanGrain, (size - 1) / kMaxChunks + 1);
  std::vector<std::int64_t> place((size - 1) / chunk + 2);
  parallel_for(size, chunk, [&](std::int64_t begin, std::int64_t end, int) {
    place[begin / chunk + 1] = count_hits(field, begin, end, threshold);
  });
  for (std::size_t i = 1; i < place.size(); ++i) place[i] += place[i - 1];

  parallel_for(size, chunk, [&](std::int64_t begin, std::int64_t, int) {
    std::int64_t next = place[begin / chunk];
    const std::int64_t stop = std::min(limit, place[begin / chunk + 1]);
    // Without a branch, which hits would mislead: a miss writes too, to where the next hit will.
    for (std::int64_t x = begin; next < stop; ++x) {
      idx[next] = static_cast<Index>(x);
      val[next] = field[x];
      next += field[x] >= threshold;
    }
  });
  return place.back();
}

template std::int64_t extract(const std::int32_t*, std::int64_t, std::int32_t, std::uint32_t*,
                              std::int32_t*, std::int64_t);
template std::int64_t extract(const std::int32_t*, std::int64_t, std::int32_t, std::int64_t*,
                              std::int32_t*, std::int64_t);

}  // namespace coldcore::core
