// SPDX-License-Identifier: Apache-2.0
#include "canonical.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "checks.hpp"
#include "error.hpp"
#include "layout.hpp"

namespace coldcore::layout {
namespace {

// Up to this length insertion is the faster sort, and bounded, it is linear.
constexpr std::int64_t kInserted = 64;

template <class V>
struct Entry {
  std::int64_t col;
  V value;
};

/// Sorts the entries of one row after the other by column, stable.
template <class V>
class RowSorter {
 public:
  RowSorter(std::int64_t cols, std::int64_t longest) : cols_(cols) {
    if (longest <= kInserted) return;
    entries_.resize(as_size(longest));
    sorted_.resize(as_size(longest));
  }

  /// What the constructor allocates.
  static Wide bytes(std::int64_t longest) {
    return longest <= kInserted ? 0 : Wide{longest} * 2 * static_cast<Wide>(sizeof(Entry<V>));
  }

  void sort(std::int64_t* col, V* value, std::int64_t length) {
    if (std::is_sorted(col, col + length)) return;
    if (length <= kInserted) return insert(col, value, length);
    for (std::int64_t k = 0; k < length; ++k) entries_[as_size(k)] = {col[k], value[k]};
    for (int shift = 0; (cols_ - 1) >> shift > 0; shift += 8) digit_pass(length, shift);
    for (std::int64_t k = 0; k < length; ++k) {
      col[k] = entries_[as_size(k)].col;
      value[k] = entries_[as_size(k)].value;
    }
  }

 private:
  static void insert(std::int64_t* col, V* value, std::int64_t length) {
    for (std::int64_t k = 1; k < length; ++k) {
      const Entry<V> entry{col[k], value[k]};
      std::int64_t at = k;
      for (; at > 0 && col[at - 1] > entry.col; --at) {
        col[at] = col[at - 1];
        value[at] = value[at - 1];
      }
      col[at] = entry.col;
      value[at] = entry.value;
    }
  }

  // One stable pass of a radix sort.
  void digit_pass(std::int64_t length, int shift) {
    std::array<std::int64_t, 256> start{};
    const auto digit = [&](const Entry<V>& entry) { return as_size((entry.col >> shift) & 255); };
    for (std::int64_t k = 0; k < length; ++k) ++start[digit(entries_[as_size(k)])];
    std::exclusive_scan(start.begin(), start.end(), start.begin(), std::int64_t{0});
    for (std::int64_t k = 0; k < length; ++k) {
      const Entry<V>& entry = entries_[as_size(k)];
      sorted_[as_size(start[digit(entry)]++)] = entry;
    }
    entries_.swap(sorted_);
  }

  std::int64_t cols_;
  std::vector<Entry<V>> entries_{};
  std::vector<Entry<V>> sorted_{};
};

}  // namespace

template <class V>
Csr<V> make_csr(std::int64_t rows, std::int64_t cols, std::int64_t entries, Budget& budget) {
  const Wide bytes = Wide{entries} * (8 + static_cast<Wide>(sizeof(V))) + (Wide{rows} + 1) * 8;
  budget.take(bytes, "the canonical form of the matrix");
  Csr<V> csr;
  csr.rows = rows;
  csr.cols = cols;
  csr.indptr.assign(as_size(rows) + 1, 0);
  csr.indices.reserve(as_size(entries));
  csr.data.reserve(as_size(entries));
  return csr;
}

template <class V>
void sum_rows(Csr<V>& csr, Budget& budget) {
  std::int64_t longest = 0;
  for (std::int64_t i = 0; i < csr.rows; ++i) longest = std::max(longest, csr.length(i));
  const Budget::Loan scratch(budget, RowSorter<V>::bytes(longest), "sorting the entries of a row");
  RowSorter<V> sorter(csr.cols, longest);
  std::int64_t* const col = csr.indices.data();
  V* const value = csr.data.data();
  std::int64_t begin = 0;
  std::int64_t kept = 0;  // Never beyond what is read.
  for (std::int64_t i = 0; i < csr.rows; ++i) {
    const std::int64_t end = csr.end(i);
    sorter.sort(col + begin, value + begin, end - begin);
    for (std::int64_t k = begin; k < end; ++k) {
      if (k > begin && col[k] == col[kept - 1]) {
        value[kept - 1] += value[k];
        continue;
      }
      col[kept] = col[k];
      value[kept++] = value[k];
    }
    csr.indptr[as_size(i) + 1] = kept;
    begin = end;
  }
  csr.indices.resize(as_size(kept));
  csr.data.resize(as_size(kept));
}

template <class I, class V>
Csr<V> canonical_from_coo(std::int64_t rows, std::int64_t cols, std::int64_t count, const I* row,
                          const I* col, const V* data, Budget& budget) {
  for (std::int64_t k = 0; k < count; ++k) {
    need_index("row", k, row[k], "rows", rows);
    need_index("col", k, col[k], "columns", cols);
  }
  Csr<V> csr = make_csr<V>(rows, cols, count, budget);
  csr.indices.resize(as_size(count));
  csr.data.resize(as_size(count));
  for (std::int64_t k = 0; k < count; ++k) ++csr.indptr[as_size(row[k]) + 1];
  std::inclusive_scan(csr.indptr.begin(), csr.indptr.end(), csr.indptr.begin());
  {
    const Budget::Loan scratch(budget, Wide{rows} * 8, "the places in the rows");
    std::vector<std::int64_t> next(csr.indptr.begin(), csr.indptr.end() - 1);
    for (std::int64_t k = 0; k < count; ++k) {
      const std::size_t place = as_size(next[as_size(row[k])]++);
      csr.indices[place] = col[k];
      csr.data[place] = data[k];
    }
  }
  sum_rows(csr, budget);
  return csr;
}

template <class I, class V>
Csr<V> canonical_from_csr(std::int64_t rows, std::int64_t cols, std::int64_t count, const I* indptr,
                          const I* indices, const V* data, Budget& budget) {
  need_starts("indptr", indptr, rows, count, "nnz");
  for (std::int64_t k = 0; k < count; ++k) need_index("indices", k, indices[k], "columns", cols);
  Csr<V> csr = make_csr<V>(rows, cols, count, budget);
  std::copy_n(indptr, rows + 1, csr.indptr.begin());
  csr.indices.assign(indices, indices + count);
  csr.data.assign(data, data + count);
  sum_rows(csr, budget);
  return csr;
}

template Csr<float> make_csr(std::int64_t, std::int64_t, std::int64_t, Budget&);
template Csr<double> make_csr(std::int64_t, std::int64_t, std::int64_t, Budget&);
template void sum_rows(Csr<float>&, Budget&);
template void sum_rows(Csr<double>&, Budget&);

#define COLDCORE_LAYOUT_CANONICAL(I, V)                                                            \
  template Csr<V> canonical_from_coo(std::int64_t, std::int64_t, std::int64_t, const I*, const I*, \
                                     const V*, Budget&);                                           \
  template Csr<V> canonical_from_csr(std::int64_t, std::int64_t, std::int64_t, const I*, const I*, \
                                     const V*, Budget&);
COLDCORE_LAYOUT_CANONICAL(std::int32_t, float)
COLDCORE_LAYOUT_CANONICAL(std::int32_t, double)
COLDCORE_LAYOUT_CANONICAL(std::int64_t, float)
COLDCORE_LAYOUT_CANONICAL(std::int64_t, double)
#undef COLDCORE_LAYOUT_CANONICAL

}  // namespace coldcore::layout
