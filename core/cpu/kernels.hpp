// SPDX-License-Identifier: Apache-2.0
//
// The innermost loops, compiled once for each instruction set.
#pragma once

#include <cstdint>

#include "count_range.hpp"
#include "stencil.hpp"

namespace coldcore::core {

/// Blocks that the block kernels take at a time: no lane of a 16-bit sum gets past kMaxChunks times
/// as many.
inline constexpr int kMostBlocks = 1000;
static_assert(kMostBlocks * kMaxChunks <= 65535);

/// Marks that follow counts in a range.
struct MarkTarget {
  std::uint64_t* bits = nullptr;
  CountRange range;
};

inline constexpr int kMostMarkTargets = 2;

/// Marks that an update keeps up: of one layout (mark_layout.hpp).
struct MarkRefresh {
  const MarkTarget* targets = nullptr;
  int count = 0;
  int block_size = 0;
  int block_units = 0;
  std::uint64_t block_reciprocal = 0;
};

struct Kernels {
  /// How many words of the stencil, laid on each of the blocks that begin at cnt + blocks[i], have
  /// a count in the range.
  std::int64_t (*count_blocks)(const Stencil& stencil, const std::int64_t* blocks, int count,
                               CountRange range, const std::uint16_t* cnt);
  /// Adds delta, 1 or -1, to each of these words and writes no other.
  void (*add_blocks)(const Stencil& stencil, const std::int64_t* blocks, int count, int delta,
                     std::uint16_t* cnt);
  /// The same, and marks these words anew. marks.count >= 1.
  void (*add_and_mark_blocks)(const Stencil& stencil, const std::int64_t* blocks, int count,
                              int delta, std::uint16_t* cnt, const MarkRefresh& marks);
  /// How many words of the stencil, laid on each of the blocks that begin at marks + blocks[i], are
  /// marked.
  std::int64_t (*count_marks)(const Stencil& stencil, const std::int64_t* blocks, int count,
                              const std::uint64_t* marks);
  /// Marks the words of whole blocks one after the other; padding is not marked.
  void (*mark_blocks)(const std::uint16_t* cnt, int block_size, std::int64_t count,
                      CountRange range, std::uint64_t* marks);

  // Scans of at most kScanGrain words.
  std::uint32_t (*count_equal)(const std::uint16_t* cnt, std::int64_t size, std::uint16_t target);
  /// Sum of max(0, mu - cnt[x]).
  std::uint32_t (*sum_deficit)(const std::uint16_t* cnt, std::int64_t size, std::uint16_t mu);
  std::uint32_t (*count_at_least)(const std::int32_t* field, std::int64_t size,
                                  std::int32_t threshold);
  /// Stores the places x, ascending, with field[x] >= threshold, and returns their number. places:
  /// [size + 1]; size <= kScanGrain.
  int (*list_at_least)(const std::int32_t* field, int size, std::int32_t threshold,
                       std::uint16_t* places);
  std::int32_t (*largest)(const std::int32_t* field, std::int64_t size);  ///< size >= 1.
};

/// Chooses the kernels for COLDCORE_ISA_*, which this CPU must have. Only while no cell is open.
void prepare_kernels(std::int32_t isa);

/// The chosen kernels; the portable ones before prepare_kernels.
const Kernels& kernels();

}  // namespace coldcore::core
