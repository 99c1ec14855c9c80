// SPDX-License-Identifier: Apache-2.0
//
// Symmetries as people write them. One generator is a line of parts with ';' between:
//
//   axes (1 2 3)(4 5)     axis 1 becomes axis 2, 2 becomes 3, 3 becomes 1, ...
//   digits 4 (0 2 1)      on axis 4, before axes move: 0 becomes 2, ...; digits * for all axes
//   translate 11020       to each digit is added the word's, round the circle
//   add 11020             the same, added as elements of the field of as many elements
//
// A line "code gf4 10132" stands for several generators: they add the multiples of that word by the
// elements of a field.
// Axes count from 1, digits from 0, as in cover files.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "symmetry.hpp"

namespace coldcore::search {

/// Which groups a search is to use.
struct GroupPlan {
  std::vector<Symmetry> fixed;  ///< Generators that are in every group.
  /// Random groups beside: of symmetries of prime order, of translations.
  bool random_symmetries = false;
  bool random_translations = false;
  int generators = 0;  ///< Of a random group; 0: one or two, for translations any number.

  bool random() const { return random_symmetries || random_translations; }
};

/// One generator. Throws InputError, which names what is wrong and where.
Symmetry parse_symmetry(std::string_view text, std::span<const int> axes);

/// The generators of a line: one, or those that a line "code ..." stands for. As parse_symmetry.
std::vector<Symmetry> parse_generators(std::string_view text, std::span<const int> axes);

/// The text that parse_symmetry reads back.
std::string format_symmetry(const Symmetry& symmetry);

/// What --group says, all of its occurrences: "random", "symmetries" or "translations", each with a
/// number of generators or without; "cyclic"; a generator; or a file with one on each line.
GroupPlan parse_group(std::span<const std::string> texts, std::span<const int> axes);

}  // namespace coldcore::search
