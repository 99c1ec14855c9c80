// SPDX-License-Identifier: Apache-2.0
#include "support_table.hpp"

#include <coldcore/dct.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <string>

#include "error.hpp"

namespace coldcore::core {
namespace {

int lowest_position(std::uint64_t pattern) { return std::countr_zero(pattern) / 4; }

std::uint64_t nibble(int position, std::uint64_t value) { return value << (4 * position); }

// The pattern without its lowest change. The centre has none.
std::uint64_t rest_of(std::uint64_t pattern) {
  return pattern == 0 ? 0 : pattern & ~nibble(lowest_position(pattern), 15);
}

Step lowest_step(std::uint64_t pattern) {
  const int position = lowest_position(pattern);
  return static_cast<Step>(position << 4 | (pattern >> (4 * position) & 15));
}

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

// By group, and by step within a group; equal patterns become neighbours and the centre comes
// first.
void sort_for_groups(std::vector<std::uint64_t>& patterns) {
  std::sort(patterns.begin(), patterns.end(), [](std::uint64_t a, std::uint64_t b) {
    const std::uint64_t rest_a = rest_of(a);
    const std::uint64_t rest_b = rest_of(b);
    return rest_a != rest_b ? rest_a < rest_b : a < b;
  });
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
  return compile(std::move(parsed));
}

SupportTable SupportTable::from_ox(const Shape& shape, std::span<const std::uint16_t> masks,
                                   std::span<const std::uint64_t> deltas) {
  std::vector<std::uint64_t> parsed(masks.size());
  for (std::size_t i = 0; i < masks.size(); ++i) {
    parsed[i] = pattern_of_ox(shape, i, masks[i], deltas[i]);
  }
  return compile(std::move(parsed));
}

SupportTable SupportTable::compile(std::vector<std::uint64_t> patterns) {
  sort_for_groups(patterns);
  const auto repeat = std::adjacent_find(patterns.begin(), patterns.end());
  if (repeat != patterns.end()) {
    fail(DCT_E_TABLE, "the table lists a word twice: {}", describe(*repeat));
  }
  if (patterns[0] != 0) fail(DCT_E_TABLE, "the table lacks the empty pattern, the centre");

  std::size_t groups = 0;
  for (std::size_t i = 1; i < patterns.size(); ++i) {
    groups += i == 1 || rest_of(patterns[i]) != rest_of(patterns[i - 1]);
  }
  SupportTable table;
  table.rests_.reserve(groups);
  table.first_.reserve(groups + 1);
  table.steps_.reserve(patterns.size() - 1);
  for (std::size_t i = 1; i < patterns.size(); ++i) {
    if (i == 1 || rest_of(patterns[i]) != table.rests_.back()) {
      table.rests_.push_back(rest_of(patterns[i]));
      table.first_.push_back(static_cast<std::uint32_t>(i - 1));
    }
    table.steps_.push_back(lowest_step(patterns[i]));
  }
  table.first_.push_back(static_cast<std::uint32_t>(patterns.size() - 1));
  return table;
}

std::int64_t SupportTable::bytes() const {
  return static_cast<std::int64_t>(rests_.size() * sizeof(std::uint64_t) +
                                   first_.size() * sizeof(std::uint32_t) +
                                   steps_.size() * sizeof(Step));
}

}  // namespace coldcore::core
