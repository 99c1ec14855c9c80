// SPDX-License-Identifier: Apache-2.0
//
// Multisets of words to try a driver on.
#pragma once

#include <random>
#include <vector>

#include "definition.hpp"

namespace coldcore::conformance {

Words random_words(const Shape& shape, int count, std::mt19937_64& random);

Words all_words(const Shape& shape);

/// Nothing, single words, the whole space, a word twice, some at random: growing.
std::vector<Words> multisets(const Shape& shape, std::mt19937_64& random);

/// As many words as a cell may hold: one word 65,535 times, the space as often as it fits, random
/// ones.
std::vector<Words> full_multisets(const Shape& shape, std::mt19937_64& random);

}  // namespace coldcore::conformance
