// SPDX-License-Identifier: Apache-2.0
//
// Compiled once for each instruction set, with COLDCORE_KERNELS naming it. All that has code here
// is in the anonymous namespace, and no inline function from elsewhere is called: the linker could
// give one that was compiled for this instruction set to everybody.
#include "kernels.hpp"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

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

// Bit i: whether lane i is all ones; the lanes are that or zero.
unsigned bits_of(const Lanes& lanes) {
#ifdef __SSE2__
  __m128i halves[2];
  __builtin_memcpy(halves, &lanes, sizeof halves);
  return static_cast<unsigned>(_mm_movemask_epi8(_mm_packs_epi16(halves[0], halves[1])));
#else
  unsigned bits = 0;
  for (int i = 0; i < kChunkWords; ++i) bits |= (lanes[i] & 1U) << i;
  return bits;
#endif
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

/// A range of counts, once in every lane.
struct RangeLanes {
  Lanes low;
  Lanes width;
};

RangeLanes lanes_of_range(CountRange range) {
  return {Lanes{} + range.low, Lanes{} + static_cast<std::uint16_t>(range.high - range.low)};
}

unsigned bits_in_range(const Lanes& counts, const RangeLanes& range) {
  return bits_of(reinterpret_cast<Lanes>(counts - range.low <= range.width));
}

std::uint64_t in_range(std::uint16_t count, CountRange range) {
  return static_cast<std::uint16_t>(count - range.low) <=
         static_cast<std::uint16_t>(range.high - range.low);
}

__extension__ typedef unsigned __int128 Wide;

/// Where the block of counts that begins at a word has its marks.
std::int64_t unit_of(std::int64_t word, const MarkRefresh& marks) {
  const Wide product = static_cast<Wide>(word) * marks.block_reciprocal;
  return static_cast<std::int64_t>(product >> 64) * marks.block_units;
}

/// Puts fresh marks of the words of a mask in place. Always a whole unit, as loads that overlap a
/// store but in part have to wait for it.
void mark(std::uint64_t& unit, std::uint64_t words, std::uint64_t fresh) {
  unit = (unit & ~words) | (fresh & words);
}

void mark_chunk(std::uint64_t* units, Chunk chunk, std::uint64_t fresh) {
  const std::uint64_t words = chunk.bits;
  const int shift = chunk.at % kUnitWords;
  mark(units[chunk.at / kUnitWords], words << shift, fresh << shift);
  if (shift > kUnitWords - kChunkWords) {
    const int taken = kUnitWords - shift;
    mark(units[chunk.at / kUnitWords + 1], words >> taken, fresh >> taken);
  }
}

void mark_single(std::uint64_t* units, int place, std::uint64_t fresh) {
  const int shift = place % kUnitWords;
  mark(units[place / kUnitWords], std::uint64_t{1} << shift, fresh << shift);
}

template <int kTargets>
void add_and_mark(const Stencil& stencil, const std::int64_t* blocks, int count, std::uint16_t term,
                  std::uint16_t* cnt, const MarkRefresh& marks) {
  Lanes terms[kMaxChunks];
  for (int c = 0; c < stencil.chunk_count; ++c) terms[c] = lanes_of(stencil.chunks[c].bits) & term;
  MarkTarget targets[kTargets];
  RangeLanes ranges[kTargets];
  for (int t = 0; t < kTargets; ++t) {
    targets[t] = marks.targets[t];
    ranges[t] = lanes_of_range(targets[t].range);
  }
  const int ahead = 1 + kLinesAhead / (stencil.chunk_count + stencil.single_count);
  for (int i = 0; i < count; ++i) {
    std::uint16_t* const block = cnt + blocks[i];
    const std::int64_t later = block_ahead(blocks, count, i + ahead);
    const std::int64_t unit = unit_of(blocks[i], marks);
    const std::int64_t later_unit = unit_of(later, marks) + stencil.first_unit;
    for (int t = 0; t < kTargets; ++t) __builtin_prefetch(targets[t].bits + later_unit);
    for (int c = 0; c < stencil.chunk_count; ++c) {
      const Chunk chunk = stencil.chunks[c];
      __builtin_prefetch(cnt + later + chunk.at);
      const Lanes counts = load(block + chunk.at) + terms[c];
      store(block + chunk.at, counts);
      for (int t = 0; t < kTargets; ++t) {
        mark_chunk(targets[t].bits + unit, chunk, bits_in_range(counts, ranges[t]));
      }
    }
    for (int s = 0; s < stencil.single_count; ++s) {
      const int place = stencil.singles[s];
      __builtin_prefetch(cnt + later + place);
      const auto sum = static_cast<std::uint16_t>(block[place] + term);
      block[place] = sum;
      for (int t = 0; t < kTargets; ++t) {
        mark_single(targets[t].bits + unit, place, in_range(sum, targets[t].range));
      }
    }
  }
}

// Of a single word there may be more blocks than of all other stencils.
template <int kTargets>
void add_and_mark_single(int place, const std::int64_t* blocks, int count, std::uint16_t term,
                         std::uint16_t* cnt, const MarkRefresh& marks) {
  MarkTarget targets[kTargets];
  for (int t = 0; t < kTargets; ++t) targets[t] = marks.targets[t];
  const int shift = place % kUnitWords;
  const std::uint64_t word = std::uint64_t{1} << shift;
  const MarkRefresh layout = marks;
  for (int i = 0; i < count; ++i) {
    const std::int64_t later = block_ahead(blocks, count, i + kLinesAhead / 2);
    const std::int64_t later_unit = unit_of(later, layout) + place / kUnitWords;
    const std::int64_t unit = unit_of(blocks[i], layout) + place / kUnitWords;
    std::uint16_t* const here = cnt + blocks[i] + place;
    const auto sum = static_cast<std::uint16_t>(*here + term);
    *here = sum;
    __builtin_prefetch(cnt + later + place);
    for (int t = 0; t < kTargets; ++t) {
      __builtin_prefetch(targets[t].bits + later_unit);
      mark(targets[t].bits[unit], word, in_range(sum, targets[t].range) << shift);
    }
  }
}

template <int kTargets>
void add_and_mark_any(const Stencil& stencil, const std::int64_t* blocks, int count,
                      std::uint16_t term, std::uint16_t* cnt, const MarkRefresh& marks) {
  if (is_single(stencil)) {
    return add_and_mark_single<kTargets>(stencil.singles[0], blocks, count, term, cnt, marks);
  }
  add_and_mark<kTargets>(stencil, blocks, count, term, cnt, marks);
}

void add_and_mark_blocks(const Stencil& stencil, const std::int64_t* blocks, int count, int delta,
                         std::uint16_t* cnt, const MarkRefresh& marks) {
  if (stencil.unit_count == 0) return;
  static_assert(kMostMarkTargets == 2);
  const auto work = marks.count == 1 ? add_and_mark_any<1> : add_and_mark_any<2>;
  work(stencil, blocks, count, static_cast<std::uint16_t>(delta), cnt, marks);
}

/// Ones in n units of marks under a mask.
std::int64_t ones(const std::uint64_t* marks, const std::uint64_t* mask, int n) {
#ifdef __POPCNT__
  std::int64_t hits = 0;
  for (int u = 0; u < n; ++u) hits += __builtin_popcountll(marks[u] & mask[u]);
  return hits;
#else
  // A call for each unit costs more. At most kMaxBlock / kUnitWords bytes of 8 add up in a byte.
  static_assert(kMaxBlock / kUnitWords * 8 <= 255);
  std::uint64_t bytes = 0;
  for (int u = 0; u < n; ++u) {
    std::uint64_t x = marks[u] & mask[u];
    x -= x >> 1 & 0x5555555555555555;
    x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
    bytes += (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f;
  }
  constexpr std::uint64_t kEvenBytes = 0x00ff00ff00ff00ff;
  const std::uint64_t pairs = (bytes & kEvenBytes) + (bytes >> 8 & kEvenBytes);
  return static_cast<std::int64_t>(pairs * 0x0001000100010001 >> 48);
#endif
}

template <int kUnits>
std::int64_t count_marks_of(const Stencil& stencil, const std::int64_t* blocks, int count,
                            const std::uint64_t* marks) {
  const int units = kUnits > 0 ? kUnits : stencil.unit_count;
  marks += stencil.first_unit;
  const int ahead = 1 + kLinesAhead / ((units + 7) / 8);
  std::int64_t hits = 0;
  for (int i = 0; i < count; ++i) {
    __builtin_prefetch(marks + block_ahead(blocks, count, i + ahead));
    hits += ones(marks + blocks[i], stencil.units, units);
  }
  return hits;
}

std::int64_t count_marks(const Stencil& stencil, const std::int64_t* blocks, int count,
                         const std::uint64_t* marks) {
  switch (stencil.unit_count) {
    case 0:
      return 0;
    case 1:
      return count_marks_of<1>(stencil, blocks, count, marks);
    case 4:
      return count_marks_of<4>(stencil, blocks, count, marks);
    case 8:
      return count_marks_of<8>(stencil, blocks, count, marks);
    default:
      return count_marks_of<0>(stencil, blocks, count, marks);
  }
}

void mark_blocks(const std::uint16_t* cnt, int block_size, std::int64_t count, CountRange range,
                 std::uint64_t* marks) {
  const RangeLanes lanes = lanes_of_range(range);
  for (std::int64_t b = 0; b < count; ++b, cnt += block_size) {
    for (int begin = 0; begin < block_size; begin += kUnitWords) {
      std::uint64_t unit = 0;
      const int end = begin + kUnitWords < block_size ? begin + kUnitWords : block_size;
      int x = begin;
      for (; x + kChunkWords <= end; x += kChunkWords) {
        unit |= std::uint64_t{bits_in_range(load(cnt + x), lanes)} << (x - begin);
      }
      for (; x < end; ++x) unit |= in_range(cnt[x], range) << (x - begin);
      *marks++ = unit;
    }
  }
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
const Kernels COLDCORE_KERNELS = {count_blocks,  add_blocks,  add_and_mark_blocks, count_marks,
                                  mark_blocks,   count_equal, sum_deficit,         count_at_least,
                                  list_at_least, largest};

}  // namespace coldcore::core
