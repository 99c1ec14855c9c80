// SPDX-License-Identifier: Apache-2.0
//
// What the machine can do at best: stream bytes, and gather from a table by indices that lie in the
// cache. All threads at once; the best of some rounds.
#pragma once

#include <immintrin.h>
#include <time.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

namespace bench {

/// What seconds are counted by. A single thread counts its CPU time, which other programs on a busy
/// machine disturb less.
inline clockid_t clock_in_use = CLOCK_MONOTONIC;

inline void choose_clock(int threads) {
  if (threads == 1) clock_in_use = CLOCK_PROCESS_CPUTIME_ID;
}

inline double seconds_now() {
  timespec now{};
  clock_gettime(clock_in_use, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Shortest time of some rounds of work().
template <class Work>
double best_seconds(int rounds, Work&& work) {
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < rounds; ++i) {
    const double start = seconds_now();
    work();
    best = std::min(best, seconds_now() - start);
  }
  return best;
}

/// Keeps a result that nobody reads.
inline void keep(std::int64_t value) { asm volatile("" : : "r"(value) : "memory"); }

/// work(t) for t < threads, at once; the longest best_seconds of them.
template <class Work>
double seconds_of_all(int threads, int rounds, Work&& work) {
  std::vector<double> seconds(static_cast<std::size_t>(threads));
  std::vector<std::thread> running;
  for (int t = 0; t < threads; ++t) {
    running.emplace_back(
        [&, t] { seconds[static_cast<std::size_t>(t)] = best_seconds(rounds, [&] { work(t); }); });
  }
  for (std::thread& thread : running) thread.join();
  return *std::max_element(seconds.begin(), seconds.end());
}

/// Bytes a second when all threads read `bytes` once, each its part, again and again.
inline double stream_rate(std::int64_t bytes, int threads) {
  const std::int64_t part = bytes / 8 / threads + 1;
  const std::vector<std::int64_t> data(static_cast<std::size_t>(part * threads), 1);
  const int repeats = static_cast<int>(1 + (std::int64_t{1} << 25) / bytes);
  const double seconds = seconds_of_all(threads, 20, [&](int t) {
    const std::int64_t* begin = data.data() + t * part;
    for (int i = 0; i < repeats; ++i) keep(std::accumulate(begin, begin + part, std::int64_t{0}));
  });
  return static_cast<double>(part * threads * 8) * repeats / seconds;
}

// A vector of zeros in which nobody writes: read-only, zeros are as good as anything.
using Bytes = std::vector<std::uint8_t>;
using Indices = std::vector<std::uint32_t>;

inline std::int64_t gather_bytes(const Indices& indices, const Bytes& table) {
  std::int64_t even = 0;
  std::int64_t odd = 0;
  for (std::size_t i = 0; i + 8 <= indices.size(); i += 8) {
#pragma GCC unroll 4
    for (std::size_t j = i; j < i + 8; j += 2) {
      even += table[indices[j]];
      odd += table[indices[j + 1]];
    }
  }
  return even + odd;
}

inline std::int64_t gather_bits(const Indices& indices, const Bytes& table) {
  const auto* words = reinterpret_cast<const std::uint32_t*>(table.data());
  std::int64_t sum = 0;
  for (const std::uint32_t u : indices) sum += words[u >> 5] >> (u & 31) & 1;
  return sum;
}

__attribute__((target("avx2"))) inline std::int64_t gather_bits_avx2(const Indices& indices,
                                                                     const Bytes& table) {
  const auto* words = reinterpret_cast<const int*>(table.data());
  __m256i sum = _mm256_setzero_si256();
  for (std::size_t i = 0; i + 8 <= indices.size(); i += 8) {
    const __m256i u = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(indices.data() + i));
    const __m256i got = _mm256_i32gather_epi32(words, _mm256_srli_epi32(u, 5), 4);
    const __m256i bit = _mm256_srlv_epi32(got, _mm256_and_si256(u, _mm256_set1_epi32(31)));
    sum = _mm256_add_epi32(sum, _mm256_and_si256(bit, _mm256_set1_epi32(1)));
  }
  alignas(32) std::int32_t lanes[8];
  _mm256_store_si256(reinterpret_cast<__m256i*>(lanes), sum);
  return std::accumulate(lanes, lanes + 8, std::int64_t{0});
}

/// Entries a second of the best way to sum a 0/1 table of `points` at random places. 16,384
/// indices, read over and over, stay in the cache.
inline double gather_rate(std::int64_t points, int threads) {
  constexpr std::size_t kIndices = 1 << 14;
  constexpr int kRepeats = 64;
  std::mt19937 random(1);
  std::uniform_int_distribution<std::uint32_t> any(0, static_cast<std::uint32_t>(points - 1));
  Indices indices(kIndices);
  for (std::uint32_t& u : indices) u = any(random);
  const Bytes table(static_cast<std::size_t>(points + 4));

  const auto seconds_by = [&](auto&& gather) {
    return seconds_of_all(threads, 20, [&](int) {
      for (int i = 0; i < kRepeats; ++i) keep(gather(indices, table));
    });
  };
  double best = std::min(seconds_by(gather_bytes), seconds_by(gather_bits));
  if (__builtin_cpu_supports("avx2")) best = std::min(best, seconds_by(gather_bits_avx2));
  return static_cast<double>(kIndices) * kRepeats * threads / best;
}

}  // namespace bench
