// SPDX-License-Identifier: Apache-2.0
//
// For the tests of a family: holds the definition against what is known of it from elsewhere. That
// everything else agrees with the definition is the business of `coldcore plugin check`.
#pragma once

#include <coldcore/sdk/family.hpp>

#include <cstddef>
#include <cstdio>
#include <vector>

namespace coldcore::sdk {
namespace {

/// How many words the word `centre` covers, found by trying them all.
template <class Family>
int ball_size(const std::vector<int>& ax, int R, const std::vector<int>& centre) {
  const std::size_t n = ax.size();
  std::vector<int> x(n, 0);
  int size = 0;
  for (std::size_t j = 0; j < n;) {
    size += covers<Family>(static_cast<int>(n), ax.data(), R, centre.data(), x.data());
    for (j = 0; j < n && ++x[j] == ax[j]; ++j) x[j] = 0;
  }
  return size;
}

/// Whether found == expected; a line on stdout if not.
inline bool expect(const char* what, int found, int expected) {
  if (found != expected) std::printf("%s: expected %d, found %d\n", what, expected, found);
  return found == expected;
}

}  // namespace
}  // namespace coldcore::sdk
