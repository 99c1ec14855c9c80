// SPDX-License-Identifier: Apache-2.0
//
// Matrices as lists of entries, in whole numbers so small that sums of doubles are exact in every
// order, and products with them by the definition.
#pragma once

#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace kernels_test {

using Random = std::mt19937_64;
using Doubles = std::vector<double>;
using Integers = std::vector<std::int64_t>;

inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

inline std::int64_t below(Random& random, std::int64_t limit) {
  return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(limit));
}

/// -9..9, which is 0 now and then.
inline std::int64_t small_number(Random& random) { return below(random, 19) - 9; }

struct Entry {
  std::int64_t row;
  std::int64_t col;
  std::int64_t value;
};

struct Matrix {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::vector<Entry> entries{};  ///< In any order; those of one place add up.

  void add(std::int64_t row, std::int64_t col, std::int64_t value) {
    entries.push_back({row, col, value});
  }
};

inline Integers numbers(Random& random, std::int64_t count) {
  Integers result;
  for (std::int64_t i = 0; i < count; ++i) result.push_back(small_number(random));
  return result;
}

inline Doubles as_doubles(const Integers& numbers) { return {numbers.begin(), numbers.end()}; }

/// A X for X of `count` columns, row by row.
inline Integers product(const Matrix& a, const Integers& x, std::int64_t count = 1) {
  Integers y(static_cast<std::size_t>(a.rows * count));
  for (const auto& [row, col, value] : a.entries) {
    for (std::int64_t k = 0; k < count; ++k) {
      y[static_cast<std::size_t>(row * count + k)] +=
          value * x[static_cast<std::size_t>(col * count + k)];
    }
  }
  return y;
}

/// Entries at random places, some twice.
inline Matrix scattered(Random& random, std::int64_t rows, std::int64_t cols,
                        std::int64_t entries) {
  Matrix a{rows, cols};
  if (rows == 0 || cols == 0) return a;
  for (std::int64_t e = 0; e < entries; ++e) {
    a.add(below(random, rows), below(random, cols), small_number(random));
  }
  return a;
}

inline Matrix banded(Random& random, std::int64_t rows, std::int64_t cols) {
  const std::int64_t below_main = below(random, 4);
  const std::int64_t above_main = below(random, 4);
  Matrix a{rows, cols};
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::int64_t j = i - below_main; j <= i + above_main; ++j) {
      if (j >= 0 && j < cols && below(random, 8) > 0) a.add(i, j, small_number(random));
    }
  }
  return a;
}

/// One row and one column with everything, and a few entries besides.
inline Matrix arrow(Random& random, std::int64_t rows, std::int64_t cols) {
  Matrix a = scattered(random, rows, cols, (rows + cols) / 2);
  if (rows == 0 || cols == 0) return a;
  const std::int64_t row = below(random, rows);
  const std::int64_t col = below(random, cols);
  for (std::int64_t j = 0; j < cols; ++j) a.add(row, j, small_number(random));
  for (std::int64_t i = 0; i < rows; ++i) a.add(i, col, small_number(random));
  return a;
}

/// All the shapes and kinds, in turn.
inline Matrix any_matrix(Random& random, int number) {
  const auto size = [&random] {
    return below(random, 4) == 0 ? below(random, 4) : below(random, 45);
  };
  const std::int64_t rows = number % 7 == 0 ? below(random, 3) : size();
  const std::int64_t cols = number % 7 == 1 ? below(random, 3) : size();
  switch (number % 5) {
    case 0:
      return banded(random, rows, cols);
    case 1:
      return arrow(random, rows, cols);
    case 2:
      return scattered(random, rows, cols, below(random, 6));
    case 3:
      return scattered(random, rows, cols, rows * cols);
    default:
      return scattered(random, rows, cols, below(random, 4 * (rows + cols) + 1));
  }
}

}  // namespace kernels_test
