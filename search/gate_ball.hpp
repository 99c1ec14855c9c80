// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "gate.hpp"

namespace coldcore::search {

/// Digits of a word; those past the last axis are 0.
using Digits = std::array<int, COLDCORE_MAX_N>;

Digits digits_of(Candidate word, std::span<const int> axes);

/// The word's boundary class: on each axis the smallest digit from which all steps cost the same as
/// from the word's own. Words of one class have the same ball, moved circularly. Without a cost
/// function there is one class, that of word 0.
Candidate boundary_class(Candidate word, const Definition& definition);

/// All words that the centre of a boundary class covers, found by asking the definition.
class GateBall {
 public:
  /// Throws GateError if the ball does not fit into memory or the centre does not cover itself.
  GateBall(const Definition& definition, Candidate centre);

  Candidate centre() const { return centre_; }
  std::int64_t size() const { return static_cast<std::int64_t>(steps_.size()); }

  /// Adds 1, up to the largest uint16, to the counter of each word that `word`, of this ball's
  /// class, covers.
  void mark(Candidate word, std::span<std::uint16_t> counts) const;

  /// Asks the definition about some words inside and some outside of the ball around `word` and
  /// throws GateError if it disagrees.
  void check_translate(Candidate word, std::mt19937_64& random) const;

 private:
  /// The words form a tree: a word hangs below the one that equals it but for its last digit that
  /// is not the centre's. Listed in preorder, so that a walk needs one addition a word.
  struct Step {
    std::uint8_t depth;
    std::uint8_t axis_and_shift;  ///< axis << 4 | circular shift.
  };
  using Offsets = std::array<std::int64_t, 256>;

  void extend(std::size_t first_axis, int depth, Digits& x);
  void add(int depth, std::size_t axis, int shift);
  void list_shifts();
  Offsets offsets_from(const Digits& centre) const;
  bool covers(const Digits& u, const Digits& x) const;
  bool contains(const Digits& u, const Digits& x) const;
  void check_point(const Digits& u, const Digits& x) const;
  Digits shifted(const Digits& u, std::int64_t shift) const;

  Definition definition_;
  std::vector<std::int64_t> strides_;
  Candidate centre_;
  Digits centre_digits_;
  std::vector<Step> steps_;
  std::vector<std::int64_t>
      shifts_;  ///< The same words as indices of their circular shifts, ascending.
};

}  // namespace coldcore::search
