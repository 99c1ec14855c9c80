// SPDX-License-Identifier: Apache-2.0
//
// What is known about a problem from elsewhere, shown beside results and used to refuse the
// impossible.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "problem.hpp"

namespace coldcore::search {

struct Bound {
  std::int64_t size = 0;
  std::string source;
};

struct KnownBounds {
  std::optional<Bound> lower;  ///< No cover has fewer words.
  std::optional<Bound> upper;  ///< A cover with so many words is known.

  /// Keeps the larger of the lower bounds.
  void raise_lower(Bound bound);
  /// Keeps the smaller of the upper bounds.
  void reduce_upper(Bound bound);
};

/// The file with known bounds that goes with a family's shared object: NAME.bounds.csv beside
/// NAME.so.
std::filesystem::path bounds_file_of(const std::filesystem::path& plugin);

/// What the file says about the problem, the order of the axes left aside: its columns are axes, R,
/// mu, words (any, set or multiset), lower, upper, exact (yes or no) and source. A set is also a
/// multiset, so a lower bound for multisets holds for sets and an upper bound for sets holds for
/// multisets; for mu = 1 there is no difference. No bounds if there is no file. InputError
/// "FILE:LINE: ..." if it is broken.
KnownBounds read_known_bounds(const std::filesystem::path& file, const Problem& problem);

}  // namespace coldcore::search
