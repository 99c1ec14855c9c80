// SPDX-License-Identifier: Apache-2.0
//
// What the sizes of an argument list are: the symbols in the shapes that a manifest declares,
// solved from the shapes that the arrays have.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace coldcore::cli {

using Sizes = std::map<std::string, std::int64_t, std::less<>>;

/// An array whose shape is known. Declared and real rank may differ where a manifest flattens an
/// array; then their products are compared.
struct ShapeFact {
  std::string array;
  std::vector<std::string> extents;
  std::vector<std::int64_t> shape;
  /// What else its symbols may stand for, tried in this order where shapes leave them open: the
  /// rows of a slice, the bounds of a band.
  std::vector<std::int64_t> hints;
};

/// The extents by these sizes; nothing where one has a symbol without a value, or is negative.
std::optional<std::vector<std::int64_t>> shape_by(const std::vector<std::string>& extents,
                                                  const Sizes& sizes);

/// Every symbol of the facts, and those `needed` besides. `given` is what the user says and goes
/// first; then what shapes say, by extents with one symbol left in them; then hints; then
/// `otherwise`. InputError where an extent does not come to what the array has, or a symbol is left
/// without a value.
Sizes solve_sizes(const std::vector<ShapeFact>& facts, const std::set<std::string>& needed,
                  const Sizes& given, const Sizes& otherwise);

}  // namespace coldcore::cli
