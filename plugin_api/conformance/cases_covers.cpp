// SPDX-License-Identifier: Apache-2.0
//
// The definition, and the axis costs where there are some.
#include <algorithm>

#include "cases.hpp"
#include "definition.hpp"
#include "note.hpp"

namespace coldcore::conformance {
namespace {

constexpr const char* kCostOfStep = "a step costs more than 0, or -1 if it is impossible";

std::string answers(const Subject& subject) {
  const Family& family = subject.family();
  for (const Shape& shape : small_shapes(family)) {
    note("{}_covers, {}", family.name, text(shape));
    each_word(shape.ax, [&](std::int64_t u, const int* u_digits) {
      each_word(shape.ax, [&](std::int64_t x, const int* x_digits) {
        const int answer = family.covers(shape.n(), shape.ax.data(), shape.R, u_digits, x_digits);
        if (answer == 0 || answer == 1) return;
        fail("{}: the answer for u={}, x={} is {}, neither 0 nor 1", text(shape),
             word_text(shape, u), word_text(shape, x), answer);
      });
    });
  }
  return "";
}

std::string itself(const Subject& subject) {
  const Family& family = subject.family();
  for (const Shape& shape : small_shapes(family)) {
    note("{}_covers, {}", family.name, text(shape));
    each_word(shape.ax, [&](std::int64_t u, const int* digits) {
      if (family.covers(shape.n(), shape.ax.data(), shape.R, digits, digits) == 1) return;
      fail("{}: {} does not cover itself", text(shape), word_text(shape, u));
    });
  }
  return "";
}

std::string symmetric(const Subject& subject) {
  for (const Shape& shape : small_shapes(subject.family())) {
    note("{}_covers, {}", subject.family().name, text(shape));
    Definition definition(subject.family(), shape);
    for (std::int64_t u = 0; u < shape.size(); ++u) {
      for (const std::int64_t x : definition.ball(u)) {
        if (std::ranges::binary_search(definition.ball(x), u)) continue;
        fail("{}: {} covers {}, but not the other way round", text(shape), word_text(shape, u),
             word_text(shape, x));
      }
    }
  }
  return "";
}

const Family& family_with_axis_cost(const Subject& subject) {
  const Family& family = subject.family();
  if (family.axis_cost == nullptr) skip("{}_axis_cost is not exported", family.name);
  return family;
}

void check_cost(const Family& family, const Shape& shape, int ax, int centre, int target) {
  note("{}_axis_cost({}, {}, {}, {})", family.name, ax, shape.R, centre, target);
  const int cost = family.axis_cost(ax, shape.R, centre, target);
  if (centre == target ? cost == 0 : cost > 0 || cost == -1) return;
  fail("axis {}, R={}: the step from {} to {} costs {}; {}", ax, shape.R, centre, target, cost,
       centre == target ? "staying costs 0" : kCostOfStep);
}

/// What the SDK made without exporting the costs follows from them all the same: the words covered
/// at R = 0 are those that cost nothing.
std::string free_steps(const Family& family) {
  if (family.info->sdk_version == 0) skip("{}_axis_cost is not exported", family.name);
  bool judged = false;
  for (const Shape& shape : small_shapes(family)) {
    if (shape.R != 0) continue;
    judged = true;
    note("{}_covers, {}", family.name, text(shape));
    Definition definition(family, shape);
    for (std::int64_t u = 0; u < shape.size(); ++u) {
      for (const std::int64_t x : definition.ball(u)) {
        if (x == u) continue;
        fail("{}: {} covers {}: axis_cost is 0 for digits that differ; {}", text(shape),
             word_text(shape, u), word_text(shape, x), kCostOfStep);
      }
    }
  }
  if (!judged) skip("no shape with R = 0 is accepted, and the costs are not exported");
  return "not exported, judged by what is covered at R = 0";
}

std::string cost_values(const Subject& subject) {
  if (subject.family().axis_cost == nullptr) return free_steps(subject.family());
  const Family& family = subject.family();
  const int rule = family.info->cost_rule;
  if (rule != COLDCORE_COST_SUM && rule != COLDCORE_COST_MAX) {
    fail("info.cost_rule is {}, neither COLDCORE_COST_SUM nor COLDCORE_COST_MAX", rule);
  }
  for (const Shape& shape : small_shapes(family)) {
    for (const int ax : shape.ax) {
      for (int step = 0; step < ax * ax; ++step)
        check_cost(family, shape, ax, step / ax, step % ax);
    }
  }
  return rule == COLDCORE_COST_SUM ? "costs add up" : "the largest cost counts";
}

bool within_cost(const Family& family, const Shape& shape, const int* u, const int* x) {
  int total = 0;
  for (int j = 0; j < shape.n(); ++j) {
    const int cost = family.axis_cost(shape.ax[j], shape.R, u[j], x[j]);
    if (cost < 0) return false;
    total = family.info->cost_rule == COLDCORE_COST_SUM ? total + cost : std::max(total, cost);
  }
  return total <= shape.R;
}

std::string cost_matches_covers(const Subject& subject) {
  const Family& family = family_with_axis_cost(subject);
  for (const Shape& shape : small_shapes(family)) {
    note("{}_axis_cost and {}_covers, {}", family.name, family.name, text(shape));
    each_word(shape.ax, [&](std::int64_t u, const int* u_digits) {
      each_word(shape.ax, [&](std::int64_t x, const int* x_digits) {
        const bool near = within_cost(family, shape, u_digits, x_digits);
        const int covers = family.covers(shape.n(), shape.ax.data(), shape.R, u_digits, x_digits);
        if (near == (covers != 0)) return;
        fail("{}: u={}, x={}: {}_covers says {}, the costs say {}", text(shape),
             word_text(shape, u), word_text(shape, x), family.name, covers, near ? 1 : 0);
      });
    });
  }
  return "";
}

}  // namespace

std::vector<Case> covers_cases() {
  return {
      {"covers-answers",
       "covers",
       "NAME_covers answers 0 or 1 for all words",
       {"validate-accepts-something"},
       answers},
      {"covers-itself", "covers", "Every word covers itself", {"covers-answers"}, itself},
      {"covers-symmetric",
       "covers",
       "u covers x exactly when x covers u",
       {"covers-answers"},
       symmetric},
  };
}

std::vector<Case> axis_cost_cases() {
  return {
      {"axis-cost-values",
       "axis-cost",
       "Staying costs 0, a step more or -1; the rule is a known one",
       {"covers-answers"},
       cost_values},
      {"axis-cost-matches-covers",
       "axis-cost",
       "u covers x exactly when the combined axis costs are at most R",
       {"axis-cost-values", "covers-answers"},
       cost_matches_covers},
  };
}

}  // namespace coldcore::conformance
