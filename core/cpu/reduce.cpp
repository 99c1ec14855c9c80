// SPDX-License-Identifier: Apache-2.0
#include "reduce.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <limits>
#include <vector>

#include "../thread_pool.hpp"
#include "grain.hpp"

namespace coldcore::core {
namespace {

constexpr std::int64_t kSmallValues = 65536;

}  // namespace

std::int64_t count_equal(const std::uint16_t* cnt, std::int64_t size, std::uint16_t target) {
  const auto chunk = [=](std::int64_t begin, std::int64_t end) {
    std::uint32_t hits = 0;
    for (std::int64_t x = begin; x < end; ++x) hits += cnt[x] == target;
    return std::int64_t{hits};
  };
  return parallel_reduce(size, kScanGrain, std::int64_t{0}, chunk, std::plus<>());
}

std::int64_t sum_deficit(const std::uint16_t* cnt, std::int64_t size, std::uint16_t mu) {
  const auto chunk = [=](std::int64_t begin, std::int64_t end) {
    std::uint32_t sum = 0;
    for (std::int64_t x = begin; x < end; ++x) {
      sum += static_cast<std::uint16_t>(mu - std::min(mu, cnt[x]));
    }
    return std::int64_t{sum};
  };
  return parallel_reduce(size, kScanGrain, std::int64_t{0}, chunk, std::plus<>());
}

std::int32_t largest(const std::int32_t* field, std::int64_t size) {
  const auto chunk = [=](std::int64_t begin, std::int64_t end) {
    std::int32_t best = field[begin];
    for (std::int64_t x = begin + 1; x < end; ++x) best = std::max(best, field[x]);
    return best;
  };
  const auto larger = [](std::int32_t a, std::int32_t b) { return std::max(a, b); };
  return parallel_reduce(size, kScanGrain, std::numeric_limits<std::int32_t>::min(), chunk, larger);
}

void histogram(const std::int32_t* field, std::int64_t size, std::int32_t vmax,
               std::span<std::int32_t> bins) {
  const auto nbins = static_cast<std::int64_t>(bins.size());
  const auto bin_of = [=](std::int64_t v) { return std::min((v - 1) * nbins / vmax, nbins - 1); };
  // A division per word takes longer than reading it, so small values look their bin up.
  std::vector<std::uint16_t> small(std::min<std::int64_t>(vmax, kSmallValues) + 1);
  for (std::int64_t v = 1; v < std::ssize(small); ++v) {
    small[v] = static_cast<std::uint16_t>(bin_of(v));
  }

  std::vector<std::int64_t> counts(bins.size() * pool().size());
  parallel_for(size, kScanGrain, [&](std::int64_t begin, std::int64_t end, int worker) {
    std::int64_t* const mine = counts.data() + worker * nbins;
    for (std::int64_t x = begin; x < end; ++x) {
      const std::int64_t v = field[x];
      if (v > 0) ++mine[v < std::ssize(small) ? small[v] : bin_of(v)];
    }
  });
  for (std::int64_t bin = 0; bin < nbins; ++bin) {
    std::int64_t total = 0;
    for (int worker = 0; worker < pool().size(); ++worker) total += counts[worker * nbins + bin];
    bins[bin] = static_cast<std::int32_t>(
        std::min<std::int64_t>(total, std::numeric_limits<std::int32_t>::max()));
  }
}

void count_owned(const std::uint16_t* cnt, const std::int32_t* owner, std::int64_t size,
                 std::int32_t* out) {
  parallel_for(size, kScanGrain, [=](std::int64_t begin, std::int64_t end, int) {
    for (std::int64_t x = begin; x < end; ++x) {
      if (cnt[x] != 1) continue;
      // An owner's words lie all over the space, so threads do meet.
      std::atomic_ref(out[owner[x]]).fetch_add(1, std::memory_order_relaxed);
    }
  });
}

}  // namespace coldcore::core
