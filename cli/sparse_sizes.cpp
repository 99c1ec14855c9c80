// SPDX-License-Identifier: Apache-2.0
#include "sparse_sizes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>

#include "problem.hpp"
#include "shape_expression.hpp"

namespace coldcore::cli {
namespace {

using search::InputError;

std::optional<std::int64_t> extent_by(std::string_view extent, const Sizes& sizes) {
  return manifest::value_of_extent(extent, [&sizes](std::string_view symbol) {
    const auto found = sizes.find(symbol);
    return found == sizes.end() ? std::nullopt : std::optional(found->second);
  });
}

/// An extent and what it has to come to.
struct Equation {
  std::string extent;
  std::int64_t value;
  const ShapeFact* fact;
};

std::vector<Equation> equations_of(const ShapeFact& fact) {
  std::vector<Equation> equations;
  if (fact.extents.size() == fact.shape.size()) {
    for (std::size_t i = 0; i < fact.shape.size(); ++i) {
      equations.push_back({fact.extents[i], fact.shape[i], &fact});
    }
    return equations;
  }
  std::string product = "1";
  for (const std::string& extent : fact.extents) product += fmt::format(" * ({})", extent);
  std::int64_t elements = 1;
  for (const std::int64_t extent : fact.shape) elements *= extent;  // In memory, so it fits.
  return {{product, elements, &fact}};
}

class SizeSolver {
 public:
  SizeSolver(const std::vector<ShapeFact>& facts, const Sizes& given) : sizes_(given) {
    for (const ShapeFact& fact : facts) {
      for (Equation& equation : equations_of(fact)) equations_.push_back(std::move(equation));
    }
  }

  Sizes solve(const std::set<std::string>& needed, const Sizes& otherwise) {
    solve_by_shapes();
    for (const Equation& equation : equations_) try_hints(equation);
    solve_by_shapes();
    for (const std::string& symbol : unknown_everywhere(needed)) take(symbol, otherwise);
    for (const Equation& equation : equations_) check(equation);
    return std::move(sizes_);
  }

 private:
  std::set<std::string> unknown_in(const Equation& equation) const {
    std::set<std::string> unknown;
    for (std::string& symbol : manifest::symbols_of_extent(equation.extent)) {
      if (!sizes_.contains(symbol)) unknown.insert(std::move(symbol));
    }
    return unknown;
  }

  std::set<std::string> unknown_everywhere(const std::set<std::string>& needed) const {
    std::set<std::string> unknown;
    for (const std::string& symbol : needed) {
      if (!sizes_.contains(symbol)) unknown.insert(symbol);
    }
    for (const Equation& equation : equations_) unknown.merge(unknown_in(equation));
    return unknown;
  }

  bool holds_with(const Equation& equation, const std::string& symbol, std::int64_t value) const {
    Sizes sizes = sizes_;
    sizes[symbol] = value;
    return extent_by(equation.extent, sizes) == equation.value;
  }

  void solve_by_shapes() {
    for (bool found = true; found;) {
      found = false;
      for (const Equation& equation : equations_) found = solve_linear(equation) || found;
    }
  }

  /// Finds the one unknown x of an extent a + b x, from its values at 0 and 1.
  bool solve_linear(const Equation& equation) {
    const std::set<std::string> unknown = unknown_in(equation);
    if (unknown.size() != 1) return false;
    const std::string& symbol = *unknown.begin();
    Sizes sizes = sizes_;
    sizes[symbol] = 0;
    const auto at_0 = extent_by(equation.extent, sizes);
    sizes[symbol] = 1;
    const auto at_1 = extent_by(equation.extent, sizes);
    if (!at_0 || !at_1 || *at_0 == *at_1) return false;
    const std::int64_t value = (equation.value - *at_0) / (*at_1 - *at_0);
    if (value < 0 || !holds_with(equation, symbol, value)) return false;
    sizes_[symbol] = value;
    return true;
  }

  /// One unknown that a hint satisfies, or as many unknowns as there are hints, in their order.
  void try_hints(const Equation& equation) {
    const std::vector<std::int64_t>& hints = equation.fact->hints;
    std::vector<std::string> unknown;
    for (std::string& symbol : manifest::symbols_of_extent(equation.extent)) {
      const bool is_new =
          !sizes_.contains(symbol) && std::ranges::find(unknown, symbol) == unknown.end();
      if (is_new) unknown.push_back(std::move(symbol));
    }
    if (unknown.size() == 1) {
      for (const std::int64_t hint : hints) {
        if (!sizes_.contains(unknown[0]) && holds_with(equation, unknown[0], hint)) {
          sizes_[unknown[0]] = hint;
        }
      }
    } else if (unknown.size() == hints.size()) {
      for (std::size_t i = 0; i < hints.size(); ++i) sizes_[unknown[i]] = hints[i];
    }
  }

  void take(const std::string& symbol, const Sizes& otherwise) {
    const auto found = otherwise.find(symbol);
    if (found == otherwise.end()) {
      throw InputError(
          fmt::format("nothing says what the size {} is: --set {}=NUMBER", symbol, symbol));
    }
    sizes_[symbol] = found->second;
  }

  void check(const Equation& equation) const {
    const std::optional<std::int64_t> declared = extent_by(equation.extent, sizes_);
    if (declared == equation.value) return;
    throw InputError(fmt::format(
        "{}: the manifest declares [{}], where {} is {}, but the array has [{}]",
        equation.fact->array, fmt::join(equation.fact->extents, ", "), equation.extent,
        declared ? std::to_string(*declared) : "no number", fmt::join(equation.fact->shape, ", ")));
  }

  Sizes sizes_;
  std::vector<Equation> equations_;
};

}  // namespace

std::optional<std::vector<std::int64_t>> shape_by(const std::vector<std::string>& extents,
                                                  const Sizes& sizes) {
  std::vector<std::int64_t> shape;
  for (const std::string& extent : extents) {
    const std::optional<std::int64_t> value = extent_by(extent, sizes);
    if (!value || *value < 0) return std::nullopt;
    shape.push_back(*value);
  }
  return shape;
}

Sizes solve_sizes(const std::vector<ShapeFact>& facts, const std::set<std::string>& needed,
                  const Sizes& given, const Sizes& otherwise) {
  return SizeSolver(facts, given).solve(needed, otherwise);
}

}  // namespace coldcore::cli
