// SPDX-License-Identifier: Apache-2.0
//
// What `unpack` and `run` have for the arrays of a manifest: matrices from files or from a seed.
#pragma once

#include <coldcore/layouts.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "manifest.hpp"
#include "sparse_input_options.hpp"
#include "sparse_sizes.hpp"

namespace coldcore::cli {

using NamedTexts = std::map<std::string, std::string, std::less<>>;

/// Sizes that --set gives, and what the manifest says of sizes otherwise, in `parameters`.
struct KnownSizes {
  NamedTexts given_texts;  ///< All of --set, scalars among them.
  Sizes given;             ///< Those that are whole numbers.
  Sizes otherwise;
};

/// InputError for a --set that is not NAME=VALUE or names something twice.
KnownSizes known_sizes(const manifest::Manifest& spec, const SparseInputOptions& options);

/// The matrices that stand for the arrays of a manifest.
struct LogicalInputs {
  /// In compressed rows, canonical, int64 indices, values in the type of the configuration (float64
  /// where that is neither float32 nor float64).
  std::map<std::string, layouts::Layout, std::less<>> sparse;
  /// Dense arrays from files, all elements row by row.
  struct Dense {
    std::int64_t rows;
    std::int64_t cols;
    std::vector<double> values;
  };
  std::map<std::string, Dense, std::less<>> dense;
};

/// Reads and generates what the options say, and writes what --save asks for. InputError: an array
/// that nothing is said of, names that are no arrays, whatever the reader and the generator refuse.
/// FileError, MemoryError.
LogicalInputs logical_inputs(const manifest::Manifest& spec, const std::string& configuration,
                             const SparseInputOptions& options, const KnownSizes& sizes);

/// A seed for one of several things of a name each.
std::uint64_t seed_for(std::uint64_t seed, std::string_view name);

}  // namespace coldcore::cli
