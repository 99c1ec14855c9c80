// SPDX-License-Identifier: Apache-2.0
#include "row_set.hpp"

namespace coldcore::compose {

RowSet::RowSet(std::int64_t rows) {
  std::uint64_t bits = static_cast<std::uint64_t>(rows);
  std::uint64_t words = 0;
  do {
    levels_.push_back(words);
    bits = bits / 64 + (bits % 64 == 0 ? 0 : 1);
    words += bits == 0 ? 1 : bits;
  } while (bits > 1);
  words_.resize(words);
}

void RowSet::mark_above(std::uint64_t at) {
  for (std::size_t level = 1; level < levels_.size(); ++level) {
    Word& word = words_[levels_[level] + at / 64];
    const bool was_empty = word == 0;
    word |= Word{1} << (at % 64);
    if (!was_empty) return;
    at /= 64;
  }
}

}  // namespace coldcore::compose
