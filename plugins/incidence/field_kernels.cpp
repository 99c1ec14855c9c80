// SPDX-License-Identifier: Apache-2.0
//
// COLDCORE_INCIDENCE_ISA names the instruction set that this unit is compiled for. No function of
// another header may be called here, unless it has internal linkage.
#include "field_kernels.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

#include <cstring>

#include "marginal.hpp"

#ifndef COLDCORE_INCIDENCE_ISA
#define COLDCORE_INCIDENCE_ISA portable
#endif

namespace coldcore::incidence::COLDCORE_INCIDENCE_ISA {
namespace {

std::int64_t row_begin(const FieldPass& pass, std::int64_t c) {
  return pass.starts != nullptr ? pass.starts[c] : c * pass.row_length;
}

// Calls sum(k, end) for each row and stores what it returns.
template <class Sum>
void for_rows(const FieldPass& pass, std::int64_t begin, std::int64_t end, Sum&& sum) {
  std::int64_t k = row_begin(pass, begin);
  for (std::int64_t c = begin; c < end; ++c) {
    const std::int64_t row_end = row_begin(pass, c + 1);
    pass.map[c] = sum(k, row_end);
    k = row_end;
  }
}

// Summands of so many entries are put side by side before rows are summed: with rows of uneven
// lengths a processor would guess the end of every loop over them wrong.
constexpr std::int64_t kBlock = 4096;

// Summands of 0..255.
class ByteBlock {
 public:
  std::uint8_t* summands() { return summand_; }

  // The first `count` summands are there.
  void add_up(std::int64_t count) {
    std::memset(summand_ + count, 0, kWord);
    add_up_words((count + kWord - 1) / kWord);
  }

  std::uint64_t sum_before(std::int64_t entry) const {
    const std::uint64_t below = (std::uint64_t{1} << entry % kWord * 8) - 1;
    return sum_before_[entry / kWord] + sum_of_bytes(word(entry / kWord) & below);
  }

  void start_from(std::uint64_t sum) { sum_before_[0] = sum; }

 private:
  static constexpr std::int64_t kWord = sizeof(std::uint64_t);

  std::uint64_t word(std::int64_t i) const {
    std::uint64_t bytes;
    std::memcpy(&bytes, summand_ + i * kWord, sizeof bytes);
    return bytes;
  }

  static std::uint64_t sum_of_bytes(std::uint64_t bytes) {
    constexpr std::uint64_t kEven = 0x00FF00FF00FF00FF;
    const std::uint64_t pairs = (bytes & kEven) + (bytes >> 8 & kEven);
    return pairs * 0x0001000100010001 >> 48;
  }

#if defined(__AVX2__)
  // Whole vectors: words past the end are added up, too.
  void add_up_words(std::int64_t words) {
    const __m256i zero = _mm256_setzero_si256();
    __m256i before = _mm256_set1_epi64x(static_cast<long long>(sum_before_[0]));
    for (std::int64_t i = 0; i < words; i += 4) {
      const auto* bytes = reinterpret_cast<const __m256i*>(summand_ + i * kWord);
      __m256i sums = _mm256_sad_epu8(_mm256_load_si256(bytes), zero);
      sums = _mm256_add_epi64(sums, _mm256_slli_si256(sums, 8));
      const __m256i low_half = _mm256_permute4x64_epi64(sums, 0x50);
      sums = _mm256_add_epi64(sums, _mm256_blend_epi32(zero, low_half, 0xF0));
      sums = _mm256_add_epi64(sums, before);
      before = _mm256_permute4x64_epi64(sums, 0xFF);
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(sum_before_ + i + 1), sums);
    }
  }
#else
  void add_up_words(std::int64_t words) {
    for (std::int64_t i = 0; i < words; ++i) {
      sum_before_[i + 1] = sum_before_[i] + sum_of_bytes(word(i));
    }
  }
#endif

  alignas(32) std::uint8_t summand_[kBlock + 4 * kWord];
  std::uint64_t sum_before_[kBlock / kWord + 5];
};

// Summands of 0 and 1: bit i % 64 of word i / 64.
class BitBlock {
 public:
  std::uint64_t* summands() { return word_; }

  void add_up(std::int64_t count) {
    // Bits past the end count for nothing: no entry is behind them.
    for (std::int64_t i = 0; i < (count + 63) / 64; ++i) {
      sum_before_[i + 1] = sum_before_[i] + ones(word_[i]);
    }
  }

  std::uint64_t sum_before(std::int64_t entry) const {
    const std::uint64_t below = (std::uint64_t{1} << entry % 64) - 1;
    return sum_before_[entry / 64] + ones(word_[entry / 64] & below);
  }

  void start_from(std::uint64_t sum) { sum_before_[0] = sum; }

 private:
  static std::uint64_t ones(std::uint64_t word) {
    return static_cast<std::uint64_t>(__builtin_popcountll(word));
  }

