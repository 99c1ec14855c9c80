// SPDX-License-Identifier: Apache-2.0
//
// One vector register of counts, 8, 16 or 32 bits each, unsigned: sums that fit are exact, and
// where a difference of larger numbers fits, so is that. Adds and subtracts like a number; {} is
// zero.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

// Vectors are passed by value between inlined functions only.
#pragma GCC diagnostic ignored "-Wpsabi"
#pragma GCC diagnostic ignored "-Wignored-attributes"

namespace coldcore::sdk {
namespace {

/// Neighbours that are computed together; the unit of every buffer of the driver.
constexpr int kLine = 32;

#if defined(__AVX512F__)
constexpr int kVectorBytes = 64;
#elif defined(__AVX2__)
constexpr int kVectorBytes = 32;
#else
constexpr int kVectorBytes = 16;
#endif
/// A vector of bytes is no longer than a line.
constexpr int kByteVectorBytes = kVectorBytes < kLine ? kVectorBytes : kLine;

typedef std::uint8_t ByteLanes __attribute__((vector_size(kByteVectorBytes)));
typedef std::uint16_t NarrowLanes __attribute__((vector_size(kVectorBytes)));
typedef std::uint32_t WideLanes __attribute__((vector_size(kVectorBytes)));

template <class Number>
using LanesOf = std::conditional_t<sizeof(Number) == 1, ByteLanes,
                                   std::conditional_t<sizeof(Number) == 2, NarrowLanes, WideLanes>>;
template <class Number>
constexpr int kLanesOf = sizeof(LanesOf<Number>) / sizeof(Number);

template <class Vector>
Vector load(const void* from) {
  Vector value;
  __builtin_memcpy(&value, from, sizeof(Vector));
  return value;
}

template <class Vector>
void store(void* to, Vector value) {
  __builtin_memcpy(to, &value, sizeof(Vector));
}

inline WideLanes load_widened(const std::uint16_t* from) {
  typedef std::uint16_t Half __attribute__((vector_size(kVectorBytes / 2)));
  return __builtin_convertvector(load<Half>(from), WideLanes);
}

#if defined(__AVX2__)
constexpr int kStreamBytes = 32;
#else
constexpr int kStreamBytes = 16;
#endif

/// Stores kStreamBytes past the caches, for what will not be read again soon; `to` is aligned to as
/// many. End a run of these with stream_end before other threads read.
inline void stream(void* to, const void* from) {
#if defined(__AVX2__)
  _mm256_stream_si256(static_cast<__m256i*>(to), load<__m256i>(from));
#elif defined(__SSE2__)
  _mm_stream_si128(static_cast<__m128i*>(to), load<__m128i>(from));
#else
  __builtin_memcpy(to, from, kStreamBytes);
#endif
}

/// Brings a line of memory nearer, into the second-level cache. Not __builtin_prefetch: to the
/// compiler a function that does nothing else does nothing, and its calls go.
inline void prefetch(const void* line) {
#if defined(__SSE2__)
  asm volatile("prefetcht1 (%0)" : : "r"(line));
#else
  __builtin_prefetch(line, 0, 2);
#endif
}

inline void stream_end() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

/// A vector of so many numbers.
template <class Number, int kCount>
struct Several {
  typedef Number type __attribute__((vector_size(kCount * sizeof(Number))));
};

/// A line in another width, which must hold its numbers. Vector by vector, as a loop over numbers
/// would first have to find out whether the two overlap.
template <class From, class To>
void convert_line(const From* from, To* to) {
  constexpr int kCount = sizeof(From) < sizeof(To) ? kLanesOf<To> : kLanesOf<From>;
  using FromVector = typename Several<From, kCount>::type;
  using ToVector = typename Several<To, kCount>::type;
  for (int i = 0; i < kLine; i += kCount) {
    store(to + i, __builtin_convertvector(load<FromVector>(from + i), ToVector));
  }
}

/// The same past the caches. `to` is aligned to kLine bytes.
template <class From, class To>
void stream_line(const From* from, To* to) {
  alignas(64) To line[kLine];
  convert_line(from, line);
  constexpr int kStep = kStreamBytes / static_cast<int>(sizeof(To));
  for (int i = 0; i < kLine; i += kStep) stream(to + i, line + i);
}

/// A line of 32-bit numbers in a narrower width, or the same.
template <class To>
void narrow_line(const std::uint32_t* from, To* __restrict to) {
  for (int i = 0; i < kLine; ++i) to[i] = static_cast<To>(from[i]);
}

/// Calls work<Number> for numbers of so many bytes.
template <class Work>
void with_number(int bytes, const Work& work) {
  if (bytes == 1) return work.template operator()<std::uint8_t>();
  if (bytes == 2) return work.template operator()<std::uint16_t>();
  work.template operator()<std::uint32_t>();
}

/// Calls work<From, To> for numbers of so many bytes, which differ by one step at most.
template <class Work>
void with_numbers(int from, int to, const Work& work) {
  if (from == 1 && to == 2) return work.template operator()<std::uint8_t, std::uint16_t>();
  if (from == 2 && to == 1) return work.template operator()<std::uint16_t, std::uint8_t>();
  with_number(from, [&]<class Number>() { work.template operator()<Number, Number>(); });
}

/// Calls work<From, To> for numbers of so many bytes, which do not get narrower.
template <class Work>
void with_widening(int from, int to, const Work& work) {
  with_number(to, [&]<class To>() {
    if (from == 1) return work.template operator()<std::uint8_t, To>();
    if constexpr (sizeof(To) == 1) return;
    if (from == 2) return work.template operator()<std::uint16_t, To>();
    if constexpr (sizeof(To) == 4) return work.template operator()<std::uint32_t, To>();
  });
}

}  // namespace
}  // namespace coldcore::sdk
