// SPDX-License-Identifier: Apache-2.0
#include "design.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "available_memory.hpp"
#include "parallel.hpp"
#include "problem.hpp"

namespace coldcore::search {
namespace {

__extension__ using Wide = __int128;

constexpr std::int64_t kTooLarge = std::numeric_limits<std::int64_t>::max();
/// Blocks that one thread writes at a time.
constexpr std::int64_t kChunk = 1024;
/// What an Index can number; its largest value is left free.
constexpr std::int64_t kMostSubsets = std::numeric_limits<Index>::max() - 1;

std::int64_t limited_product(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? kTooLarge : product;
}

std::int64_t limited_sum(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? kTooLarge : sum;
}

void require_order(const Design& design) {
  const auto [v, k, t] = design;
  if (t >= 1 && t <= k && k <= v && v <= Design::kMostPoints) return;
  throw InputError(fmt::format("{}: 1 <= t <= k <= v <= {} has to hold", format_design(design),
                               Design::kMostPoints));
}

std::int64_t bytes_needed(std::int64_t blocks, std::int64_t entries) {
  return limited_sum(limited_product(blocks, sizeof(std::int64_t)),
                     limited_product(entries, sizeof(Index)));
}

void require_room(const Design& design, std::int64_t blocks, std::int64_t per_block) {
  const std::int64_t points = binomial(design.v, design.t);
  const std::int64_t entries = limited_product(blocks, per_block);
  if (blocks > kMostSubsets || points > kMostSubsets) {
    throw InputError(fmt::format(
        "{} has {}{} blocks to choose from and {}{} {}-subsets to cover; the most is {} of each",
        format_design(design), blocks == kTooLarge ? "over " : "", blocks,
        points == kTooLarge ? "over " : "", points, design.t, kMostSubsets));
  }
  const std::int64_t bytes = bytes_needed(blocks, entries);
  const std::int64_t available = available_memory();
  if (bytes <= available) return;
  throw MemoryError(
      fmt::format("{}: its {} blocks with {} {}-subsets each need {}{} bytes, {} are available",
                  format_design(design), blocks, per_block, design.t,
                  bytes == kTooLarge ? "over " : "", bytes, available));
}

/// Writes the ranks of the t-subsets of a block. They come out ascending, because the order of the
/// subsets of a block is that of the subsets of its positions.
void write_points(const SubsetRanks& points, const SubsetRanks& positions,
                  std::span<const int> block, std::vector<int>& chosen, std::vector<int>& subset,
                  Index* out) {
  positions.unrank(0, chosen);
  do {
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      subset[i] = block[static_cast<std::size_t>(chosen[i])];
    }
    *out++ = static_cast<Index>(points.rank(subset));
  } while (positions.next(chosen));
}

}  // namespace

Design parse_design(std::string_view text) {
  std::array<int, 3> numbers{};
  const char* at = text.data();
  const char* const end = text.data() + text.size();
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto [stop, error] = std::from_chars(at, end, numbers[i]);
    const bool last = i + 1 == numbers.size();
    if (error != std::errc() || (last ? stop != end : stop == end || *stop != ',')) {
      throw InputError(fmt::format("\"{}\" is no design: v,k,t look like 11,5,4", text));
    }
    at = last ? stop : stop + 1;
  }
  const Design design{numbers[0], numbers[1], numbers[2]};
  require_order(design);
  return design;
}

std::string format_design(const Design& design) {
  return fmt::format("C({},{},{})", design.v, design.k, design.t);
}

std::int64_t binomial(int v, int k) {
  if (k < 0 || k > v) return 0;
  Wide value = 1;
  for (int i = 1; i <= std::min(k, v - k); ++i) {
    value = value * (v - i + 1) / i;  // Exact: i consecutive numbers hold a multiple of i.
    if (value > kTooLarge) return kTooLarge;
  }
  return static_cast<std::int64_t>(value);
}

SubsetRanks::SubsetRanks(int v, int size) : v_(v), size_(size), count_(binomial(v, size)) {
  if (count_ == kTooLarge) throw std::overflow_error("more subsets than 64 bits can number");
  for (int b = 0; b <= size; ++b) {
    for (int a = 0; a < v; ++a) binomials_.push_back(binomial(a, b));
  }
}

std::int64_t SubsetRanks::rank(std::span<const int> subset) const {
  std::int64_t rank = 0;
  for (int i = 0; i < size_; ++i) rank += choose(subset[static_cast<std::size_t>(i)], i + 1);
  return rank;
}

void SubsetRanks::unrank(std::int64_t rank, std::span<int> subset) const {
  int element = v_ - 1;
  for (int i = size_; i-- > 0; --element) {
    while (choose(element, i + 1) > rank) --element;
    rank -= choose(element, i + 1);
    subset[static_cast<std::size_t>(i)] = element;
  }
}

bool SubsetRanks::next(std::span<int> subset) const {
  std::size_t i = 0;
  while (i + 1 < subset.size() && subset[i] + 1 == subset[i + 1]) ++i;
  if (++subset[i] >= v_) return false;
  std::iota(subset.begin(), subset.begin() + static_cast<std::ptrdiff_t>(i), 0);
  return true;
}

SetSystem generate(const Design& design, int threads) {
  require_order(design);
  const std::int64_t count = binomial(design.v, design.k);
  const std::int64_t per_block = binomial(design.k, design.t);
  require_room(design, count, per_block);
  const SubsetRanks blocks(design.v, design.k);
  const SubsetRanks points(design.v, design.t);
  const SubsetRanks positions(design.k, design.t);
  SetSystem system;
  system.point_count = points.count();
  system.points.offsets.resize(static_cast<std::size_t>(count) + 1);
  system.points.entries.resize(static_cast<std::size_t>(count * per_block));
  run_parallel((count + kChunk - 1) / kChunk, threads, [&](std::int64_t chunk, int) {
    std::vector<int> block(static_cast<std::size_t>(design.k));
    std::vector<int> chosen(static_cast<std::size_t>(design.t));
    std::vector<int> subset(chosen.size());
    const std::int64_t begin = chunk * kChunk;
    const std::int64_t end = std::min(count, begin + kChunk);
    blocks.unrank(begin, block);
    for (std::int64_t b = begin; b < end; ++b, blocks.next(block)) {
      system.points.offsets[static_cast<std::size_t>(b) + 1] = (b + 1) * per_block;
      write_points(points, positions, block, chosen, subset,
                   system.points.entries.data() + b * per_block);
    }
  });
  return system;
}

std::int64_t schonheim_bound(const Design& design, int mu) {
  Wide bound = mu;
  for (int i = design.t; i-- > 0;) {
    bound = (bound * (design.v - i) + (design.k - i - 1)) / (design.k - i);
    if (bound > kTooLarge) return kTooLarge;
  }
  return static_cast<std::int64_t>(bound);
}

}  // namespace coldcore::search
