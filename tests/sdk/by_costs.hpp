// SPDX-License-Identifier: Apache-2.0
//
// What follows from a family's axis costs, by the words of plugin.h alone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "brute_force.hpp"
#include "family.hpp"

namespace {

constexpr bool kAdds = Family::kCostRule == COLDCORE_COST_SUM;

struct Shape {
  std::vector<int> axes;
  int R;

  int n() const { return static_cast<int>(axes.size()); }
  reference::Word size() const { return reference::Space(axes).size(); }
  std::string text() const { return reference::text(axes) + " R " + std::to_string(R); }
};

inline bool covers_by_costs(const Shape& shape, std::span<const int> u, std::span<const int> x) {
  int total = 0;
  for (std::size_t j = 0; j < u.size(); ++j) {
    const int cost = Family::axis_cost(shape.axes[j], shape.R, u[j], x[j]);
    if (cost < 0) return false;
    total = kAdds ? total + cost : std::max(total, cost);
  }
  return total <= shape.R;
}

inline bool accepted(const Shape& shape) {
  const coldcore::sdk::Limits limits = Family::kLimits;
  const auto [least, largest] = std::minmax_element(shape.axes.begin(), shape.axes.end());
  return shape.n() <= limits.max_n && *least >= limits.min_axis && *largest <= limits.max_axis &&
         shape.R <= limits.max_R &&
         Family::accepts(shape.n(), shape.axes.data(), shape.R) == COLDCORE_PLUGIN_OK;
}

/// Random shapes within the family's limits.
inline std::vector<Shape> random_shapes(std::size_t count, double most_words,
                                        std::mt19937& random) {
  const auto below = [&random](int bound) { return static_cast<int>(random() % unsigned(bound)); };
  const coldcore::sdk::Limits limits = Family::kLimits;
  std::vector<Shape> shapes;
  while (shapes.size() < count) {
    Shape shape{std::vector<int>(static_cast<std::size_t>(1 + below(limits.max_n))),
                below(limits.max_R + 1)};
    const int range = below(2) == 0 ? limits.max_axis - limits.min_axis + 1 : 3;
    double words = 1;
    for (int& axis : shape.axes) words *= axis = limits.min_axis + below(range);
    if (words > most_words) continue;
    while (!accepted(shape)) --shape.R;
    shapes.push_back(shape);
  }
  return shapes;
}

}  // namespace
