// SPDX-License-Identifier: Apache-2.0
//
// What each family promises, restated from its textbook: nothing here is shared with a plugin.
#pragma once

#include <coldcore/dct.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace family_test {

/// Steps round a circle of `axis` digits, the short way.
inline int circle_distance(int axis, int a, int b) {
  return std::min(std::abs(a - b), axis - std::abs(a - b));
}

struct Definition {
  std::string name;
  int id;
  bool adds;  ///< Distances of the axes add up; otherwise the largest counts.
  bool open;  ///< Axes have ends.
  int max_n;
  int min_axis;
  int max_axis;
  int max_radius;
  int (*distance)(int axis, int a, int b);
  /// Distance of the circular shift by delta, from the digit where it is cheapest.
  int (*shift)(int axis, int delta);
  bool (*takes)(int axis, int radius);

  int layers(int radius) const { return adds ? radius + 1 : 1; }

  bool takes_all(const std::vector<int>& axes, int radius) const {
    return std::all_of(axes.begin(), axes.end(), [&](int axis) { return takes(axis, radius); });
  }

  bool covers(const std::vector<int>& axes, int radius, std::span<const int> u,
              std::span<const int> x) const {
    int total = 0;
    for (std::size_t j = 0; j < axes.size(); ++j) {
      const int step = distance(axes[j], u[j], x[j]);
      total = adds ? total + step : std::max(total, step);
    }
    return total <= radius;
  }

  /// Patterns of shifts within the radius, by their distance one axis after the other.
  double patterns(const std::vector<int>& axes, int radius) const {
    std::vector<double> at(static_cast<std::size_t>(radius) + 1, 0);
    at[0] = 1;
    for (const int axis : axes) {
      std::vector<double> next = at;
      for (int delta = 1; delta < axis; ++delta) {
        for (int d = 0; d <= radius; ++d) {
          const int sum = adds ? d + shift(axis, delta) : std::max(d, shift(axis, delta));
          if (sum <= radius) next[static_cast<std::size_t>(sum)] += at[static_cast<std::size_t>(d)];
        }
      }
      at = next;
    }
    double sum = 0;
    for (const double count : at) sum += count;
    return sum;
  }
};

inline std::vector<Definition> definitions() {
  const auto differ = [](int, int a, int b) { return a == b ? 0 : 1; };
  const auto one = [](int, int) { return 1; };
  const auto round = [](int axis, int delta) { return circle_distance(axis, 0, delta); };
  const auto apart = [](int, int a, int b) { return std::abs(a - b); };
  const auto any = [](int, int) { return true; };
  const auto fits = [](int axis, int radius) { return 2 * radius + 1 <= axis; };
  return {
      {"hamming", PROB_HAMMING, true, false, 16, 2, 10, 6, differ, one, any},
      {"torus_linf", PROB_TORUS_LINF, false, false, 8, 3, 16, 7, circle_distance, round, fits},
      {"lee", PROB_LEE, true, false, 16, 2, 16, 6, circle_distance, round, any},
      // From one end, a shift by delta may go forwards or, from the other one, axis - delta back.
      {"grid_linf", PROB_GRID_LINF, false, true, 8, 3, 16, 15, apart, round, any},
  };
}

/// The family that the build hands to the test.
inline const Definition& definition() {
  static const Definition chosen = [] {
    const char* name = std::getenv("COLDCORE_TEST_FAMILY");
    for (const Definition& one : definitions()) {
      if (name != nullptr && one.name == name) return one;
    }
    throw std::runtime_error("COLDCORE_TEST_FAMILY names no family");
  }();
  return chosen;
}

}  // namespace family_test
