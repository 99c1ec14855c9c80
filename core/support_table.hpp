// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shape.hpp"

namespace coldcore::core {

/// A change of one digit: pos << 4 | delta, 1 <= delta < ax[pos]. As in the v1 format.
using Step = std::uint8_t;

/// The words that word 0 covers, as shift patterns, checked and regrouped for walking.
///
/// A pattern of weight w >= 1 is its lowest changed position (the step) and the w - 1 others (the
/// rest). Patterns of one rest form a group: a walk adds up the rest once and then needs one byte
/// per covered word. The order in which the table came does not matter, and equal sets of patterns
/// give equal tables.
class SupportTable {
 public:
  /// Both throw Error(DCT_E_TABLE) for what is not a support table of this shape.
  static SupportTable from_v1(const Shape& shape, std::span<const std::uint64_t> patterns);
  static SupportTable from_ox(const Shape& shape, std::span<const std::uint16_t> masks,
                              std::span<const std::uint64_t> deltas);

  /// Memory that building a table of this many entries takes at its peak.
  static std::int64_t build_bytes(std::int64_t entries) { return entries * 21; }

  /// Covered words, the centre included.
  std::int64_t entries() const { return static_cast<std::int64_t>(steps_.size()) + 1; }
  std::int64_t groups() const { return static_cast<std::int64_t>(rests_.size()); }
  std::int64_t bytes() const;

  /// Delta of position p in bits 4p..4p+3.
  std::uint64_t rest(std::int64_t group) const { return rests_[group]; }
  std::span<const Step> steps(std::int64_t group) const {
    return {steps_.data() + first_[group], steps_.data() + first_[group + 1]};
  }

  friend bool operator==(const SupportTable&, const SupportTable&) = default;

 private:
  static SupportTable compile(std::vector<std::uint64_t> patterns);

  std::vector<std::uint64_t> rests_;
  std::vector<std::uint32_t> first_;  // [groups + 1]; a table has fewer than 2^31 entries.
  std::vector<Step> steps_;
};

/// Throws Error(DCT_E_TABLE) unless a support table of this shape can have this many entries.
void check_table_length(const Shape& shape, long long length);

}  // namespace coldcore::core