  std::uint64_t word_[kBlock / 64 + 1] = {};
  std::uint64_t sum_before_[kBlock / 64 + 1];
};

// Calls fill(k, count, summands) for all entries in turn, to store those of k .. k + count - 1.
template <class Block, class Fill>
void sum_blocks(const FieldPass& pass, std::int64_t begin, std::int64_t end, Fill&& fill) {
  Block block;
  block.start_from(0);
  const std::int64_t entries_end = row_begin(pass, end);
  std::int64_t k = row_begin(pass, begin);
  std::uint64_t before = 0;
  for (std::int64_t c = begin; c < end;) {
    const std::int64_t left = entries_end - k;
    const std::int64_t count = left < kBlock ? left : kBlock;
    fill(k, count, block.summands());
    block.add_up(count);
    for (; c < end && row_begin(pass, c + 1) - k <= count; ++c) {
      const std::uint64_t sum = block.sum_before(row_begin(pass, c + 1) - k);
      pass.map[c] = static_cast<std::int32_t>(sum - before);
      before = sum;
    }
    block.start_from(block.sum_before(count));
    k += count;
  }
}

// How far ahead points are asked for: among random loads the processor does not see that they
// stream.
constexpr std::int64_t kBytesAhead = 2048;
constexpr std::int64_t kLine = 64;

// Plain loads, also with AVX2: while the table is in the inner caches, two or three of them a cycle
// beat the gather instruction. Not inlined: where the compiler sees that `found` is nobody else's
// it collects bytes in registers, which takes longer than to store them.
template <class Point, class Value>
[[gnu::noinline]] void look_up(const Point* points, const Value* table, std::int64_t count,
                               Value* found) {
  constexpr std::int64_t kPointsOfLine = kLine / static_cast<std::int64_t>(sizeof(Point));
  std::int64_t i = 0;
  for (; i + kPointsOfLine <= count; i += kPointsOfLine) {
    __builtin_prefetch(reinterpret_cast<const char*>(points + i) + kBytesAhead);
#pragma GCC unroll 32
    for (std::int64_t j = i; j < i + kPointsOfLine; ++j) found[j] = table[points[j]];
  }
  for (; i < count; ++i) found[i] = table[points[i]];
}

template <class Point>
void sum_bytes(const FieldPass& pass, std::int64_t begin, std::int64_t end) {
  const Point* points = static_cast<const Point*>(pass.points);
  const auto* table = static_cast<const std::uint8_t*>(pass.table);
  const auto fill = [=](std::int64_t k, std::int64_t count, std::uint8_t* summands) {
    look_up(points + k, table, count, summands);
  };
  sum_blocks<ByteBlock>(pass, begin, end, fill);
}

template <class Point>
void sum_words(const FieldPass& pass, std::int64_t begin, std::int64_t end) {
  const Point* points = static_cast<const Point*>(pass.points);
  const auto* table = static_cast<const std::int32_t*>(pass.table);
  for_rows(pass, begin, end, [=](std::int64_t k, std::int64_t row_end) {
    std::int32_t sum = 0;
    for (; k < row_end; ++k) sum += table[points[k]];
    return sum;
  });
}

// Rows of one small length: no inner loop is left.
template <class Point, int kLength>
void sum_short_rows(const FieldPass& pass, std::int64_t begin, std::int64_t end) {
  const Point* row = static_cast<const Point*>(pass.points) + begin * kLength;
  const std::uint8_t* table = static_cast<const std::uint8_t*>(pass.table);
  for (std::int64_t c = begin; c < end; ++c, row += kLength) {
    std::int32_t sum = 0;
#pragma GCC unroll 16
    for (int j = 0; j < kLength; ++j) sum += table[row[j]];
    pass.map[c] = sum;
  }
}

#if defined(__AVX2__)

__m256i load_points(const std::uint16_t* points) {
  return _mm256_cvtepu16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(points)));
}

__m256i load_points(const std::uint32_t* points) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(points));
}

// Bit i is that of points[i].
template <class Point>
std::uint32_t eight_bits(const Point* points, const std::uint32_t* table) {
  const __m256i u = load_points(points);
  const __m256i words =
      _mm256_i32gather_epi32(reinterpret_cast<const int*>(table), _mm256_srli_epi32(u, 5), 4);
  const __m256i from_top = _mm256_andnot_si256(u, _mm256_set1_epi32(31));
  const __m256 at_top = _mm256_castsi256_ps(_mm256_sllv_epi32(words, from_top));
  return static_cast<std::uint32_t>(_mm256_movemask_ps(at_top));
}

#else

template <class Point>
std::uint32_t eight_bits(const Point* points, const std::uint32_t* table) {
  std::uint32_t bits = 0;
  for (int i = 0; i < 8; ++i) {
    const std::uint32_t u = points[i];
    bits |= (table[u >> 5] >> (u & 31) & 1) << i;
  }
  return bits;
}

#endif

