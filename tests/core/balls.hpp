// SPDX-License-Identifier: Apache-2.0
//
// Balls for tests of walks, with the relations that they are to follow.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "ball.hpp"

namespace walk_test {

using namespace coldcore::core;

using Counts = std::vector<std::uint16_t>;
using Covers = std::function<bool(const Digits&, const Digits&)>;

struct Case {
  std::string name;
  Ball ball;
  Covers covers;
};

inline Shape shape_of(std::vector<int> ax) {
  return make_shape(static_cast<int>(ax.size()), ax.data());
}

/// Bytes pos << 4 | delta, lowest position first.
inline std::uint64_t v1_pattern(const Digits& delta) {
  std::uint64_t pattern = 0;
  int k = 0;
  for (int p = 0; p < COLDCORE_MAX_N; ++p) {
    if (delta[p] != 0) pattern |= std::uint64_t(p << 4 | delta[p]) << (8 * k++);
  }
  return pattern;
}

/// The shifts that `listed` takes, in any order but for the centre.
inline SupportTable table_of(const Shape& shape, const std::function<bool(const Digits&)>& listed) {
  std::vector<std::uint64_t> patterns = {0};
  for (std::int64_t word = 1; word < shape.size; ++word) {
    const Digits delta = digits_of(shape, word);
    if (listed(delta)) patterns.push_back(v1_pattern(delta));
  }
  std::shuffle(patterns.begin() + 1, patterns.end(), std::mt19937(7));
  return SupportTable::from_v1(shape, patterns);
}

/// The cost of an axis of which `combine` makes that of a word.
using AxisCost = int (*)(int ax, int R, int centre, int target);

inline int change_cost(int, int, int centre, int target) { return centre != target ? 1 : 0; }
inline int circle_cost(int ax, int, int centre, int target) {
  const int d = std::abs(centre - target);
  return std::min(d, ax - d);
}
inline int line_cost(int, int, int centre, int target) { return std::abs(centre - target); }
/// Forbids steps by an odd number.
inline int even_cost(int, int, int centre, int target) {
  return centre == target ? 0 : (centre - target) % 2 == 0 ? 1 : -1;
}

struct Relation {
  const char* name;
  AxisCost axis_cost;
  int cost_rule;
  bool open;  ///< Boundaries, so that the walk resolves costs.
};

inline const std::vector<Relation>& relations() {
  static const std::vector<Relation> all = {
      {"changes", change_cost, COLDCORE_COST_SUM, false},
      {"circle by sum", circle_cost, COLDCORE_COST_SUM, false},
      {"circle by maximum", circle_cost, COLDCORE_COST_MAX, false},
      {"line by maximum", line_cost, COLDCORE_COST_MAX, true},
      {"line by sum", line_cost, COLDCORE_COST_SUM, true},
      {"even by sum", even_cost, COLDCORE_COST_SUM, true}};
  return all;
}

inline Covers covers_by(const Relation& relation, const Shape& shape, int R) {
  return [=](const Digits& u, const Digits& x) {
    int total = 0;
    for (int p = 0; p < shape.n; ++p) {
      const int cost = relation.axis_cost(shape.ax[p], R, u[p], x[p]);
      if (cost < 0) return false;
      total = relation.cost_rule == COLDCORE_COST_MAX ? std::max(total, cost) : total + cost;
    }
    return total <= R;
  };
}

inline int weight(const Digits& delta) {
  return static_cast<int>(std::count_if(delta.begin(), delta.end(), [](int d) { return d != 0; }));
}

/// With open boundaries the table lists every shift: more than can be made, which costs sort out.
inline Case make_case(const Relation& relation, std::vector<int> ax, int R) {
  const Shape shape = shape_of(std::move(ax));
  const Covers covers = covers_by(relation, shape, R);
  const auto listed = [&](const Digits& delta) {
    if (weight(delta) > COLDCORE_MAX_PATTERN_WEIGHT) return false;
    return relation.open || covers(Digits{}, delta);
  };
  std::optional<StepCosts> costs;
  if (relation.open) {
    costs = make_step_costs(shape, R, relation.axis_cost, relation.cost_rule);
  }
  return {relation.name, Ball(shape, table_of(shape, listed), costs), covers};
}

/// A table that follows no rule: low parts hardly ever come in the same sets.
inline Case irregular(std::vector<int> ax, int one_in) {
  const Shape shape = shape_of(std::move(ax));
  std::vector<bool> chosen(shape.size);
  std::mt19937 random(11);
  for (std::int64_t x = 1; x < shape.size; ++x) chosen[x] = random() % one_in == 0;
  chosen[0] = true;
  const auto index = [shape](const Digits& delta) {
    std::int64_t word = 0;
    for (int p = 0; p < shape.n; ++p) word += delta[p] * shape.stride[p];
    return word;
  };
  const auto shift = [=](const Digits& u, const Digits& x) {
    Digits delta{};
    for (int p = 0; p < shape.n; ++p) delta[p] = (x[p] - u[p] + shape.ax[p]) % shape.ax[p];
    return chosen[index(delta)];
  };
  const auto listed = [&](const Digits& delta) { return chosen[index(delta)]; };
  return {"irregular", Ball(shape, table_of(shape, listed), std::nullopt), shift};
}

/// The words that a word covers by the definition.
inline std::vector<std::int64_t> covered(const Case& c, std::int64_t word) {
  const Digits u = digits_of(c.ball.shape, word);
  std::vector<std::int64_t> words;
  for (std::int64_t x = 0; x < c.ball.shape.size; ++x) {
    if (c.covers(u, digits_of(c.ball.shape, x))) words.push_back(x);
  }
  return words;
}

}  // namespace walk_test
