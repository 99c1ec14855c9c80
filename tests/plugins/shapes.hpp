// SPDX-License-Identifier: Apache-2.0
//
// Shapes that the family under test takes. Seeds are fixed by the tests.
#pragma once

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "brute_force.hpp"
#include "definition.hpp"

namespace family_test {

using Random = std::mt19937_64;

inline int below(Random& random, long long bound) {
  return static_cast<int>(random() % static_cast<std::uint64_t>(bound));
}

struct Shape {
  std::vector<int> axes;
  int radius;

  int n() const { return static_cast<int>(axes.size()); }
  std::string text() const { return reference::text(axes) + " R " + std::to_string(radius); }
};

/// Every axis size and every radius among them, radii at their limit for the axes often.
inline std::vector<Shape> random_shapes(std::size_t count, long long most_words, Random& random) {
  const Definition& family = definition();
  std::vector<Shape> shapes;
  while (shapes.size() < count) {
    Shape shape;
    shape.axes.resize(static_cast<std::size_t>(1 + below(random, family.max_n)));
    // Long shapes have few small axes only; half of the time no axis is large.
    const int range = family.max_axis - family.min_axis + 1;
    const int most = below(random, 2) == 0 ? range : std::min(range, 3);
    for (int& axis : shape.axes) axis = family.min_axis + below(random, most);
    if (reference::Space(shape.axes).size() > most_words) continue;
    shape.radius = below(random, family.max_radius + 1);
    while (!family.takes_all(shape.axes, shape.radius)) --shape.radius;
    shapes.push_back(shape);
  }
  return shapes;
}

/// Axes where a rule changes (an antipode, a window that just fits or that reaches past the ends),
/// with every radius that is taken.
inline std::vector<Shape> edge_shapes() {
  const Definition& family = definition();
  const std::vector<std::vector<int>> all_axes = {{2},         {3},
                                                  {4},         {5},
                                                  {15},        {16},
                                                  {2, 2},      {3, 3},
                                                  {4, 4},      {5, 5},
                                                  {7, 7},      {10, 3},
                                                  {15, 15},    {15, 16},
                                                  {16, 16},    {2, 4, 16},
                                                  {16, 2, 3},  {3, 3, 3},
                                                  {5, 5, 5},   {4, 4, 2, 2},
                                                  {9, 5, 7},   {2, 2, 2, 2, 2, 2, 2},
                                                  {3, 4, 3, 5}};
  std::vector<Shape> shapes;
  for (const std::vector<int>& axes : all_axes) {
    const auto [least, largest] = std::minmax_element(axes.begin(), axes.end());
    if (*least < family.min_axis || *largest > family.max_axis) continue;
    for (int radius = 0; radius <= family.max_radius; ++radius) {
      if (family.takes_all(axes, radius)) shapes.push_back({axes, radius});
    }
  }
  return shapes;
}

}  // namespace family_test
