// SPDX-License-Identifier: Apache-2.0
#include "extract.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "../thread_pool.hpp"
#include "grain.hpp"
#include "kernels.hpp"

namespace coldcore::core {
namespace {

// Words whose finds are counted together: few enough that those with a find are few of all.
constexpr std::int64_t kPortion = 1024;

std::int64_t size_of_portion(std::int64_t size, std::int64_t portion) {
  return std::min(kPortion, size - portion * kPortion);
}

/// [i + 1]: how many words of portion i reach the threshold.
std::vector<std::uint32_t> count_portions(const std::int32_t* field, std::int64_t size,
                                          std::int32_t threshold) {
  const std::int64_t portions = (size - 1) / kPortion + 1;
  std::vector<std::uint32_t> counts(portions);
  parallel_for(portions, kScanGrain / kPortion, [&](std::int64_t begin, std::int64_t end, int) {
    for (std::int64_t i = begin; i < end; ++i) {
      counts[i] =
          kernels().count_at_least(field + i * kPortion, size_of_portion(size, i), threshold);
    }
  });
  return counts;
}

/// A portion with finds, and where the first of them goes.
struct Find {
  std::int64_t portion;
  std::int64_t place;
};

/// Stores the finds of one portion that lie below the limit.
template <class Index>
void store_finds(const std::int32_t* field, std::int64_t size, std::int32_t threshold,
                 const Find& find, Index* idx, std::int32_t* val, std::int64_t limit) {
  std::array<std::uint16_t, kPortion + 1> places;
  const std::int64_t first = find.portion * kPortion;
  const auto words = static_cast<int>(size_of_portion(size, find.portion));
  const int found = kernels().list_at_least(field + first, words, threshold, places.data());
  const std::int64_t stored = std::min<std::int64_t>(found, limit - find.place);
  for (std::int64_t j = 0; j < stored; ++j) {
    idx[find.place + j] = static_cast<Index>(first + places[j]);
    val[find.place + j] = field[first + places[j]];
  }
}

/// Two passes: counting first tells every portion where its finds go, whoever works on it.
template <class Index>
std::int64_t count_and_store(const std::int32_t* field, std::int64_t size, std::int32_t threshold,
                             Index* idx, std::int32_t* val, std::int64_t limit) {
  std::int64_t total = 0;
  std::vector<Find> finds;
  const std::vector<std::uint32_t> counts = count_portions(field, size, threshold);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0 && total < limit) finds.push_back({static_cast<std::int64_t>(i), total});
    total += counts[i];
  }
  parallel_for(std::ssize(finds), 0, [&](std::int64_t begin, std::int64_t end, int) {
    for (std::int64_t i = begin; i < end; ++i) {
      store_finds(field, size, threshold, finds[i], idx, val, limit);
    }
  });
  return total;
}

}  // namespace

template <class Index>
std::int64_t extract(const std::int32_t* field, std::int64_t size, std::int32_t threshold,
                     Index* idx, std::int32_t* val, std::int64_t limit) {
  return count_and_store(field, size, threshold, idx, val, limit);
}

template std::int64_t extract(const std::int32_t*, std::int64_t, std::int32_t, std::uint32_t*,
                              std::int32_t*, std::int64_t);
template std::int64_t extract(const std::int32_t*, std::int64_t, std::int32_t, std::int64_t*,
                              std::int32_t*, std::int64_t);

}  // namespace coldcore::core
