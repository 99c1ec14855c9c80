// SPDX-License-Identifier: Apache-2.0
//
// Extents as a manifest writes them: "nnz", "M + 1", "27 * (nx + 1)".
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coldcore::manifest {

/// What is wrong with an extent, "" if nothing is: whole numbers and symbols with + - * / // % and
/// parentheses, min(...) and max(...).
std::string complaint_about_extent(std::string_view text);

/// The value of a symbol, nothing for one that is not known.
using SymbolValue = std::function<std::optional<std::int64_t>(std::string_view)>;

/// What an extent comes to, by the rules of Python: // rounds down, % has the sign of its right
/// side. Nothing for text with a complaint, a symbol without a value, a division by 0, a quotient
/// by / that is not whole, and what does not fit 64 bits.
std::optional<std::int64_t> value_of_extent(std::string_view text, const SymbolValue& symbol_value);

/// The symbols of an extent in the order of their occurrence; whatever else the text has is
/// skipped.
std::vector<std::string> symbols_of_extent(std::string_view text);

/// "(N, M + 1)", "(N,)" or "N" as the extents that it lists; "()" has none.
std::vector<std::string> extents_of_tuple(std::string_view text);

/// A letter or '_', then letters, digits and '_'.
bool is_identifier(std::string_view text);

}  // namespace coldcore::manifest
