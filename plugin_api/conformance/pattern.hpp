// SPDX-License-Identifier: Apache-2.0
//
// Entries of the support tables, taken apart.
#pragma once

#include <coldcore/plugin.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "definition.hpp"
#include "shape.hpp"

namespace coldcore::conformance {

/// Changed positions of a pattern, as written, legal or not.
struct Pattern {
  struct Step {
    int position;
    int delta;
  };
  int weight = 0;
  Step steps[COLDCORE_MAX_N];

  std::span<const Step> changes() const& { return {steps, static_cast<std::size_t>(weight)}; }
  std::span<const Step> changes() && = delete;  // A loop over a temporary's would outlive it.
};

Pattern v1_pattern(std::uint64_t entry);
Pattern ox_pattern(std::uint16_t mask, std::uint64_t offs);

/// "[axis 0 +1, axis 2 +3]"
std::string text(const Pattern& pattern);

/// What is wrong with a pattern of this shape, apart from bits that belong to none of its
/// positions.
std::optional<std::string> defect(const Pattern& pattern, const Axes& ax);

/// The v1 table; empty if NAME_table does not answer with a length of 1..|X|, or takes it back.
std::vector<std::uint64_t> read_table(const Family& family, const Shape& shape);

/// Where the table and NAME_covers disagree about the words that u covers, else nullopt. The
/// patterns are taken to be well-formed.
std::optional<std::string> table_mismatch(const Family& family, const Shape& shape,
                                          std::span<const std::uint64_t> table, std::int64_t u,
                                          const Words& ball);

}  // namespace coldcore::conformance
