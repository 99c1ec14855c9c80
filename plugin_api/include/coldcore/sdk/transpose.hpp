// SPDX-License-Identifier: Apache-2.0
//
// Turning blocks of kLine lines of kLine counts round: line i, place j becomes line j, place i.
#pragma once

#include <coldcore/sdk/column.hpp>

namespace coldcore::sdk {
namespace {

typedef std::uint16_t Eight16 __attribute__((vector_size(16)));
typedef std::uint32_t Four32 __attribute__((vector_size(16)));

#if defined(__AVX2__)
// Two blocks of 8 x 8 at once, in the halves of a register: lines 0..7 in one, 8..15 in the other.
constexpr int kTurnLines = 16;
typedef std::uint16_t Turning __attribute__((vector_size(32)));

inline Turning load_turning(const std::uint16_t* from, std::int64_t from_stride) {
  return __builtin_shufflevector(load<Eight16>(from), load<Eight16>(from + 8 * from_stride), 0, 1, 2, 3,
                                 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

inline Turning interleave_low(Turning a, Turning b) {
  return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 8, 24, 9, 25, 10, 26, 11, 27);
}

inline Turning interleave_high(Turning a, Turning b) {
  return __builtin_shufflevector(a, b, 4, 20, 5, 21, 6, 22, 7, 23, 12, 28, 13, 29, 14, 30, 15, 31);
}
#else
constexpr int kTurnLines = 8;
using Turning = Eight16;

inline Turning load_turning(const std::uint16_t* from, std::int64_t) { return load<Turning>(from); }

inline Turning interleave_low(Turning a, Turning b) {
  return __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}

inline Turning interleave_high(Turning a, Turning b) {
  return __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}
#endif

/// kTurnLines lines of 8 counts become 8 lines of kTurnLines. Three rounds of interleaving line i with
/// line i + 4: each doubles the runs that stand right.
inline void turn_lines(const std::uint16_t* from, std::int64_t from_stride, std::uint16_t* to,
                       std::int64_t to_stride) {
  Turning a[8];
  Turning b[8];
  for (int i = 0; i < 8; ++i) a[i] = load_turning(from + i * from_stride, from_stride);
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 4; ++i) {
      b[2 * i] = interleave_low(a[i], a[i + 4]);
      b[2 * i + 1] = interleave_high(a[i], a[i + 4]);
    }
    for (int i = 0; i < 8; ++i) a[i] = b[i];
  }
  for (int i = 0; i < 8; ++i) store(to + i * to_stride, a[i]);
}

/// 4 x 4 counts of 32 bits.
inline void transpose_4x4(const std::uint32_t* from, std::int64_t from_stride, std::uint32_t* to,
                          std::int64_t to_stride) {
  Four32 a[4];
  Four32 b[4];
  for (int i = 0; i < 4; ++i) a[i] = load<Four32>(from + i * from_stride);
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 2; ++i) {
      b[2 * i] = __builtin_shufflevector(a[i], a[i + 2], 0, 4, 1, 5);
      b[2 * i + 1] = __builtin_shufflevector(a[i], a[i + 2], 2, 6, 3, 7);
    }
    for (int i = 0; i < 4; ++i) a[i] = b[i];
  }
  for (int i = 0; i < 4; ++i) store(to + i * to_stride, a[i]);
}

inline void transpose_block(const std::uint16_t* from, std::int64_t from_stride, std::uint16_t* to,
                            std::int64_t to_stride) {
  for (int i = 0; i < kLine; i += kTurnLines) {
    for (int j = 0; j < kLine; j += 8) {
      turn_lines(from + i * from_stride + j, from_stride, to + j * to_stride + i, to_stride);
    }
  }
}

inline void transpose_block(const std::uint32_t* from, std::int64_t from_stride, std::uint32_t* to,
                            std::int64_t to_stride) {
  for (int i = 0; i < kLine; i += 4) {
    for (int j = 0; j < kLine; j += 4) {
      transpose_4x4(from + i * from_stride + j, from_stride, to + j * to_stride + i, to_stride);
    }
  }
}

}  // namespace
}  // namespace coldcore::sdk
