// SPDX-License-Identifier: Apache-2.0
//
// A by columns, made of A by rows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "matrix.hpp"

namespace coldcore::compose {

/// What a mirror is for.
enum class MirrorOf {
  kPattern,     ///< Sparsity.
  kValues,      ///< Values, once.
  kRefreshable  ///< Values that may be replaced.
};

class Mirror {
 public:
  Mirror(const Matrix& a, MirrorOf what);

  std::int64_t rows() const { return row_count_; }
  std::int64_t columns() const { return column_count_; }
  std::int64_t nnz() const { return static_cast<std::int64_t>(rows_.size()); }

  /// How many rows of A have entries.
  std::int64_t nonempty_rows() const { return nonempty_rows_; }

  /// The entries of a column in row_data() and value_data(), rows ascending.
  Range column(std::int64_t c) const {
    if (all_columns_) return {starts_[c], starts_[c + 1]};
    const auto found = std::lower_bound(kept_.begin(), kept_.end(), c);
    if (found == kept_.end() || *found != c) return {};
    const auto slot = found - kept_.begin();
    return {starts_[slot], starts_[slot + 1]};
  }
  const std::int64_t* row_data() const { return rows_.data(); }
  const double* value_data() const { return values_.data(); }

  /// Takes other values of the same entries, in A's order. Needs MirrorOf::kRefreshable.
  void take_values(const double* a_values);

  /// Bytes of all arrays.
  std::int64_t bytes() const;

 private:
  void choose_columns(const Matrix& a);
  void count_columns(const Matrix& a);
  void place_entries(const Matrix& a, MirrorOf what);
  std::int64_t slot_of(std::int64_t c) const;

  std::int64_t row_count_;
  std::int64_t column_count_;
  std::int64_t nonempty_rows_ = 0;
  bool all_columns_ = true;           // Whether every column has a slot in starts_.
  std::vector<std::int64_t> kept_;    // Else the columns that have one, ascending.
  std::vector<std::int64_t> starts_;  // Of each slot, and the end.
  std::vector<std::int64_t> rows_;
  std::vector<double> values_;
  std::vector<std::int64_t> sources_;  // Where in A an entry is.
};

}  // namespace coldcore::compose
