// SPDX-License-Identifier: Apache-2.0
#include "field.hpp"

#include <algorithm>
#include <limits>

#include "marginal.hpp"

namespace coldcore::incidence {
namespace {

constexpr std::int32_t kMostByte = std::numeric_limits<std::uint8_t>::max();

// A multiple of 32, so that two workers never share a word of bits.
constexpr std::int64_t kPointsPerTableChunk = std::int64_t{1} << 14;

// Past this a table of bytes leaves the second-level cache, and one of bits is faster.
constexpr std::int64_t kMostBytesTable = std::int64_t{1} << 17;
// Past this it leaves the first-level cache, and vectors of bits are.
constexpr std::int64_t kMostBytesTableBesideVectors = std::int64_t{1} << 15;

std::int64_t table_bytes(TableKind kind, std::int64_t points) {
  switch (kind) {
    case TableKind::kBits:
      return (points + 31) / 32 * 4;
    case TableKind::kBytes:
    case TableKind::kCaps:
      return points;
    case TableKind::kWords:
      return points * static_cast<std::int64_t>(sizeof(std::int32_t));
    case TableKind::kNarrowLevels:
      return points * static_cast<std::int64_t>(sizeof(NarrowLevel));
    case TableKind::kWideLevels:
      break;
  }
  return points * static_cast<std::int64_t>(sizeof(WideLevel));
}

// The summand of an entry of weight 1.
std::int32_t unit_summand(int role, const Universe& universe, std::int64_t u) {
  const Level level = level_of(role, universe.cnt[u], universe.mu);
  const std::int32_t value = marginal(level.low, level.high, 1);
  return is_weighted(role) ? value * universe.point_weight(u) : value;
}

template <class Value>
void fill_summands(Value* table, int role, const Universe& universe, std::int64_t begin,
                   std::int64_t end) {
  for (std::int64_t u = begin; u < end; ++u) {
    table[u] = static_cast<Value>(unit_summand(role, universe, u));
  }
}

void fill_bits(std::uint32_t* table, int role, const Universe& universe, std::int64_t begin,
               std::int64_t end) {
  for (std::int64_t first = begin; first < end; first += 32) {
    std::uint32_t bits = 0;
    const std::int64_t count = std::min<std::int64_t>(32, end - first);
    for (std::int64_t i = 0; i < count; ++i) {
      bits |= static_cast<std::uint32_t>(unit_summand(role, universe, first + i)) << i;
    }
    table[first / 32] = bits;
  }
}

// Weights are at most 255, so a cap beyond it acts as 255 does.
void fill_caps(std::uint8_t* table, const Universe& universe, std::int64_t begin,
               std::int64_t end) {
  for (std::int64_t u = begin; u < end; ++u) {
    const Level level = level_of(kGain, universe.cnt[u], universe.mu);
    table[u] = static_cast<std::uint8_t>(std::min(level.high, kMostByte));
  }
}

// Likewise.
void fill_narrow(NarrowLevel* table, int role, const Universe& universe, std::int64_t begin,
                 std::int64_t end) {
  for (std::int64_t u = begin; u < end; ++u) {
    const Level level = level_of(role, universe.cnt[u], universe.mu);
    table[u] = {static_cast<std::uint8_t>(std::min(level.low, kMostByte)),
                static_cast<std::uint8_t>(std::min(level.high, kMostByte))};
  }
}

void fill_wide(WideLevel* table, int role, const Universe& universe, std::int64_t begin,
               std::int64_t end) {
  for (std::int64_t u = begin; u < end; ++u) {
    const Level level = level_of(role, universe.cnt[u], universe.mu);
    table[u] = {level.low, level.high, universe.point_weight(u)};
  }
}

FieldKernel kernel_for(const FieldTypes& types, [[maybe_unused]] Isa isa) {
#if defined(COLDCORE_INCIDENCE_HAS_AVX2)
  if (isa == Isa::kAvx2) return avx2::field_kernel(types);
#endif
  return portable::field_kernel(types);
}

}  // namespace

FieldMaker::FieldMaker(const Incidence& rows, std::int64_t point_count, std::int32_t max_weight,
                       std::int32_t max_point_weight, Isa isa)
    : point_count_(point_count),
      unit_rows_(rows.widths().weight == 0),
      row_length_(rows.row_length()),
      max_weight_(max_weight),
      max_point_weight_(max_point_weight),
      isa_(isa) {}

TableKind FieldMaker::kind_for(int role) const {
  if (is_weighted(role) && !unit_rows_) {
    const bool narrow = max_weight_ <= kMostByte && max_point_weight_ == 1;
    if (!narrow) return TableKind::kWideLevels;
    return role == kGain ? TableKind::kCaps : TableKind::kNarrowLevels;
  }
  const std::int32_t most = is_weighted(role) ? max_point_weight_ : 1;
  if (most > kMostByte) return TableKind::kWords;
  return most == 1 && point_count_ > most_points_in_bytes() ? TableKind::kBits : TableKind::kBytes;
}

std::int64_t FieldMaker::most_points_in_bytes() const {
  const bool short_rows = row_length_ > 0 && row_length_ <= kLongestShortRow;
  return isa_ == Isa::kAvx2 && !short_rows ? kMostBytesTableBesideVectors : kMostBytesTable;
}

std::int64_t FieldMaker::bytes_needed() const {
  constexpr int kLiteral = 2;
  return whole_pages(std::max({table_bytes(kind_for(kGain), point_count_),
                               table_bytes(kind_for(kLoss), point_count_),
                               table_bytes(kind_for(kLiteral), point_count_)}));
}

void FieldMaker::allocate() { table_ = Pages(bytes_needed()); }

void FieldMaker::tabulate(TableKind kind, int role, const Universe& universe, Workers& workers) {
  workers.run(point_count_, kPointsPerTableChunk, [&](std::int64_t begin, std::int64_t end, int) {
    switch (kind) {
      case TableKind::kBits:
        return fill_bits(table_.as<std::uint32_t>(), role, universe, begin, end);
      case TableKind::kBytes:
        return fill_summands(table_.as<std::uint8_t>(), role, universe, begin, end);
      case TableKind::kWords:
        return fill_summands(table_.as<std::int32_t>(), role, universe, begin, end);
      case TableKind::kCaps:
        return fill_caps(table_.as<std::uint8_t>(), universe, begin, end);
      case TableKind::kNarrowLevels:
        return fill_narrow(table_.as<NarrowLevel>(), role, universe, begin, end);
      case TableKind::kWideLevels:
        return fill_wide(table_.as<WideLevel>(), role, universe, begin, end);
    }
  });
}

void FieldMaker::make(int role, const Incidence& rows, const Universe& universe, std::int32_t* map,
                      Workers& workers) {
  const TableKind kind = kind_for(role);
  tabulate(kind, role, universe, workers);

  const FieldTypes types = {kind, rows.widths().item, rows.widths().weight, rows.row_length()};
  const FieldKernel kernel = kernel_for(types, isa_);
  const FieldPass pass = {rows.starts(),  rows.row_length(), rows.points(),
                          rows.weights(), table_.as<void>(), map};
  workers.run(rows.candidate_count(), rows_per_chunk(rows),
              [&](std::int64_t begin, std::int64_t end, int) { kernel(pass, begin, end); });
}

}  // namespace coldcore::incidence
