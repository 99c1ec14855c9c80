// SPDX-License-Identifier: Apache-2.0
#include "distinct_numbers.hpp"

#include <algorithm>
#include <bit>

namespace coldcore::matrix {
namespace {

constexpr std::uint64_t kNoNumber = ~std::uint64_t{0};
/// While the bits of the range take no more room than so many a number, they are the set.
constexpr std::uint64_t kBitsPerNumber = 128;

}  // namespace

const std::vector<std::uint64_t>& DistinctNumbers::draw(search::Rng& rng, std::uint64_t range,
                                                        std::uint64_t count) {
  numbers_.clear();
  numbers_.reserve(count);
  if (range / kBitsPerNumber <= count) {
    draw_into_bits(rng, range, count);
  } else {
    draw_into_table(rng, range, count);
  }
  return numbers_;
}

/// Listing the bits sorts them.
void DistinctNumbers::draw_into_bits(search::Rng& rng, std::uint64_t range, std::uint64_t count) {
  marks_.assign(range / 64 + 1, 0);
  const auto is_marked = [this](std::uint64_t n) { return (marks_[n / 64] >> (n % 64) & 1U) != 0; };
  for (std::uint64_t last = range - count; last < range; ++last) {
    const std::uint64_t drawn = rng.below(last + 1);
    const std::uint64_t taken = is_marked(drawn) ? last : drawn;
    marks_[taken / 64] |= std::uint64_t{1} << (taken % 64);
  }
  for (std::uint64_t word = 0; word < marks_.size(); ++word) {
    for (std::uint64_t bits = marks_[word]; bits != 0; bits &= bits - 1) {
      numbers_.push_back(64 * word + static_cast<std::uint64_t>(std::countr_zero(bits)));
    }
  }
}

void DistinctNumbers::draw_into_table(search::Rng& rng, std::uint64_t range, std::uint64_t count) {
  marks_.assign(std::bit_ceil(2 * count + 1), kNoNumber);
  for (std::uint64_t last = range - count; last < range; ++last) {
    const std::uint64_t drawn = rng.below(last + 1);
    const std::uint64_t taken = insert(drawn) ? drawn : last;
    if (taken == last) insert(last);
    numbers_.push_back(taken);
  }
  std::ranges::sort(numbers_);
}

/// False if it is in the table already.
bool DistinctNumbers::insert(std::uint64_t number) {
  const std::uint64_t mask = marks_.size() - 1;
  std::uint64_t slot = search::mix64(number) & mask;
  while (marks_[slot] != kNoNumber && marks_[slot] != number) slot = (slot + 1) & mask;
  const bool is_new = marks_[slot] == kNoNumber;
  marks_[slot] = number;
  return is_new;
}

}  // namespace coldcore::matrix
