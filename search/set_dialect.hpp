// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string_view>

#include "rows.hpp"

namespace coldcore::search {

/// The ways in which files write set cover instances. docs/incidence.md has them in full.
enum class SetDialect {
  kOrLibrary,  ///< Rows, columns, all costs, then for each row the columns that cover it.
  kRail,       ///< Rows, columns, then for each column its cost and the rows that it covers.
  kSteiner,    ///< Columns, rows, then for each row the three columns that cover it.
  kSets,       ///< One set a line, as its elements.
};

/// The most columns, rows, sets or elements that a file may speak of.
constexpr std::int64_t kMostNumbered = std::numeric_limits<Index>::max() - 1;

/// "or", "rail", "sts" or "sets", as --format takes them.
std::string_view dialect_name(SetDialect dialect);
/// "Steiner triples", for messages.
std::string_view dialect_title(SetDialect dialect);
std::optional<SetDialect> dialect_of(std::string_view name);

/// The dialect of a file, from its numbers. A file with a comment or with other than two numbers in
/// its first line holds sets. Else the one structure that its numbers fit; reading stops as soon as
/// only one is left, so the file may still turn out to break it. Throws InputError, which asks for
/// --format, where several fit or none does, and as NumberReader does.
SetDialect detect_dialect(const std::filesystem::path& path);

}  // namespace coldcore::search
