// SPDX-License-Identifier: Apache-2.0
//
// A set as bits: a line of kLine words is one 32-bit mask, bit i for word i.
#pragma once

#include <coldcore/sdk/lanes.hpp>

namespace coldcore::sdk {
namespace {

using LineBits = std::uint32_t;
static_assert(kLine == 8 * sizeof(LineBits));

/// Bit i: whether low <= counts[i] <= low + span, modulo 2^16. kLine counts.
inline LineBits bits_in_range(const std::uint16_t* counts, std::uint16_t low, std::uint16_t span) {
#if defined(__AVX512BW__)
  const __m512i above =
      _mm512_sub_epi16(load<__m512i>(counts), _mm512_set1_epi16(static_cast<short>(low)));
  return _mm512_cmple_epu16_mask(above, _mm512_set1_epi16(static_cast<short>(span)));
#elif defined(__AVX2__)
  const auto inside = [=](const std::uint16_t* half) {
    const __m256i above =
        _mm256_sub_epi16(load<__m256i>(half), _mm256_set1_epi16(static_cast<short>(low)));
    const __m256i most = _mm256_set1_epi16(static_cast<short>(span));
    return _mm256_cmpeq_epi16(_mm256_min_epu16(above, most), above);
  };
  const __m256i bytes = _mm256_packs_epi16(inside(counts), inside(counts + kLine / 2));
  return static_cast<LineBits>(_mm256_movemask_epi8(_mm256_permute4x64_epi64(bytes, 0xD8)));
#else
  LineBits bits = 0;
  for (int i = 0; i < kLine; ++i) {
    const bool inside = static_cast<std::uint16_t>(counts[i] - low) <= span;
    bits |= static_cast<LineBits>(inside) << i;
  }
  return bits;
#endif
}

/// line[i] = bit i.
template <class Number>
void expand_bits(LineBits bits, Number* line) {
#if defined(__AVX512BW__) && defined(__AVX512VL__)
  if constexpr (sizeof(Number) == 1) {
    store(line, _mm256_maskz_set1_epi8(bits, 1));
  } else if constexpr (sizeof(Number) == 2) {
    store(line, _mm512_maskz_set1_epi16(bits, 1));
  } else {
    store(line, _mm512_maskz_set1_epi32(static_cast<__mmask16>(bits), 1));
    store(line + kLine / 2, _mm512_maskz_set1_epi32(static_cast<__mmask16>(bits >> 16), 1));
  }
#elif defined(__AVX2__)
  const __m256i byte_of = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1,  //
                                           2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3);
  const __m256i bit_of = _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201));
  const __m256i all = _mm256_shuffle_epi8(_mm256_set1_epi32(static_cast<int>(bits)), byte_of);
  const __m256i bytes = _mm256_min_epu8(_mm256_and_si256(all, bit_of), _mm256_set1_epi8(1));
  if constexpr (sizeof(Number) == 1) return store(line, bytes);
  alignas(32) std::uint8_t narrow[kLine];
  store(narrow, bytes);
  for (int i = 0; i < kLine; ++i) line[i] = narrow[i];
#else
  for (int i = 0; i < kLine; ++i) line[i] = static_cast<Number>(bits >> i & 1);
#endif
}

/// Bit j of turned[i] = bit i of from[j]; kLine masks each.
inline void turn_bits(const LineBits* from, LineBits* turned) {
#if defined(__AVX2__)
  // Byte k of every mask comes together, in order; then a movemask takes one bit of each.
  const __m256i by_byte = _mm256_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15,  //
                                           0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  const __m256i in_order = _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7);
  __m256i eight[4];
  for (int i = 0; i < 4; ++i) {
    eight[i] = _mm256_shuffle_epi8(load<__m256i>(from + 8 * i), by_byte);
  }
  const __m256i low01 = _mm256_unpacklo_epi32(eight[0], eight[1]);
  const __m256i high01 = _mm256_unpackhi_epi32(eight[0], eight[1]);
  const __m256i low23 = _mm256_unpacklo_epi32(eight[2], eight[3]);
  const __m256i high23 = _mm256_unpackhi_epi32(eight[2], eight[3]);
  __m256i byte[4] = {_mm256_unpacklo_epi64(low01, low23), _mm256_unpackhi_epi64(low01, low23),
                     _mm256_unpacklo_epi64(high01, high23), _mm256_unpackhi_epi64(high01, high23)};
  for (int k = 0; k < 4; ++k) {
    byte[k] = _mm256_permutevar8x32_epi32(byte[k], in_order);
    for (int bit = 7; bit >= 0; --bit) {
      turned[8 * k + bit] = static_cast<LineBits>(_mm256_movemask_epi8(byte[k]));
      byte[k] = _mm256_add_epi8(byte[k], byte[k]);
    }
  }
#else
  // Halves of ever smaller squares change places across the diagonal.
  for (int i = 0; i < kLine; ++i) turned[i] = from[i];
  LineBits low_half = 0xFFFF;
  for (int half = kLine / 2; half > 0; half /= 2, low_half ^= low_half << half) {
    for (int i = 0; i < kLine; ++i) {
      if ((i & half) != 0) continue;
      const LineBits other = (turned[i] >> half ^ turned[i + half]) & low_half;
      turned[i] ^= other << half;
      turned[i + half] ^= other;
    }
  }
#endif
}

}  // namespace
}  // namespace coldcore::sdk
