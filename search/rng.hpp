// SPDX-License-Identifier: Apache-2.0
//
// The searches' random numbers. Own generator and own mappings, because the distributions of the
// standard library differ between libraries and a run must follow from its seed alone.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace coldcore::search {

/// One step of splitmix64: a mixing of all 64 bits, good enough to seed from and to hash with.
constexpr std::uint64_t mix64(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

/// xoshiro256**, seeded by splitmix64.
class Rng {
 public:
  explicit Rng(std::uint64_t seed) {
    for (std::uint64_t& word : state_) {
      word = mix64(seed);
      seed += 0x9e3779b97f4a7c15U;
    }
  }

  std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17U;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  /// Uniform in 0..bound-1, for bound >= 1. The bias is below bound / 2^64.
  std::uint64_t below(std::uint64_t bound) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<Wide>(next()) * bound) >> 64U);
  }

  /// Uniform in [0, 1).
  double unit() { return static_cast<double>(next() >> 11U) * 0x1.0p-53; }

 private:
  std::array<std::uint64_t, 4> state_{};
};

}  // namespace coldcore::search
