// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "budget.hpp"
#include "canonical.hpp"

namespace coldcore::layout {

/// Rows by descending length within each window of `window` rows, stable; linear. lengths: [rows].
/// Throws Error(E_MEMORY).
std::vector<std::int64_t> rows_by_length(const std::vector<std::int64_t>& lengths,
                                         std::int64_t window, Budget& budget);

template <class V>
std::vector<std::int64_t> row_lengths(const Csr<V>& csr) {
  std::vector<std::int64_t> lengths(static_cast<std::size_t>(csr.rows));
  for (std::int64_t i = 0; i < csr.rows; ++i) lengths[static_cast<std::size_t>(i)] = csr.length(i);
  return lengths;
}

}  // namespace coldcore::layout
