// SPDX-License-Identifier: Apache-2.0
//
// One vector register of counts, 16 or 32 bits each, unsigned: sums that fit are exact, and where a
// difference of larger numbers fits, so is that. Adds and subtracts like a number; {} is zero.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

// Vectors are passed by value between inlined functions only.
#pragma GCC diagnostic ignored "-Wpsabi"
#pragma GCC diagnostic ignored "-Wignored-attributes"

namespace coldcore::sdk {
namespace {

#if defined(__AVX512F__)
constexpr int kVectorBytes = 64;
#elif defined(__AVX2__)
constexpr int kVectorBytes = 32;
#else
constexpr int kVectorBytes = 16;
#endif

typedef std::uint16_t NarrowLanes __attribute__((vector_size(kVectorBytes)));
typedef std::uint32_t WideLanes __attribute__((vector_size(kVectorBytes)));
typedef std::uint16_t HalfNarrowLanes __attribute__((vector_size(kVectorBytes / 2)));

constexpr int kNarrowLanes = kVectorBytes / 2;
constexpr int kWideLanes = kVectorBytes / 4;

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
  return __builtin_convertvector(load<HalfNarrowLanes>(from), WideLanes);
}

/// Stores past the caches what will not be read again soon. `to` is aligned to the vector. End a run of
/// these with stream_end before other threads read.
template <class Vector>
void stream(void* to, Vector value) {
#if defined(__AVX512F__)
  _mm512_stream_si512(static_cast<__m512i*>(to), reinterpret_cast<__m512i>(value));
#elif defined(__AVX2__)
  _mm256_stream_si256(static_cast<__m256i*>(to), reinterpret_cast<__m256i>(value));
#elif defined(__SSE2__)
  _mm_stream_si128(static_cast<__m128i*>(to), reinterpret_cast<__m128i>(value));
#else
  store(to, value);
#endif
}

inline void stream_end() {
#if defined(__SSE2__)
  _mm_sfence();
#endif
}

}  // namespace
}  // namespace coldcore::sdk
