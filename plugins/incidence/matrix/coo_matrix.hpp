// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace coldcore::matrix {

/// The most rows, columns and entries: what the layouts take.
constexpr std::int64_t kMostRows = std::int64_t{1} << 48;

/// A sparse matrix as a list of entries in any order, indices from 0. Entries that name one place
/// stay as they are given: who makes a layout of them sums them up.
struct CooMatrix {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::vector<std::int64_t> row;
  std::vector<std::int64_t> col;
  std::vector<double> value;

  std::int64_t entries() const { return static_cast<std::int64_t>(value.size()); }

  void reserve(std::size_t count) {
    row.reserve(count);
    col.reserve(count);
    value.reserve(count);
  }

  void add(std::int64_t r, std::int64_t c, double v) {
    row.push_back(r);
    col.push_back(c);
    value.push_back(v);
  }
};

constexpr std::int64_t kBytesPerEntry = 2 * sizeof(std::int64_t) + sizeof(double);

}  // namespace coldcore::matrix
