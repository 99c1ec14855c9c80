// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace coldcore::cli {

/// What `sparse unpack` and `sparse run` are told of a manifest and its matrices.
struct SparseInputOptions {
  std::string manifest;
  std::optional<std::string> configuration;  ///< Absent: the first of the manifest.
  std::vector<std::string> matrices;         ///< "NAME=FILE" each.
  std::vector<std::string> generate;  ///< "NAME=DISTRIBUTION", or "DISTRIBUTION" for all others.
  std::vector<std::string> save;      ///< "NAME=FILE" each.
  std::vector<std::string> values;    ///< "NAME=VALUE" of sizes and scalars.
  std::optional<std::int64_t> entries;
  std::optional<std::int64_t> per_row;
  std::optional<double> density;
  std::optional<std::string> bands;  ///< "LOWER,UPPER".
  bool positive_definite = false;
  std::uint64_t seed = 1;
  std::optional<std::int64_t> block_rows;
  std::optional<std::int64_t> block_cols;
  std::optional<std::int64_t> slice_rows;
  std::optional<std::int64_t> sigma;
};

}  // namespace coldcore::cli
