// SPDX-License-Identifier: Apache-2.0
//
// What workers need for themselves. Made on first use, then kept.
#pragma once

#include <cstdint>
#include <vector>

#include "row_set.hpp"

namespace coldcore::compose {

class Scratch {
 public:
  /// For a matrix of this many rows.
  explicit Scratch(std::int64_t rows) : rows_(rows) {}

  void need_accumulators(int threads) {
    while (accumulators_.size() < static_cast<std::size_t>(threads)) {
      accumulators_.emplace_back(static_cast<std::size_t>(rows_));
    }
  }
  void need_row_sets(int threads) {
    while (row_sets_.size() < static_cast<std::size_t>(threads)) row_sets_.emplace_back(rows_);
  }

  double* accumulator(int worker) { return accumulators_[static_cast<std::size_t>(worker)].data(); }
  RowSet& row_set(int worker) { return row_sets_[static_cast<std::size_t>(worker)]; }

  std::int64_t bytes() const {
    std::int64_t sum = static_cast<std::int64_t>(accumulators_.size() * sizeof(double)) * rows_;
    for (const RowSet& set : row_sets_) sum += set.bytes();
    return sum;
  }

 private:
  std::int64_t rows_;
  std::vector<std::vector<double>> accumulators_;
  std::vector<RowSet> row_sets_;
};

}  // namespace coldcore::compose
