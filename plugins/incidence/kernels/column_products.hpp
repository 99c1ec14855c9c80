// SPDX-License-Identifier: Apache-2.0
//
// C = alpha A B + beta C on a range of rows. Layouts that can list a row collect it in registers,
// some columns of B at a time; the others add to C entry by entry. Only for products_isa.cpp.
#pragma once

#include "lanes.hpp"
#include "matrix.hpp"
#include "products.hpp"
#include "vector_products.hpp"

namespace coldcore::kernels {
namespace {

// --- Listing a row: on_entry(column, value) in the order in which the layout has them ------------

template <class A>
std::int64_t row_at(const A&, std::int64_t position) {
  return position;
}
template <class I>
std::int64_t row_at(const Jds<I>& a, std::int64_t position) {
  return a.perm[position];
}
template <class I>
std::int64_t row_at(const Sell<I>& a, std::int64_t position) {
  return a.perm[position];
}

template <class I, class OnEntry>
void list_row(const Csr<I>& a, std::int64_t i, OnEntry&& on_entry) {
  for (std::int64_t k = a.indptr[i]; k < a.indptr[i + 1]; ++k) on_entry(a.indices[k], a.data[k]);
}

template <class I, class OnEntry>
void list_row(const Ell<I>& a, std::int64_t i, OnEntry&& on_entry) {
  const std::int64_t first = i * a.width;
  for (std::int64_t k = first; k < first + a.width && a.indices[k] >= 0; ++k) {
    on_entry(a.indices[k], a.data[k]);
  }
}

template <class OnEntry>
void list_row(const Dense& a, std::int64_t i, OnEntry&& on_entry) {
  for (std::int64_t j = 0; j < a.cols; ++j) on_entry(j, a.data[i * a.cols + j]);
}

template <class OnEntry>
void list_row(const Banded& a, std::int64_t i, OnEntry&& on_entry) {
  const std::int64_t first = first_column(a, i);
  const std::int64_t length = row_length(a, i);
  for (std::int64_t k = 0; k < length; ++k) on_entry(first + k, a.data[i * a.width + k]);
}

template <class I, class OnEntry>
void list_row(const Dia<I>& a, std::int64_t i, OnEntry&& on_entry) {
  for (std::int64_t d = 0; d < a.diagonals; ++d) {
    const std::int64_t j = i + a.offsets[d];
    if (j >= 0 && j < a.cols) on_entry(j, a.data[d * a.cols + j]);
  }
}

template <class I, class OnEntry>
void list_row(const Jds<I>& a, std::int64_t position, OnEntry&& on_entry) {
  for (std::int64_t d = 0; d < a.diagonals; ++d) {
    const std::int64_t k = a.jd_ptr[d] + position;
    if (k >= a.jd_ptr[d + 1]) return;
    on_entry(a.col_ind[k], a.jdiag[k]);
  }
}

template <class I, class OnEntry>
void list_row(const Sell<I>& a, std::int64_t position, OnEntry&& on_entry) {
  std::int64_t k = a.slice_ptr[position / a.slice_rows] + position % a.slice_rows;
  for (std::int64_t n = a.row_len[position]; n > 0; --n, k += a.slice_rows) {
    on_entry(a.col_idx[k], a.val[k]);
  }
}

template <class I, class OnEntry>
void list_row(const Bcsr<I>& a, std::int64_t i, OnEntry&& on_entry) {
  const std::int64_t block_row = i / a.block_rows;
  const double* const in_block = a.data + i % a.block_rows * a.block_cols;
  for (std::int64_t k = a.indptr[block_row]; k < a.indptr[block_row + 1]; ++k) {
    const std::int64_t left = a.indices[k] * a.block_cols;
    const std::int64_t width = smaller(a.block_cols, a.cols - left);
    const double* const values = in_block + k * a.block_rows * a.block_cols;
    for (std::int64_t c = 0; c < width; ++c) on_entry(left + c, values[c]);
  }
}

// --- A row in registers
// ----------------------------------------------------------------------------

template <class V>
constexpr std::int64_t width_of() {
  return static_cast<std::int64_t>(sizeof(V) / sizeof(double));
}

/// Columns first .. first + kVectors * width of a row of C.
template <class V, int kVectors, class A>
void columns_of_row(const A& a, const Columns& columns, std::int64_t position, std::int64_t first) {
  V sums[kVectors] = {};
  const double* const b = columns.b + first;
  list_row(a, position, [&](std::int64_t j, double value) {
    const double* const from = b + j * columns.count;
    for (int v = 0; v < kVectors; ++v) sums[v] += value * load<V>(from + v * width_of<V>());
  });
  double* const to = columns.c + row_at(a, position) * columns.count + first;
  for (int v = 0; v < kVectors; ++v) {
    double* const part = to + v * width_of<V>();
    V result = columns.alpha * sums[v];
    if (columns.beta != 0) result += columns.beta * load<V>(part);
    store(part, result);
  }
}

template <class A>
void times_columns(const A& a, const Columns& columns, std::int64_t begin, std::int64_t end) {
  for (std::int64_t position = begin; position < end; ++position) {
    std::int64_t first = 0;
    const auto left = [&] { return columns.count - first; };
    for (; left() >= 32; first += 32) columns_of_row<Lanes8, 4>(a, columns, position, first);
    for (; left() >= 8; first += 8) columns_of_row<Lanes8, 1>(a, columns, position, first);
    if (left() >= 4) {
      columns_of_row<Lanes4, 1>(a, columns, position, first);
      first += 4;
    }
    for (; left() > 0; ++first) columns_of_row<double, 1>(a, columns, position, first);
  }
}

// --- Entry by entry
// ----------------------------------------------------------------------------------

void scale_rows(const Columns& columns, std::int64_t begin, std::int64_t end) {
  double* const c = columns.c;
  const std::int64_t last = end * columns.count;
  if (columns.beta == 0) return clear(c, begin * columns.count, last);
  for (std::int64_t k = begin * columns.count; k < last; ++k) c[k] *= columns.beta;
}

/// Adds alpha * value * row j of B to row i of C.
void add_row(const Columns& columns, std::int64_t i, std::int64_t j, double value) {
  const double factor = columns.alpha * value;
  double* __restrict const to = columns.c + i * columns.count;
  const double* __restrict const from = columns.b + j * columns.count;
  for (std::int64_t k = 0; k < columns.count; ++k) to[k] += factor * from[k];
}

template <class I>
void times_columns(const Coo<I>& a, const Columns& columns, std::int64_t begin, std::int64_t end) {
  scale_rows(columns, begin, end);
  const Range entries = entries_of_rows(a.row, a.stored, begin, end);
  for (std::int64_t k = entries.begin; k < entries.end; ++k) {
    add_row(columns, a.row[k], a.col[k], a.data[k]);
  }
}

template <class I>
void times_columns(const Bcoo<I>& a, const Columns& columns, std::int64_t begin, std::int64_t end) {
  scale_rows(columns, begin, end);
  const Range blocks = blocks_of_rows(a, begin, end);
  for (std::int64_t k = blocks.begin; k < blocks.end; ++k) {
    const std::int64_t top = a.row[k] * a.block_rows;
    const std::int64_t left = a.col[k] * a.block_cols;
    const std::int64_t height = smaller(a.block_rows, a.rows - top);
    const std::int64_t width = smaller(a.block_cols, a.cols - left);
    const double* values = a.data + k * a.block_rows * a.block_cols;
    for (std::int64_t r = 0; r < height; ++r, values += a.block_cols) {
      for (std::int64_t c = 0; c < width; ++c) add_row(columns, top + r, left + c, values[c]);
    }
  }
}

template <class I>
void times_columns(const Csc<I>& a, const Columns& columns, std::int64_t begin, std::int64_t end) {
  scale_rows(columns, begin, end);
  for (std::int64_t j = 0; j < a.cols; ++j) {
    const Range entries = entries_of_column(a, j, begin, end);
    for (std::int64_t k = entries.begin; k < entries.end; ++k) {
      add_row(columns, a.indices[k], j, a.data[k]);
    }
  }
}

}  // namespace
}  // namespace coldcore::kernels
