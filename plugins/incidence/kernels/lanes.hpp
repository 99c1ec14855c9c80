// SPDX-License-Identifier: Apache-2.0
//
// Eight or four doubles at a time. Only for products_isa.cpp: everything has internal linkage.
#pragma once

#include <cstdint>
#if defined(__AVX512F__)
#include <immintrin.h>
#endif

// Vectors are passed by value between inlined functions only.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace coldcore::kernels {
namespace {

typedef double Lanes8 __attribute__((vector_size(64)));
typedef double Lanes4 __attribute__((vector_size(32)));
typedef std::int64_t Mask8 __attribute__((vector_size(64)));
typedef std::int64_t Mask4 __attribute__((vector_size(32)));

template <class V>
V load(const double* from) {
  V lanes;
  __builtin_memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

template <class V>
void store(double* to, const V& lanes) {
  __builtin_memcpy(to, &lanes, sizeof lanes);
}

double sum(const Lanes8& s) {
  return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
}

// A gather pays where what it collects comes from far; from the nearer caches, eight loads are
// faster. Columns of one row tell, if they are further apart than this.
constexpr std::int64_t kFar = std::int64_t{1} << 15;

/// x at eight places, by a gather instruction if there is one.
template <bool kGather, class I>
Lanes8 pick8(const double* x, const I* places) {
#if defined(__AVX512F__)
  // With a mask, because GCC 12 warns about the plain one.
  if constexpr (kGather && sizeof(I) == 8) {
    const __m512i at = _mm512_loadu_si512(places);
    return _mm512_mask_i64gather_pd(_mm512_setzero_pd(), 0xff, at, x, 8);
  } else if constexpr (kGather) {
    const __m256i at = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(places));
    return _mm512_mask_i32gather_pd(_mm512_setzero_pd(), 0xff, at, x, 8);
  }
#endif
  return Lanes8{x[places[0]], x[places[1]], x[places[2]], x[places[3]],
                x[places[4]], x[places[5]], x[places[6]], x[places[7]]};
}

template <class I>
Lanes4 pick4(const double* x, const I* places) {
  return Lanes4{x[places[0]], x[places[1]], x[places[2]], x[places[3]]};
}

// Rows shorter than this are summed one entry after the other: what is saved by more sums at once
// is less than what it takes to add them up.
constexpr std::int64_t kLanesFrom = 16;

/// The sum of values[k] * x(k) in eight sums, k in sum k mod 8, up to the last whole eight, then
/// their total and the rest in order. x8(k): x(k) .. x(k + 7).
template <class At, class At8>
[[gnu::always_inline]] inline double long_sum(std::int64_t n, const double* values, At&& x,
                                              At8&& x8) {
  Lanes8 sums{};
  std::int64_t k = 0;
  for (; k + 8 <= n; k += 8) sums += load<Lanes8>(values + k) * x8(k);
  double total = sum(sums);
  for (; k < n; ++k) total += values[k] * x(k);
  return total;
}

/// The same in order, for rows below kLanesFrom.
template <class At>
[[gnu::always_inline]] inline double short_sum(std::int64_t n, const double* values, At&& x) {
  double total = 0;
  for (std::int64_t k = 0; k < n; ++k) {
    // Keeps the compiler from taking several entries at once, which makes short rows slower.
    __asm__ volatile("");
    total += values[k] * x(k);
  }
  return total;
}

// How many entries in advance a row asks for values and places: the machine by itself does not go
// on from one page of memory to the next.
constexpr std::int64_t kAhead = 256;

template <class I>
void prefetch(const double* values, const I* places) {
  __builtin_prefetch(values + kAhead);
  __builtin_prefetch(places + kAhead);
}

template <class I>
[[gnu::noinline]] double far_sum(std::int64_t n, const double* values, const I* places,
                                 const double* x) {
  return long_sum(
      n, values, [=](std::int64_t k) { return x[places[k]]; },
      [=](std::int64_t k) { return pick8<true>(x, places + k); });
}

/// The sum of values[k] * x[places[k]]. Inlined, as a call would cost as much as a short row.
template <class I>
[[gnu::always_inline]] inline double sparse_sum(std::int64_t n, const double* values,
                                                const I* places, const double* x) {
  const auto at = [=](std::int64_t k) { return x[places[k]]; };
  if (n < kLanesFrom) {
    prefetch(values, places);
    return short_sum(n, values, at);
  }
  if (places[n - 1] - places[0] >= kFar) return far_sum(n, values, places, x);
  return long_sum(n, values, at, [=](std::int64_t k) {
    prefetch(values + k, places + k);
    return pick8<false>(x, places + k);
  });
}

/// The sum of values[k] * x[k].
[[gnu::always_inline]] inline double dense_sum(std::int64_t n, const double* values,
                                               const double* x) {
  const auto at = [=](std::int64_t k) { return x[k]; };
  if (n < kLanesFrom) return short_sum(n, values, at);
  return long_sum(n, values, at, [=](std::int64_t k) { return load<Lanes8>(x + k); });
}

// The standard library's would be one for everybody, as the linker takes inline functions from
// where it likes, and could have instructions that a machine lacks.
constexpr std::int64_t smaller(std::int64_t a, std::int64_t b) { return a < b ? a : b; }
constexpr std::int64_t larger(std::int64_t a, std::int64_t b) { return a > b ? a : b; }

/// The first place of begin..end-1 where holds(place), which is false first and then true; else
/// end.
template <class Holds>
std::int64_t first_place(std::int64_t begin, std::int64_t end, Holds&& holds) {
  while (begin < end) {
    const std::int64_t middle = begin + (end - begin) / 2;
    if (holds(middle)) {
      end = middle;
    } else {
      begin = middle + 1;
    }
  }
  return begin;
}

}  // namespace
}  // namespace coldcore::kernels
