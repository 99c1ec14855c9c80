// SPDX-License-Identifier: Apache-2.0
//
// Matrices from a seed: the same on every machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "coo_matrix.hpp"

namespace coldcore::matrix {

/// Where entries may be: anywhere; where -lower <= column - row <= upper; on the main diagonal.
enum class Distribution { kUniform, kBanded, kDiagonal };

/// By the names that the distributions of manifests have; nothing for another name.
std::optional<Distribution> distribution_by_name(std::string_view name);

struct MatrixRecipe {
  Distribution distribution = Distribution::kUniform;
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::int64_t lower = 1;  ///< Diagonals below and above the main one, of kBanded.
  std::int64_t upper = 1;
  /// Exactly so many entries in all, every choice of places equally likely; or so many in each
  /// row, in rows with fewer places all of these; of neither, an entry in every place.
  std::optional<std::int64_t> entries;
  std::optional<std::int64_t> per_row;
  /// Symmetric and positive definite: the places are those below the diagonal, the entries there
  /// are mirrored, and each element of the diagonal is the sum of the magnitudes of its row plus a
  /// number in [1, 2).
  bool positive_definite = false;
  std::uint64_t seed = 1;
};

/// How many places there are for the entries of the recipe. InputError: sizes outside 0..2^48,
/// bands that are negative, more than 2^63 - 1 places.
std::int64_t places_of(const MatrixRecipe& recipe);

/// Makes the matrix; its entries, of `positive_definite` those below the diagonal, are multiples of
/// 2^-52 in [-1, 1), equally likely ones. Where entries are and what they are come from the seed
/// by whole numbers and sums of doubles in a fixed order, hence the same bits everywhere. Takes
/// time for rows and entries, and n log n to sort the entries where they take less than one of 128
/// places.
///
/// InputError as above, for more entries than places or than a row has, for entries and per_row
/// together, and for what is to be positive definite but is not square or has unequal bands;
/// MemoryError before more memory is taken than there is.
CooMatrix generate_matrix(const MatrixRecipe& recipe);

}  // namespace coldcore::matrix
