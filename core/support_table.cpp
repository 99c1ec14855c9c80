// SPDX-License-Identifier: Apache-2.0
#include "support_table.hpp"

#include <coldcore/dct.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <string>
#include <utility>

#include "error.hpp"

namespace coldcore::core {
namespace {

std::uint64_t nibble(int position, std::uint64_t value) { return value << (4 * position); }

std::string describe(std::uint64_t pattern) {
  std::string text;
  for (int p = 0; p < COLDCORE_MAX_N; ++p) {
    const std::uint64_t delta = pattern >> (4 * p) & 15;
    if (delta != 0) text += fmt::format("{}position {} by {}", text.empty() ? "" : ", ", p, delta);
  }
  return text.empty() ? "the centre" : text;
}

void check_step(const Shape& shape, std::size_t entry, int position, int delta) {
  if (position >= shape.n) {
    fail(DCT_E_TABLE, "table entry {} names position {}, but n = {}", entry, position, shape.n);
  }
  if (delta < 1 || delta >= shape.ax[position]) {
    fail(DCT_E_TABLE, "table entry {} shifts position {} by {}, but shifts there are 1..{}", entry,
         position, delta, shape.ax[position] - 1);
  }
}

// v1 bytes to nibbles. What follows the terminator must be zero: a table that has anything there
// was built by other rules.
std::uint64_t pattern_of_v1(const Shape& shape, std::size_t entry, std::uint64_t bytes) {
  std::uint64_t pattern = 0;
  for (; bytes != 0; bytes >>= 8) {
    const int position = static_cast<int>(bytes >> 4 & 15);
    const int delta = static_cast<int>(bytes & 15);
    check_step(shape, entry, position, delta);
    if ((pattern & nibble(position, 15)) != 0) {
      fail(DCT_E_TABLE, "table entry {} names position {} twice", entry, position);
    }
    pattern |= nibble(position, delta);
  }
  return pattern;
}

std::uint64_t pattern_of_ox(const Shape& shape, std::size_t entry, std::uint16_t mask,
                            std::uint64_t deltas) {
  if (std::popcount(mask) > COLDCORE_MAX_PATTERN_WEIGHT) {
    fail(DCT_E_TABLE, "table entry {} changes {} positions, but at most {} may change", entry,
         std::popcount(mask), COLDCORE_MAX_PATTERN_WEIGHT);
  }
  for (int p = 0; p < COLDCORE_MAX_N; ++p) {
    const int delta = static_cast<int>(deltas >> (4 * p) & 15);
    if ((mask >> p & 1) != 0) {
      check_step(shape, entry, p, delta);
    } else if (delta != 0) {
      fail(DCT_E_TABLE, "table entry {} has a shift at position {}, which its mask leaves out",
           entry, p);
    }
  }
  return deltas;
}

}  // namespace

void check_table_length(const Shape& shape, long long length) {
  if (length < 1)
    fail(DCT_E_TABLE, "the table has {} entries; it needs the centre at least", length);
  if (length > std::numeric_limits<std::int32_t>::max()) {
    fail(DCT_E_TABLE, "the table has {} entries, but at most {} are possible", length,
         std::numeric_limits<std::int32_t>::max());
  }
  if (length > shape.size) {
    fail(DCT_E_TABLE, "the table has {} entries for {} words, so it lists a word twice", length,
         shape.size);
  }
}

SupportTable SupportTable::from_v1(const Shape& shape, std::span<const std::uint64_t> patterns) {
  if (patterns[0] != 0) fail(DCT_E_TABLE, "table entry 0 is not the empty pattern, the centre");
  std::vector<std::uint64_t> parsed(patterns.size());
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    parsed[i] = pattern_of_v1(shape, i, patterns[i]);
  }
  return SupportTable(std::move(parsed));
}

SupportTable SupportTable::from_ox(const Shape& shape, std::span<const std::uint16_t> masks,
                                   std::span<const std::uint64_t> deltas) {
  std::vector<std::uint64_t> parsed(masks.size());
  for (std::size_t i = 0; i < masks.size(); ++i) {
    parsed[i] = pattern_of_ox(shape, i, masks[i], deltas[i]);
  }
  return SupportTable(std::move(parsed));
}

SupportTable::SupportTable(std::vector<std::uint64_t> patterns) : patterns_(std::move(patterns)) {
  std::sort(patterns_.begin(), patterns_.end());
  const auto repeat = std::adjacent_find(patterns_.begin(), patterns_.end());
  if (repeat != patterns_.end()) {
    fail(DCT_E_TABLE, "the table lists a word twice: {}", describe(*repeat));
  }
  if (patterns_[0] != 0) fail(DCT_E_TABLE, "the table lacks the empty pattern, the centre");
}

}  // namespace coldcore::core
