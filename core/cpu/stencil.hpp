// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace coldcore::core {

inline constexpr int kChunkWords = 16;
/// Words of a low block at most; keeps what a stencil unpacks to in the innermost cache.
inline constexpr int kMaxBlock = 1024;
/// One more than fit side by side, as the last may begin early so as to end with its block.
inline constexpr int kMaxChunks = kMaxBlock / kChunkWords + 1;
/// Words that one unit of marks has a bit for.
inline constexpr int kUnitWords = 64;

/// Stencils of one low set and place, for costs that add up.
inline constexpr int kMostBudgets = 256;

/// Neighbouring words: bit i stands for word at + i of a block.
struct Chunk {
  std::uint16_t at = 0;
  std::uint16_t bits = 0;

  friend bool operator==(const Chunk&, const Chunk&) = default;
};

/// Some words of a block, each once: many neighbours in chunks, the others singly. A chunk does not
/// leave its block. The same words once more as bits, for a block of marks.
struct Stencil {
  const Chunk* chunks = nullptr;
  const std::uint16_t* singles = nullptr;  ///< Places in the block.
  const std::uint64_t* units = nullptr;    ///< Bit i of unit k: word 64 * (first_unit + k) + i.
  int chunk_count = 0;
  int single_count = 0;
  int first_unit = 0;
  int unit_count = 0;
};

}  // namespace coldcore::core
