// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace coldcore::bench {

/// What is measured.
struct Cell {
  std::string family;
  std::vector<int> axes;
  int radius = 0;

  int n() const { return static_cast<int>(axes.size()); }
  std::int64_t size() const;
  /// "hamming 7^8 R=3".
  std::string name() const;
};

/// The cells that docs/benchmarks.md shows.
std::vector<Cell> table_cells();

/// Shapes of all families drawn at random, of 10^4 to 10^7 words; the same ones every time.
std::vector<Cell> random_cells(int count);

}  // namespace coldcore::bench
