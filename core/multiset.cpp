// SPDX-License-Identifier: Apache-2.0
#include "multiset.hpp"

#include <coldcore/dct.h>

#include "error.hpp"

namespace coldcore::core {

void check_capacity(std::int64_t occurrences) {
  if (occurrences > kCapacity) {
    fail(DCT_E_CAPACITY, "that makes {} active occurrences, but at most {} are possible",
         occurrences, kCapacity);
  }
}

void Multiset::drop(std::int64_t word) {
  const auto found = multiplicity_.find(word);
  if (--found->second == 0) multiplicity_.erase(found);
}

void Multiset::remove(std::span<const long long> words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto found = multiplicity_.find(words[i]);
    if (found != multiplicity_.end() && found->second > 0) {
      --found->second;
      continue;
    }
    for (const long long word : words.first(i)) ++multiplicity_.find(word)->second;
    fail(DCT_E_ABSENT, "words[{}] = {} is removed more often than it is active", i, words[i]);
  }
  for (const long long word : words) {
    const auto found = multiplicity_.find(word);
    if (found != multiplicity_.end() && found->second == 0) multiplicity_.erase(found);
  }
  total_ -= static_cast<std::int64_t>(words.size());
}

}  // namespace coldcore::core
