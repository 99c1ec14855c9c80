// SPDX-License-Identifier: Apache-2.0
//
// The form between all formats: compressed rows, columns strictly ascending, explicit zeros kept.
#pragma once

#include <cstdint>
#include <type_traits>
#include <variant>
#include <vector>

#include "budget.hpp"

namespace coldcore::layout {

template <class V>
struct Csr {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::vector<std::int64_t> indptr{};   // [rows + 1]
  std::vector<std::int64_t> indices{};  // [entries]
  std::vector<V> data{};

  std::int64_t entries() const { return static_cast<std::int64_t>(data.size()); }
  std::int64_t begin(std::int64_t row) const { return indptr[static_cast<std::size_t>(row)]; }
  std::int64_t end(std::int64_t row) const { return indptr[static_cast<std::size_t>(row) + 1]; }
  std::int64_t length(std::int64_t row) const { return end(row) - begin(row); }
};

using Canonical = std::variant<Csr<float>, Csr<double>>;

/// A Csr with room for its arrays, indptr all zero. Throws Error(E_MEMORY).
template <class V>
Csr<V> make_csr(std::int64_t rows, std::int64_t cols, std::int64_t entries, Budget& budget);

/// Sorts the columns of every row, equal ones in the order given, and sums what names one place.
/// Linear, whatever the number of columns. Throws Error(E_MEMORY).
template <class V>
void sum_rows(Csr<V>& csr, Budget& budget);

/// The canonical form of coordinates. Throws Error(E_INDEX), naming the first bad entry, and
/// Error(E_MEMORY).
template <class I, class V>
Csr<V> canonical_from_coo(std::int64_t rows, std::int64_t cols, std::int64_t count, const I* row,
                          const I* col, const V* data, Budget& budget);

/// The same of compressed rows. Throws also Error(E_POINTER).
template <class I, class V>
Csr<V> canonical_from_csr(std::int64_t rows, std::int64_t cols, std::int64_t count, const I* indptr,
                          const I* indices, const V* data, Budget& budget);

}  // namespace coldcore::layout
