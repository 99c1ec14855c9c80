// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>

namespace coldcore::core {

/// The most occurrences that may be active at once, so that a uint16 count can never overflow.
inline constexpr std::int64_t kCapacity = 65535;

/// Throws Error(DCT_E_CAPACITY) if that many occurrences are too many.
void check_capacity(std::int64_t occurrences);

/// A multiset of words. A call that throws changes nothing.
class Multiset {
 public:
  /// Occurrences, repetitions counted.
  std::int64_t total() const { return total_; }

  /// Throws Error(DCT_E_CAPACITY), or std::bad_alloc.
  template <class Word>
  void add(std::span<const Word> words) {
    check_capacity(total_ + static_cast<std::int64_t>(words.size()));
    std::size_t done = 0;
    try {
      for (; done < words.size(); ++done) ++multiplicity_[words[done]];
    } catch (...) {
      for (const Word word : words.first(done)) drop(word);
      throw;
    }
    total_ += static_cast<std::int64_t>(words.size());
  }

  /// Throws Error(DCT_E_ABSENT) if a word is to be removed more often than it is there.
  void remove(std::span<const long long> words);

 private:
  void drop(std::int64_t word);

  std::unordered_map<std::int64_t, std::int32_t> multiplicity_;  // No zeros between calls.
  std::int64_t total_ = 0;
};

}  // namespace coldcore::core
