// SPDX-License-Identifier: Apache-2.0
//
// A set of rows that lists its members in ascending order at the cost of their number.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace coldcore::compose {

/// A bit for each row; above it, again and again, a bit for each word of 64 that is not zero, up to
/// a single word. So the empty stretches between members are never looked at: with 2^24 rows, four
/// words are read for a member at most, and no comparison sorts anything.
class RowSet {
 public:
  explicit RowSet(std::int64_t rows);

  std::int64_t size() const { return size_; }
  std::int64_t bytes() const { return static_cast<std::int64_t>(words_.size() * sizeof(Word)); }

  void insert(std::int64_t row) {
    const auto at = static_cast<std::uint64_t>(row);
    Word& word = words_[at / 64];
    const Word bit = Word{1} << (at % 64);
    size_ += (word & bit) == 0 ? 1 : 0;
    const bool was_empty = word == 0;
    word |= bit;
    if (was_empty) mark_above(at / 64);
  }

  /// Inserts first..last, a word at a time.
  void insert_run(std::int64_t first, std::int64_t last) {
    const auto from = static_cast<std::uint64_t>(first);
    const auto to = static_cast<std::uint64_t>(last);
    for (std::uint64_t at = from / 64; at <= to / 64; ++at) {
      Word bits = ~Word{0};
      if (at == from / 64) bits &= ~Word{0} << (from % 64);
      if (at == to / 64) bits &= ~Word{0} >> (63 - to % 64);
      insert_bits(at, bits);
    }
  }

  /// Calls found(row) for every member, ascending, and leaves the set empty.
  template <class Found>
  void drain(Found&& found) {
    size_ = 0;
    drain_word(levels_.size() - 1, 0, found);
  }

  void clear() {
    drain([](std::int64_t) {});
  }

 private:
  using Word = std::uint64_t;

  void mark_above(std::uint64_t at);

  void insert_bits(std::uint64_t at, Word bits) {
    Word& word = words_[at];
    size_ += std::popcount(bits & ~word);
    const bool was_empty = word == 0;
    word |= bits;
    if (was_empty) mark_above(at);
  }

  template <class Found>
  void drain_word(std::size_t level, std::uint64_t at, Found& found) {
    Word& word = words_[levels_[level] + at];
    for (Word left = word; left != 0; left &= left - 1) {
      const std::uint64_t below = at * 64 + static_cast<std::uint64_t>(std::countr_zero(left));
      if (level == 0) {
        found(static_cast<std::int64_t>(below));
      } else {
        drain_word(level - 1, below, found);
      }
    }
    word = 0;
  }

  std::vector<std::uint64_t> levels_;  // Where in words_ each level begins, the lowest first.
  std::vector<Word> words_;
  std::int64_t size_ = 0;
};

}  // namespace coldcore::compose
