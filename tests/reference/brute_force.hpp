// SPDX-License-Identifier: Apache-2.0
//
// What the engine computes, straight from the definitions and sharing no code with it. Slow on
// purpose: every pair of words goes through the coverage predicate once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace reference {

using Word = long long;  // The type that the C interface uses for indices.
using Words = std::vector<Word>;

/// A product of cyclic digits, digit 0 the fastest in the index.
class Space {
 public:
  explicit Space(std::vector<int> axes) : axes_(std::move(axes)) {
    for (const int axis : axes_) size_ *= axis;
  }

  Word size() const { return size_; }
  const std::vector<int>& axes() const { return axes_; }

  std::vector<int> digits(Word word) const {
    std::vector<int> result;
    for (const int axis : axes_) {
      result.push_back(static_cast<int>(word % axis));
      word /= axis;
    }
    return result;
  }

  Word index(std::span<const int> digits) const {
    Word result = 0;
    for (std::size_t j = axes_.size(); j-- > 0;) result = result * axes_[j] + digits[j];
    return result;
  }

 private:
  std::vector<int> axes_;
  Word size_ = 1;
};

/// "3,3,2" and the like, for messages.
inline std::string text(std::span<const int> axes) {
  std::string result;
  for (const int axis : axes) {
    if (!result.empty()) result += ',';
    result += std::to_string(axis);
  }
  return result;
}

/// The number of positions in which two words differ.
inline int hamming_distance(std::span<const int> u, std::span<const int> x) {
  int distance = 0;
  for (std::size_t j = 0; j < u.size(); ++j) distance += u[j] != x[j] ? 1 : 0;
  return distance;
}

/// covers(u, x) on digits, as a list for every word: which words it covers.
class Balls {
 public:
  template <class Covers>
  Balls(const Space& space, const Covers& covers) : rows_(static_cast<std::size_t>(space.size())) {
    std::vector<std::vector<int>> digits;
    for (Word w = 0; w < space.size(); ++w) digits.push_back(space.digits(w));
    for (std::size_t u = 0; u < digits.size(); ++u) {
      for (std::size_t x = 0; x < digits.size(); ++x) {
        if (covers(std::span<const int>(digits[u]), std::span<const int>(digits[x]))) {
          rows_[u].push_back(static_cast<std::int32_t>(x));
        }
      }
    }
  }

  std::size_t words() const { return rows_.size(); }
  const std::vector<std::int32_t>& of(Word u) const { return rows_[static_cast<std::size_t>(u)]; }

 private:
  std::vector<std::vector<std::int32_t>> rows_;
};

inline Balls hamming_balls(const Space& space, int radius) {
  return Balls(space, [radius](std::span<const int> u, std::span<const int> x) {
    return hamming_distance(u, x) <= radius;
  });
}

using Counts = std::vector<std::uint16_t>;
using Field = std::vector<std::int32_t>;

/// field[x] = how many members of the multiset cover x.
inline Field coverage_sum(const Balls& balls, std::span<const Word> multiset) {
  Field field(balls.words(), 0);
  for (const Word u : multiset) {
    for (const std::int32_t x : balls.of(u)) ++field[static_cast<std::size_t>(x)];
  }
  return field;
}

/// The same as the engine stores it.
inline Counts counts(const Balls& balls, std::span<const Word> multiset) {
  const Field field = coverage_sum(balls, multiset);
  Counts result;
  for (const std::int32_t value : field) result.push_back(static_cast<std::uint16_t>(value));
  return result;
}

inline auto deficient(int mu) {
  return [mu](int count) { return count < mu; };
}
inline auto critical(int mu) {
  return [mu](int count) { return 1 <= count && count <= mu; };
}
inline auto exactly(int target) {
  return [target](int count) { return count == target; };
}

/// How many words that u covers have a count that qualifies.
template <class Qualifies>
std::int32_t gather(const Balls& balls, const Counts& counts, Word u, const Qualifies& qualifies) {
  std::int32_t result = 0;
  for (const std::int32_t x : balls.of(u)) {
    result += qualifies(counts[static_cast<std::size_t>(x)]) ? 1 : 0;
  }
  return result;
}

template <class Qualifies>
Field gather_all(const Balls& balls, const Counts& counts, std::span<const Word> words,
                 const Qualifies& qualifies) {
  Field result;
  for (const Word u : words) result.push_back(gather(balls, counts, u, qualifies));
  return result;
}

/// Every word, for gathers over the whole space.
inline Words all_words(const Balls& balls) {
  Words result;
  for (std::size_t w = 0; w < balls.words(); ++w) result.push_back(static_cast<Word>(w));
  return result;
}

/// field[u] = the words that u would newly help to cover.
inline Field gain(const Balls& balls, const Counts& counts, int mu) {
  return gather_all(balls, counts, all_words(balls), deficient(mu));
}

/// field[u] = the words that cannot spare one more cover in the ball of u.
inline Field loss(const Balls& balls, const Counts& counts, int mu) {
  return gather_all(balls, counts, all_words(balls), critical(mu));
}

inline long long count_equal(const Counts& counts, int target) {
  return std::count(counts.begin(), counts.end(), static_cast<std::uint16_t>(target));
}

inline long long deficit(const Counts& counts, int mu) {
  long long sum = 0;
  for (const int count : counts) sum += std::max(0, mu - count);
  return sum;
}

/// Bins of the positive values of a field: value v belongs to bin (v - 1) * bins / top, clipped.
inline Field histogram(const Field& field, int bins, std::int32_t top) {
  Field result(static_cast<std::size_t>(bins), 0);
  for (const long long value : field) {
    if (value < 1) continue;
    ++result[static_cast<std::size_t>(std::min<long long>((value - 1) * bins / top, bins - 1))];
  }
  return result;
}

/// The words with a value of at least the threshold, ascending.
inline Words at_least(const Field& field, std::int32_t threshold) {
  Words result;
  for (std::size_t w = 0; w < field.size(); ++w) {
    if (field[w] >= threshold) result.push_back(static_cast<Word>(w));
  }
  return result;
}

}  // namespace reference
