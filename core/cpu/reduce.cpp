// SPDX-License-Identifier: Apache-2.0
#include "reduce.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <limits>
#include <vector>

#include "../thread_pool.hpp"
#include "grain.hpp"
#include "kernels.hpp"

namespace coldcore::core {
namespace {

// Words side by side often fall into one bin; with as many tallies of it they do not wait for each
// other.
constexpr int kTallies = 4;
constexpr std::int32_t kLargest = std::numeric_limits<std::int32_t>::max();

/// Bins by value without a division for each: 0 for values that count nowhere, then 1..bins.
class BinLookup {
 public:
  BinLookup(std::int32_t vmax, int bins)
      : vmax_(vmax), bins_(bins), top_(vmax == kLargest ? kLargest : vmax + 1) {
    // A cell of values no wider than a bin meets the beginning of one more at most.
    while (vmax / bins >> (shift_ + 1) > 0) ++shift_;
    for (std::int64_t v = 0; v <= top_; v += std::int64_t{1} << shift_) {
      cells_.push_back({static_cast<std::int32_t>(bin_of(v)), first_of(bin_of(v) + 1)});
    }
  }

  /// tallies: [bins + 1][kTallies].
  void tally(const std::int32_t* field, std::int64_t size, std::int64_t* tallies) const {
    std::int64_t x = 0;
    for (; x + kTallies <= size; x += kTallies) {
      for (int i = 0; i < kTallies; ++i) ++tallies[kTallies * bin(field[x + i]) + i];
    }
    for (; x < size; ++x) ++tallies[kTallies * bin(field[x])];
  }

 private:
  struct Cell {
    std::int32_t bin;    ///< Of the cell's first value.
    std::uint32_t next;  ///< Where the next one begins.
  };

  std::int64_t bin_of(std::int64_t v) const {
    return v < 1 ? 0 : 1 + std::min<std::int64_t>((v - 1) * bins_ / vmax_, bins_ - 1);
  }
  /// The least value of a bin, or of one after it if it has none; out of reach past the last.
  std::uint32_t first_of(std::int64_t bin) const {
    if (bin > bins_) return std::uint32_t{1} << 31;
    return static_cast<std::uint32_t>(1 + ((bin - 1) * vmax_ + bins_ - 1) / bins_);
  }
  int bin(std::int32_t value) const {
    const auto v = static_cast<std::uint32_t>(std::clamp(value, 0, top_));
    const Cell& cell = cells_[v >> shift_];
    return cell.bin + (v >= cell.next);
  }

  std::int64_t vmax_;
  std::int64_t bins_;
  std::int32_t top_;  ///< Stands for all values past vmax.
  int shift_ = 0;
  std::vector<Cell> cells_;
};

}  // namespace

std::int64_t count_equal(const std::uint16_t* cnt, std::int64_t size, std::uint16_t target) {
  const auto chunk = [=](std::int64_t begin, std::int64_t end) {
    return std::int64_t{kernels().count_equal(cnt + begin, end - begin, target)};
  };
  return parallel_reduce(size, kScanGrain, std::int64_t{0}, chunk, std::plus<>());
}

std::int64_t sum_deficit(const std::uint16_t* cnt, std::int64_t size, std::uint16_t mu) {
  const auto chunk = [=](std::int64_t begin, std::int64_t end) {
    return std::int64_t{kernels().sum_deficit(cnt + begin, end - begin, mu)};
  };
  return parallel_reduce(size, kScanGrain, std::int64_t{0}, chunk, std::plus<>());
}

std::int32_t largest(const std::int32_t* field, std::int64_t size) {
  const auto chunk = [=](std::int64_t begin, std::int64_t end) {
    return kernels().largest(field + begin, end - begin);
  };
  const auto larger = [](std::int32_t a, std::int32_t b) { return std::max(a, b); };
  return parallel_reduce(size, kScanGrain, std::numeric_limits<std::int32_t>::min(), chunk, larger);
}

void histogram(const std::int32_t* field, std::int64_t size, std::int32_t vmax,
               std::span<std::int32_t> bins) {
  const BinLookup lookup(vmax, static_cast<int>(bins.size()));
  const std::size_t stride = kTallies * (bins.size() + 1);
  std::vector<std::int64_t> tallies(stride * pool().size());
  parallel_for(size, kScanGrain, [&](std::int64_t begin, std::int64_t end, int worker) {
    lookup.tally(field + begin, end - begin, tallies.data() + worker * stride);
  });
  for (std::size_t bin = 0; bin < bins.size(); ++bin) {
    std::int64_t total = 0;
    for (std::size_t t = kTallies * (bin + 1); t < tallies.size(); t += stride) {
      for (int i = 0; i < kTallies; ++i) total += tallies[t + i];
    }
    bins[bin] = static_cast<std::int32_t>(std::min<std::int64_t>(total, kLargest));
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
