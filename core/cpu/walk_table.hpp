// SPDX-License-Identifier: Apache-2.0
//
// The support table compiled for walking.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "../step_costs.hpp"
#include "../support_table.hpp"
#include "stencil_set.hpp"

namespace coldcore::core {

/// A pattern is what it changes above a low block, which moves the walk to another block, and what
/// it changes within. All patterns with one high part together visit the words of a stencil, and
/// few different stencils occur.
///
/// A high part is its lowest change (the step) and the others (the rest). Those of one low set and
/// one rest form a group, in which one byte stands for a block. Equal tables compile to equal ones.
class WalkTable {
 public:
  /// Some groups of one low set, about as much work as the groups of other slices.
  struct Slice {
    std::uint32_t set = 0;
    std::uint32_t begin = 0;  ///< Groups.
    std::uint32_t end = 0;

    friend bool operator==(const Slice&, const Slice&) = default;
  };

  WalkTable() = default;
  WalkTable(const Shape& shape, const SupportTable& table, const StepCosts* costs);

  /// Memory that compiling a table of this many entries takes at its peak, the table included.
  static std::int64_t build_bytes(std::int64_t entries) { return entries * 30 + (4 << 20); }

  LowBlock block() const { return stencils_.block(); }
  const StencilSet& stencils() const { return stencils_; }
  std::span<const Slice> slices() const { return slices_; }
  /// Loads and stores that a walk comes to, about.
  std::int64_t work() const { return work_; }
  std::int64_t bytes() const;

  /// Delta of position p in bits 4p..4p+3.
  std::uint64_t rest(std::size_t group) const { return rests_[group]; }
  /// At most kMostSteps; 0 is no step.
  std::span<const Step> steps(std::size_t group) const {
    return {steps_.data() + first_[group], steps_.data() + first_[group + 1]};
  }
  static constexpr int kMostSteps = 256;

  friend bool operator==(const WalkTable&, const WalkTable&) = default;

 private:
  WalkTable(const Shape& shape, const SupportTable& table, const StepCosts* costs, LowBlock block);
  void add_set(std::vector<std::uint64_t> high_parts);
  void add_slices(int set, std::size_t begin, std::int64_t work_a_block);

  StencilSet stencils_;
  std::vector<Slice> slices_;
  std::vector<std::uint64_t> rests_;
  std::vector<std::uint32_t> first_ = {0};  // [groups + 1]; a table has fewer than 2^31 entries.
  std::vector<Step> steps_;
  std::int64_t work_ = 0;
};

}  // namespace coldcore::core
