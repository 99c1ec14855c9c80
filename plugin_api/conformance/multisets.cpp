// SPDX-License-Identifier: Apache-2.0
#include "multisets.hpp"

#include <numeric>

namespace coldcore::conformance {
namespace {

constexpr std::int64_t kMostOccurrences = 65535;
constexpr std::int64_t kSinglesOfEverySpaceUpTo = 16;
constexpr int kSingles = 3;

}  // namespace

Words random_words(const Shape& shape, int count, std::mt19937_64& random) {
  std::uniform_int_distribution<std::int64_t> any(0, shape.size() - 1);
  Words words;
  for (int i = 0; i < count; ++i) words.push_back(any(random));
  return words;
}

Words all_words(const Shape& shape) {
  Words words(static_cast<std::size_t>(shape.size()));
  std::iota(words.begin(), words.end(), 0);
  return words;
}

std::vector<Words> multisets(const Shape& shape, std::mt19937_64& random) {
  std::vector<Words> list{{}};
  const bool every = shape.size() <= kSinglesOfEverySpaceUpTo;
  const Words singles = every ? all_words(shape) : random_words(shape, kSingles, random);
  for (const std::int64_t word : singles) list.push_back({word});
  list.push_back({singles.back(), singles.back()});
  list.push_back(random_words(shape, 2, random));
  list.push_back(random_words(shape, 7, random));
  list.push_back(all_words(shape));
  return list;
}

std::vector<Words> full_multisets(const Shape& shape, std::mt19937_64& random) {
  Words often;
  for (std::int64_t i = 0; i < kMostOccurrences; ++i) often.push_back(i % shape.size());
  return {Words(kMostOccurrences, shape.size() - 1), std::move(often),
          random_words(shape, kMostOccurrences, random)};
}

}  // namespace coldcore::conformance
