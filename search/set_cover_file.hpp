// SPDX-License-Identifier: Apache-2.0
//
// Set cover instances as they come in files. In all dialects a candidate is a column, a set; a
// point is a row, an element.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "set_dialect.hpp"
#include "set_system.hpp"

namespace coldcore::search {

struct SetCoverFile {
  SetSystem system;
  SetDialect dialect = SetDialect::kSets;
  std::int64_t first_element = 1;  ///< What the file calls point 0: 1, or 0 where sets use it.
  std::uint64_t hash = 0;          ///< FNV-1a of the content as it is after decompression.
  /// What was odd and how it was taken, one line each: elements repeated in a set, which are
  /// merged; sets that are empty; sets that are equal.
  std::vector<std::string> notices;

  /// What the file calls a candidate: its number from 1, in every dialect.
  static std::int64_t set_number(Candidate c) { return c + 1; }
  std::int64_t element_number(Point x) const { return x + first_element; }
};

/// Costs above this would let products of costs and gains overflow.
constexpr std::int64_t kMostCost = 2'147'483'647;

/// The hash that the file as an instance would have, whatever it holds. FileError if it cannot be
/// read.
std::uint64_t hash_of_instance(const std::filesystem::path& path);

/// Reads an instance, plain or gzip, by `dialect` or else by the one detected. FileError if the
/// file cannot be read; InputError "FILE:LINE:COLUMN: ..." for whatever is no instance of the
/// dialect; MemoryError before more memory is taken than there is.
SetCoverFile read_set_cover_file(const std::filesystem::path& path,
                                 std::optional<SetDialect> dialect = std::nullopt);

}  // namespace coldcore::search
