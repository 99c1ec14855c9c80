// SPDX-License-Identifier: Apache-2.0
//
// Turning blocks of kLine lines of kLine numbers round: line i, place j becomes line j, place i.
#pragma once

#include <coldcore/sdk/lanes.hpp>

namespace coldcore::sdk {
namespace {

typedef std::uint8_t Sixteen8 __attribute__((vector_size(16)));
typedef std::uint16_t Eight16 __attribute__((vector_size(16)));
typedef std::uint32_t Four32 __attribute__((vector_size(16)));

inline Sixteen8 interleave_low(Sixteen8 a, Sixteen8 b) {
  return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
inline Sixteen8 interleave_high(Sixteen8 a, Sixteen8 b) {
  return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15,
                                 31);
}
inline Eight16 interleave_low(Eight16 a, Eight16 b) {
  return __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}
inline Eight16 interleave_high(Eight16 a, Eight16 b) {
  return __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}
inline Four32 interleave_low(Four32 a, Four32 b) {
  return __builtin_shufflevector(a, b, 0, 4, 1, 5);
}
inline Four32 interleave_high(Four32 a, Four32 b) {
  return __builtin_shufflevector(a, b, 2, 6, 3, 7);
}

/// 128 bits of one line.
template <class Number>
using Piece = std::conditional_t<sizeof(Number) == 1, Sixteen8,
                                 std::conditional_t<sizeof(Number) == 2, Eight16, Four32>>;

#if defined(__AVX2__)
/// Two squares at once, one in each half of a register: the second has the lines below the first
/// one's.
template <class Number>
struct Turning {
  typedef Number Both __attribute__((vector_size(32)));
  static constexpr int kSquares = 2;

  Both lines;

  template <class From>
  static Turning read(const From& from, int line, int place) {
    constexpr int kPlaces = 16 / static_cast<int>(sizeof(Number));
    const auto low = reinterpret_cast<__m128i>(load<Piece<Number>>(from(line) + place));
    const auto high = reinterpret_cast<__m128i>(load<Piece<Number>>(from(line + kPlaces) + place));
    return {reinterpret_cast<Both>(_mm256_set_m128i(high, low))};
  }
  friend Turning interleave_low(Turning a, Turning b) {
    const auto x = reinterpret_cast<__m256i>(a.lines);
    const auto y = reinterpret_cast<__m256i>(b.lines);
    if constexpr (sizeof(Number) == 1) return {reinterpret_cast<Both>(_mm256_unpacklo_epi8(x, y))};
    if constexpr (sizeof(Number) == 2) return {reinterpret_cast<Both>(_mm256_unpacklo_epi16(x, y))};
    if constexpr (sizeof(Number) == 4) return {reinterpret_cast<Both>(_mm256_unpacklo_epi32(x, y))};
  }
  friend Turning interleave_high(Turning a, Turning b) {
    const auto x = reinterpret_cast<__m256i>(a.lines);
    const auto y = reinterpret_cast<__m256i>(b.lines);
    if constexpr (sizeof(Number) == 1) return {reinterpret_cast<Both>(_mm256_unpackhi_epi8(x, y))};
    if constexpr (sizeof(Number) == 2) return {reinterpret_cast<Both>(_mm256_unpackhi_epi16(x, y))};
    if constexpr (sizeof(Number) == 4) return {reinterpret_cast<Both>(_mm256_unpackhi_epi32(x, y))};
  }
};
#else
template <class Number>
struct Turning {
  static constexpr int kSquares = 1;

  Piece<Number> lines;

  template <class From>
  static Turning read(const From& from, int line, int place) {
    return {load<Piece<Number>>(from(line) + place)};
  }
  friend Turning interleave_low(Turning a, Turning b) { return {interleave_low(a.lines, b.lines)}; }
  friend Turning interleave_high(Turning a, Turning b) {
    return {interleave_high(a.lines, b.lines)};
  }
};
#endif

/// Squares of as many lines as 128 bits have places, one below the other, come to stand side by
/// side. Each round interleaves line i with line i + half and doubles the runs that stand right.
template <class Number, class From, class To>
void turn_squares(const From& from, int first_line, const To& to, int first_place) {
  constexpr int kPlaces = 16 / static_cast<int>(sizeof(Number));
  Turning<Number> a[kPlaces];
  Turning<Number> b[kPlaces];
  for (int i = 0; i < kPlaces; ++i) {
    a[i] = Turning<Number>::read(from, first_line + i, first_place);
  }
  for (int done = 1; done < kPlaces; done *= 2) {
    for (int i = 0; i < kPlaces / 2; ++i) {
      b[2 * i] = interleave_low(a[i], a[i + kPlaces / 2]);
      b[2 * i + 1] = interleave_high(a[i], a[i + kPlaces / 2]);
    }
    for (int i = 0; i < kPlaces; ++i) a[i] = b[i];
  }
  for (int i = 0; i < kPlaces; ++i) store(to(first_place + i) + first_line, a[i].lines);
}

/// Place i of to(j) = place j of from(i): pointers to kLine Numbers each, in all.
template <class Number, class From, class To>
void transpose_block(const From& from, const To& to) {
  constexpr int kPlaces = 16 / static_cast<int>(sizeof(Number));
  for (int i = 0; i < kLine; i += kPlaces * Turning<Number>::kSquares) {
    for (int j = 0; j < kLine; j += kPlaces) turn_squares<Number>(from, i, to, j);
  }
}

}  // namespace
}  // namespace coldcore::sdk
