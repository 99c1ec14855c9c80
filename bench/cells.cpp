// SPDX-License-Identifier: Apache-2.0
#include "cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace coldcore::bench {
namespace {

std::vector<int> power(int ax, int n) { return std::vector<int>(static_cast<std::size_t>(n), ax); }

std::vector<int> joined(std::vector<int> low, const std::vector<int>& high) {
  low.insert(low.end(), high.begin(), high.end());
  return low;
}

/// What a family's axes may be, and the radii that are asked of it.
struct Drawn {
  const char* family;
  int min_axis;
  int max_axis;
  int max_n;
  int max_radius;
  bool window_fits;  ///< 2R + 1 <= ax on every axis.
};

constexpr Drawn kDrawn[] = {{"hamming", 2, 10, 16, 6, false},
                            {"lee", 2, 16, 16, 6, false},
                            {"torus_linf", 3, 16, 8, 3, true},
                            {"grid_linf", 3, 16, 8, 3, false}};

int uniform(std::mt19937_64& random, int low, int high) {
  return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
}

/// Axes until the size is reached; nothing if that took too many.
Cell draw(std::mt19937_64& random) {
  const Drawn& from = kDrawn[random() % std::size(kDrawn)];
  Cell cell{from.family, {}, uniform(random, from.window_fits ? 1 : 0, from.max_radius)};
  const int least = from.window_fits ? 2 * cell.radius + 1 : from.min_axis;
  const double wanted = std::pow(10.0, 4 + 3 * static_cast<double>(random() >> 11) * 0x1p-53);
  const bool mixed = random() % 2 == 0;
  int ax = uniform(random, least, from.max_axis);
  while (static_cast<double>(cell.size()) < wanted && cell.n() < from.max_n) {
    cell.axes.push_back(ax);
    if (mixed) ax = uniform(random, least, from.max_axis);
  }
  return cell;
}

}  // namespace

std::int64_t Cell::size() const {
  std::int64_t size = 1;
  for (const int ax : axes) size *= ax;
  return size;
}

std::string Cell::name() const {
  std::string text = family + " ";
  for (std::size_t j = 0; j < axes.size();) {
    std::size_t end = j;
    while (end < axes.size() && axes[end] == axes[j]) ++end;
    text += fmt::format("{}{}^{}", j > 0 ? "," : "", axes[j], end - j);
    j = end;
  }
  return fmt::format("{} R={}", text, radius);
}

std::vector<Cell> table_cells() {
  return {{"hamming", power(3, 13), 1},
          {"hamming", power(3, 14), 3},
          {"hamming", power(4, 11), 3},
          {"hamming", power(7, 8), 3},
          {"hamming", power(7, 9), 5},
          {"hamming", power(8, 9), 4},
          {"hamming", joined(power(4, 6), power(3, 7)), 3},
          {"lee", power(7, 8), 2},
          {"torus_linf", power(9, 7), 1},
          {"grid_linf", power(9, 7), 1}};
}

std::vector<Cell> random_cells(int count) {
  std::mt19937_64 random(4);
  std::vector<Cell> cells;
  while (static_cast<int>(cells.size()) < count) {
    Cell cell = draw(random);
    if (cell.size() >= 10'000 && cell.size() <= 10'000'000) cells.push_back(std::move(cell));
  }
  return cells;
}

}  // namespace coldcore::bench
