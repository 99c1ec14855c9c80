// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coldcore/coldcore.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "oracle.hpp"

namespace coldcore::search {

/// The coverage relation of a product space as lists: the family's support table, walked by index
/// arithmetic of our own. Needs no open cell.
class SupportTable final : public Incidence {
 public:
  /// Throws OracleError if the family refuses the shape or fails to give a table.
  SupportTable(const coldcore_plugin& family, std::span<const int> axes, int radius);

  /// The table in the engine's v1 format; entry 0 is the centre.
  std::span<const std::uint64_t> patterns() const { return patterns_; }
  std::int64_t words() const { return words_; }

  std::int64_t entry_bound() const override;
  bool symmetric() const override { return true; }
  void points_of(Candidate c, std::vector<Point>& out) const override;
  void candidates_of(Point x, std::vector<Candidate>& out) const override { points_of(x, out); }

 private:
  /// What a step on one axis does to a word: how far the index moves and what it costs, -1 for
  /// never.
  struct Step {
    std::int64_t offset = 0;
    std::int32_t cost = 0;
  };
  using StepsOfAxis = std::array<Step, COLDCORE_MAX_AXIS>;

  void tabulate_steps(const coldcore_plugin& family);
  /// The steps open to a word, by axis and then by shift.
  using StepsOfWord = std::array<const StepsOfAxis*, COLDCORE_MAX_N>;
  StepsOfWord steps_from(Candidate c) const;
  /// Index offset of a pattern, or false if the word's position does not allow it.
  bool offset_of(std::uint64_t pattern, const StepsOfWord& steps, std::int64_t& offset) const;

  std::vector<int> axes_;
  int radius_;
  bool resolved_ = false;  ///< The family prices steps: patterns must be judged for each word.
  bool largest_cost_counts_ = false;
  std::int64_t words_ = 1;
  std::vector<std::uint64_t> patterns_;
  std::vector<std::array<StepsOfAxis, COLDCORE_MAX_AXIS>> steps_;  ///< By axis, digit, shift.
};

}  // namespace coldcore::search
