// SPDX-License-Identifier: Apache-2.0
//
// What one entry (u, w) of a row adds to the field of a role, as a function of cnt[u] and mu.
#pragma once

#include <cstdint>

namespace coldcore::incidence {

constexpr int kGain = 0;
constexpr int kLoss = 1;

/// For every role an entry's marginal, before the point's weight, grows with w from 0 at w <= low
/// by one each up to `high`. The gain is min(w, max(0, mu - cnt)). For the loss, removal first eats
/// the surplus over mu, then what counted: min(max(0, w - surplus), min(cnt, mu)); that the count
/// stops at 0 is the second bound. A literal role is worth 1 at most.
struct Level {
  std::int32_t low = 0;
  std::int32_t high = 0;

  friend bool operator==(const Level&, const Level&) = default;
};

// Internal linkage, here and below: the field kernels are compiled for several instruction sets,
// and a function that the linker merged across them could bring AVX2 to a machine without.

static inline std::int32_t at_least_zero(std::int32_t x) { return x > 0 ? x : 0; }

static inline Level level_of(int role, std::int32_t cnt, std::int32_t mu) {
  if (role == kGain) return {0, at_least_zero(mu - cnt)};
  if (role == kLoss) return {at_least_zero(cnt - mu), cnt < mu ? cnt : mu};
  return {0, cnt == role ? 1 : 0};
}

/// Nothing overflows: all three numbers are at least 0.
static inline std::int32_t marginal(std::int32_t low, std::int32_t high, std::int32_t w) {
  const std::int32_t past = at_least_zero(w - low);
  return past < high ? past : high;
}

/// Literal roles count entries, without weights.
static inline bool is_weighted(int role) { return role == kGain || role == kLoss; }

}  // namespace coldcore::incidence
