// SPDX-License-Identifier: Apache-2.0
//
// The loops that read the whole incidence. Compiled once for each instruction set, so plain types
// only.
#pragma once

#include <cstdint>

namespace coldcore::incidence {

/// What a pass gathers for every point, computed once from cnt: the point's summand itself where
/// all weights of entries are 1 or do not matter, else what turns an entry's weight into its
/// summand.
enum class TableKind {
  kBits,          ///< Summand 0 or 1, bit u % 32 of the uint32 u / 32.
  kBytes,         ///< Summand in a uint8.
  kWords,         ///< Summand in an int32.
  kCaps,          ///< The most that an entry can add, in a uint8; the point's weight is 1.
  kNarrowLevels,  ///< NarrowLevel; the point's weight is 1.
  kWideLevels,    ///< WideLevel.
};

struct NarrowLevel {
  std::uint8_t low;
  std::uint8_t high;
};

struct WideLevel {
  std::int32_t low;
  std::int32_t high;
  std::int32_t point_weight;
};

/// Vectors may read, but do not use, as many bytes past the end of each array of points and
/// weights.
constexpr std::int64_t kSpareBytes = 32;

/// Rows of one length up to this are summed without a loop, if the table is of bytes.
constexpr std::int64_t kLongestShortRow = 16;

/// A pass over rows: map[c] = sum over the row. Types are as the kernel was chosen for.
struct FieldPass {
  const std::int64_t* starts;  ///< As in Lists, with row_length.
  std::int64_t row_length;
  const void* points;
  const void* weights;
  const void* table;
  std::int32_t* map;
};

/// Does the rows begin..end-1.
using FieldKernel = void (*)(const FieldPass& pass, std::int64_t begin, std::int64_t end);

/// What a kernel is made for.
struct FieldTypes {
  TableKind table;
  int point_bytes;          ///< 2 or 4.
  int weight_bytes;         ///< 1 or 4; only levels have weights.
  std::int64_t row_length;  ///< 0 if rows differ in length.
};

namespace portable {
FieldKernel field_kernel(const FieldTypes& types);
}
namespace avx2 {
FieldKernel field_kernel(const FieldTypes& types);
}

}  // namespace coldcore::incidence
