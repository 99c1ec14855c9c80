// SPDX-License-Identifier: Apache-2.0
//
// Symmetries that add a word to all words, digit by digit: round the circle, or as elements of
// finite fields are added.
#pragma once

#include <span>
#include <vector>

#include "finite_field.hpp"
#include "rng.hpp"
#include "symmetry.hpp"

namespace coldcore::search {

/// Digit a of axis j becomes a + word[j] modulo the axis.
Symmetry circular_translation(std::span<const int> axes, std::span<const int> word);

/// Digit a of axis j becomes a + word[j] in the field of as many elements as the axis has digits,
/// numbered as FiniteField does; word[j] is 0 where that is no power of a prime.
Symmetry field_translation(std::span<const int> axes, std::span<const int> word);

/// What adds the multiples of a row by all elements of the field: a generator for each element of
/// its basis. The row is 0 on axes of other sizes.
std::vector<Symmetry> code_translations(std::span<const int> axes, const FiniteField& field,
                                        std::span<const int> row);

/// Adds a random word to all words round the circle; not the zero word.
Symmetry random_translation(std::span<const int> axes, Rng& rng);

/// Sizes of axes, each once, that are a power of a prime above the first.
std::vector<int> field_sizes(std::span<const int> axes);

/// Adds a random word as fields do, or the multiples of one over a field of a size in `fields`,
/// which must not be empty; not the zero word.
std::vector<Symmetry> random_field_translations(std::span<const int> axes,
                                                std::span<const int> fields, Rng& rng);

}  // namespace coldcore::search
