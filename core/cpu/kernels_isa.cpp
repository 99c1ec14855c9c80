// SPDX-License-Identifier: Apache-2.0
//
// Compiled once for each instruction set, with COLDCORE_KERNELS naming it. All that has code here
// is in the anonymous namespace, and no inline function from elsewhere is called: the linker could
// give one that was compiled for this instruction set to everybody.
#include "kernels.hpp"

// Vectors are passed by value between inlined functions only.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace coldcore::core {
namespace {

typedef std::uint16_t Lanes __attribute__((vector_size(2 * kChunkWords)));

Lanes load(const std::uint16_t* from) {
  Lanes lanes;
  __builtin_memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

void store(std::uint16_t* to, const Lanes& lanes) { __builtin_memcpy(to, &lanes, sizeof lanes); }

// All ones where the bit is set, else zero.
Lanes lanes_of(std::uint16_t bits) {
  constexpr Lanes kBits = {1,   2,   4,    8,    16,   32,   64,    128,
                           256, 512, 1024, 2048, 4096, 8192, 16384, 32768};
  return reinterpret_cast<Lanes>(((Lanes{} + bits) & kBits) == kBits);
}

std::uint32_t sum(const Lanes& lanes) {
  std::uint32_t total = 0;
  for (int i = 0; i < kChunkWords; ++i) total += lanes[i];
  return total;
}

// Blocks lie all over memory, so what comes later is asked for early: about as many cache lines
// ahead as a core can wait for at a time. Blocks whose distance is a power of two share few sets of
// the innermost cache, which more lines would overflow.
constexpr int kLinesAhead = 24;

// The last one stands for those past the end.
std::int64_t block_ahead(const std::int64_t* blocks, int count, int i) {
  return blocks[i < count ? i : count - 1];
}

/// Lays the stencil on each of the blocks: on_chunk(c, first word of chunk c), on_single(word).
/// Block by block, as the lines of one block are near each other.
template <class Word, class OnChunk, class OnSingle>
void lay(const Stencil& stencil, const std::int64_t* blocks, int count, Word* cnt,
         OnChunk&& on_chunk, OnSingle&& on_single) {
  const Chunk* const chunks = stencil.chunks;
  const std::uint16_t* const singles = stencil.singles;
  const int chunk_count = stencil.chunk_count;
  const int single_count = stencil.single_count;
  const int lines = chunk_count + single_count;
  if (lines == 0) return;
  const int ahead = 1 + kLinesAhead / lines;
  for (int i = 0; i < count; ++i) {
    Word* const block = cnt + blocks[i];
    Word* const later = cnt + block_ahead(blocks, count, i + ahead);
    for (int c = 0; c < chunk_count; ++c) {
      __builtin_prefetch(later + chunks[c].at);
      on_chunk(c, block + chunks[c].at);
    }
    for (int s = 0; s < single_count; ++s) {
      __builtin_prefetch(later + singles[s]);
      on_single(block + singles[s]);
    }
  }
}

/// The same for a stencil of one single word, of which there may be more blocks than of all others.
template <class Word, class OnSingle>
void lay_single(int place, const std::int64_t* blocks, int count, Word* cnt, OnSingle&& on_single) {
  Word* const words = cnt + place;
  for (int i = 0; i < count; ++i) {
    __builtin_prefetch(words + block_ahead(blocks, count, i + kLinesAhead));
    on_single(words + blocks[i]);
  }
}

bool is_single(const Stencil& stencil) {
  return stencil.chunk_count == 0 && stencil.single_count == 1;
}

std::int64_t count_blocks(const Stencil& stencil, const std::int64_t* blocks, int count,
                          CountRange range, const std::uint16_t* cnt) {
  const auto width = static_cast<std::uint16_t>(range.high - range.low);
  std::int64_t single_hits = 0;
  const auto count_single = [&](const std::uint16_t* word) {
    single_hits += static_cast<std::uint16_t>(*word - range.low) <= width;
  };
  if (is_single(stencil)) {
    lay_single(stencil.singles[0], blocks, count, cnt, count_single);
    return single_hits;
  }
  Lanes masks[kMaxChunks];
  for (int c = 0; c < stencil.chunk_count; ++c) masks[c] = lanes_of(stencil.chunks[c].bits);
  const Lanes lows = Lanes{} + range.low;
  const Lanes widths = Lanes{} + width;
  Lanes hits{};
  const auto count_chunk = [&](int c, const std::uint16_t* words) {
    hits -= reinterpret_cast<Lanes>(load(words) - lows <= widths) & masks[c];
  };
  lay(stencil, blocks, count, cnt, count_chunk, count_single);
  return single_hits + sum(hits);
}

void add_blocks(const Stencil& stencil, const std::int64_t* blocks, int count, int delta,
                std::uint16_t* cnt) {
  const auto term = static_cast<std::uint16_t>(delta);
  const auto add_single = [=](std::uint16_t* word) {
    *word = static_cast<std::uint16_t>(*word + term);
  };
  if (is_single(stencil)) return lay_single(stencil.singles[0], blocks, count, cnt, add_single);
  Lanes terms[kMaxChunks];
  for (int c = 0; c < stencil.chunk_count; ++c) terms[c] = lanes_of(stencil.chunks[c].bits) & term;
  const auto add_chunk = [&](int c, std::uint16_t* words) { store(words, load(words) + terms[c]); };
  lay(stencil, blocks, count, cnt, add_chunk, add_single);
}

std::uint32_t count_equal(const std::uint16_t* cnt, std::int64_t size, std::uint16_t target) {
  std::uint32_t total = 0;
  for (std::int64_t x = 0; x < size;) {
    // In stretches whose hits fit 16 bits, which leaves more lanes to a register.
    const std::int64_t end = x + 65535 < size ? x + 65535 : size;
    std::uint16_t hits = 0;
    for (; x < end; ++x) hits = static_cast<std::uint16_t>(hits + (cnt[x] == target));
    total += hits;
  }
  return total;
}

std::uint32_t sum_deficit(const std::uint16_t* cnt, std::int64_t size, std::uint16_t mu) {
  std::uint32_t total = 0;
  for (std::int64_t x = 0; x < size; ++x) {
    total += static_cast<std::uint16_t>(mu - (cnt[x] < mu ? cnt[x] : mu));
  }
  return total;
}

std::uint32_t count_at_least(const std::int32_t* field, std::int64_t size, std::int32_t threshold) {
  std::uint32_t hits = 0;
  for (std::int64_t x = 0; x < size; ++x) hits += field[x] >= threshold;
  return hits;
}

// Finds come in few places, so most groups of words are skipped.
int list_at_least(const std::int32_t* field, int size, std::int32_t threshold,
                  std::uint16_t* places) {
  constexpr int kGroup = 32;
  int found = 0;
  for (int begin = 0; begin < size; begin += kGroup) {
    const int end = begin + kGroup < size ? begin + kGroup : size;
    if (end - begin == kGroup && count_at_least(field + begin, kGroup, threshold) == 0) continue;
    for (int x = begin; x < end; ++x) {  // A miss writes too, to where the next hit will.
      places[found] = static_cast<std::uint16_t>(x);
      found += field[x] >= threshold;
    }
  }
  return found;
}

std::int32_t largest(const std::int32_t* field, std::int64_t size) {
  std::int32_t best = field[0];
  for (std::int64_t x = 1; x < size; ++x) best = field[x] > best ? field[x] : best;
  return best;
}

}  // namespace

extern const Kernels COLDCORE_KERNELS;
const Kernels COLDCORE_KERNELS = {count_blocks,   add_blocks,    count_equal, sum_deficit,
                                  count_at_least, list_at_least, largest};

}  // namespace coldcore::core