// The last of them may read past the points: they have spare bytes, which must not be looked up.
template <class Point>
void look_up_bits(const Point* points, const std::uint32_t* table, std::int64_t count,
                  std::uint64_t* found) {
  auto* bytes = reinterpret_cast<std::uint8_t*>(found);
  std::int64_t i = 0;
  for (; i + 8 <= count; i += 8) {
    __builtin_prefetch(reinterpret_cast<const char*>(points + i) + kBytesAhead);
    bytes[i / 8] = static_cast<std::uint8_t>(eight_bits(points + i, table));
  }
  if (i == count) return;
  Point last[8] = {};
  for (std::int64_t j = i; j < count; ++j) last[j - i] = points[j];
  bytes[i / 8] = static_cast<std::uint8_t>(eight_bits(last, table));
}

template <class Point>
void sum_bits(const FieldPass& pass, std::int64_t begin, std::int64_t end) {
  const Point* points = static_cast<const Point*>(pass.points);
  const std::uint32_t* table = static_cast<const std::uint32_t*>(pass.table);
  const auto fill = [=](std::int64_t k, std::int64_t count, std::uint64_t* summands) {
    look_up_bits(points + k, table, count, summands);
  };
  sum_blocks<BitBlock>(pass, begin, end, fill);
}

template <class Point>
void sum_caps(const FieldPass& pass, std::int64_t begin, std::int64_t end) {
  const Point* points = static_cast<const Point*>(pass.points);
  const auto* weights = static_cast<const std::uint8_t*>(pass.weights);
  const auto* table = static_cast<const std::uint8_t*>(pass.table);
  const auto fill = [=](std::int64_t k, std::int64_t count, std::uint8_t* summands) {
    look_up(points + k, table, count, summands);
    for (std::int64_t i = 0; i < count; ++i) {
      const std::uint8_t w = weights[k + i];
      summands[i] = w < summands[i] ? w : summands[i];
    }
  };
  sum_blocks<ByteBlock>(pass, begin, end, fill);
}

template <class Point>
void sum_narrow_levels(const FieldPass& pass, std::int64_t begin, std::int64_t end) {
  const Point* points = static_cast<const Point*>(pass.points);
  const auto* weights = static_cast<const std::uint8_t*>(pass.weights);
  const auto* table = static_cast<const NarrowLevel*>(pass.table);
  const auto fill = [=](std::int64_t k, std::int64_t count, std::uint8_t* summands) {
    NarrowLevel levels[kBlock];
    look_up(points + k, table, count, levels);
    for (std::int64_t i = 0; i < count; ++i) {
      const NarrowLevel level = levels[i];
      const std::uint8_t w = weights[k + i];
      const auto past = static_cast<std::uint8_t>(w > level.low ? w - level.low : 0);
      summands[i] = past < level.high ? past : level.high;
    }
  };
  sum_blocks<ByteBlock>(pass, begin, end, fill);
}

template <class Point, class Weight>
void sum_wide_levels(const FieldPass& pass, std::int64_t begin, std::int64_t end) {
  const Point* points = static_cast<const Point*>(pass.points);
  const Weight* weights = static_cast<const Weight*>(pass.weights);
  const auto* table = static_cast<const WideLevel*>(pass.table);
  for_rows(pass, begin, end, [=](std::int64_t k, std::int64_t row_end) {
    std::int32_t sum = 0;
    for (; k < row_end; ++k) {
      const WideLevel& level = table[points[k]];
      sum += level.point_weight * marginal(level.low, level.high, weights[k]);
    }
    return sum;
  });
}

// length <= kLength.
template <class Point, int kLength = kLongestShortRow>
FieldKernel short_kernel(std::int64_t length) {
  if constexpr (kLength == 1) {
    return sum_short_rows<Point, 1>;
  } else {
    return length == kLength ? sum_short_rows<Point, kLength>
                             : short_kernel<Point, kLength - 1>(length);
  }
}

template <class Point>
FieldKernel byte_kernel(std::int64_t row_length) {
  if (row_length >= 1 && row_length <= kLongestShortRow) return short_kernel<Point>(row_length);
  return sum_bytes<Point>;
}

template <class Point>
FieldKernel kernel_for(const FieldTypes& types) {
  switch (types.table) {
    case TableKind::kBits:
      return sum_bits<Point>;
    case TableKind::kBytes:
      return byte_kernel<Point>(types.row_length);
    case TableKind::kWords:
      return sum_words<Point>;
    case TableKind::kCaps:
      return sum_caps<Point>;
    case TableKind::kNarrowLevels:
      return sum_narrow_levels<Point>;
    case TableKind::kWideLevels:
      break;
  }
  return types.weight_bytes == 1 ? sum_wide_levels<Point, std::uint8_t>
                                 : sum_wide_levels<Point, std::int32_t>;
}

}  // namespace

FieldKernel field_kernel(const FieldTypes& types) {
  return types.point_bytes == 2 ? kernel_for<std::uint16_t>(types)
                                : kernel_for<std::uint32_t>(types);
}

}  // namespace coldcore::incidence::COLDCORE_INCIDENCE_ISA
