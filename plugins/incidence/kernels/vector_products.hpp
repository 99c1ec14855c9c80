// SPDX-License-Identifier: Apache-2.0
//
// y = A x on a range of rows, layout by layout. Only for products_isa.cpp.
#pragma once

#include "lanes.hpp"
#include "matrix.hpp"

namespace coldcore::kernels {
namespace {

void clear(double* y, std::int64_t begin, std::int64_t end) {
  for (std::int64_t i = begin; i < end; ++i) y[i] = 0;
}

// --- Layouts that have whole rows -------------------------------------------------------------

template <class I>
void times_vector(const Csr<I>& a, const double* x, double* y, std::int64_t begin,
                  std::int64_t end) {
  std::int64_t first = a.indptr[begin];
  for (std::int64_t i = begin; i < end; ++i) {
    const std::int64_t next = a.indptr[i + 1];
    y[i] = sparse_sum(next - first, a.data + first, a.indices + first, x);
    first = next;
  }
}

/// How many entries row i of an ell matrix has before the padding, which is -1.
template <class I>
std::int64_t row_length(const Ell<I>& a, std::int64_t i) {
  const I* const places = a.indices + i * a.width;
  if (a.width == 0 || places[a.width - 1] >= 0) return a.width;
  return first_place(0, a.width, [places](std::int64_t k) { return places[k] < 0; });
}

template <class I>
void times_vector(const Ell<I>& a, const double* x, double* y, std::int64_t begin,
                  std::int64_t end) {
  for (std::int64_t i = begin; i < end; ++i) {
    const std::int64_t first = i * a.width;
    y[i] = sparse_sum(row_length(a, i), a.data + first, a.indices + first, x);
  }
}

void times_vector(const Dense& a, const double* x, double* y, std::int64_t begin,
                  std::int64_t end) {
  for (std::int64_t i = begin; i < end; ++i) y[i] = dense_sum(a.cols, a.data + i * a.cols, x);
}

std::int64_t first_column(const Banded& a, std::int64_t i) { return larger(0, i - *a.lbound); }

/// How many elements row i has in the band and in the matrix.
std::int64_t row_length(const Banded& a, std::int64_t i) {
  return larger(0, smaller(a.cols - 1, i + *a.ubound) - first_column(a, i) + 1);
}

void times_vector(const Banded& a, const double* x, double* y, std::int64_t begin,
                  std::int64_t end) {
  for (std::int64_t i = begin; i < end; ++i) {
    const std::int64_t length = row_length(a, i);
    y[i] = length == 0 ? 0 : dense_sum(length, a.data + i * a.width, x + first_column(a, i));
  }
}

// --- Layouts across rows: many sums at once, each in the order of the row's entries ------------

// The sums of as many rows stay in the innermost cache. Those of dia are so cheap that what they
// are made of should stay there, too; with those of jds, long pieces of each diagonal count for
// more.
constexpr std::int64_t kDiaRows = 256;
constexpr std::int64_t kJdsRows = 2048;

void add_products(std::int64_t n, const double* __restrict values, const double* __restrict x,
                  double* __restrict sums) {
  for (std::int64_t k = 0; k < n; ++k) sums[k] += values[k] * x[k];
}

template <class I>
void times_vector(const Dia<I>& a, const double* x, double* y, std::int64_t begin,
                  std::int64_t end) {
  for (std::int64_t top = begin; top < end; top += kDiaRows) {
    const std::int64_t bottom = smaller(end, top + kDiaRows);
    clear(y, top, bottom);
    for (std::int64_t d = 0; d < a.diagonals; ++d) {
      const std::int64_t offset = a.offsets[d];
      const std::int64_t first = larger(top, -offset);
      const std::int64_t count = smaller(bottom, a.cols - offset) - first;
      if (count <= 0) continue;
      add_products(count, a.data + d * a.cols + first + offset, x + first + offset, y + first);
    }
  }
}

template <class I>
void add_products(std::int64_t n, const double* values, const I* places, const double* x,
                  double* sums) {
  std::int64_t k = 0;
  for (; k + 8 <= n; k += 8) {
    // What comes after these rows is far enough away for the machine not to expect it.
    __builtin_prefetch(values + k + kJdsRows);
    __builtin_prefetch(places + k + kJdsRows);
    const Lanes8 products = load<Lanes8>(values + k) * pick8<true>(x, places + k);
    store(sums + k, load<Lanes8>(sums + k) + products);
  }
  for (; k < n; ++k) sums[k] += values[k] * x[places[k]];
}

template <class I>
void times_vector(const Jds<I>& a, const double* x, double* y, std::int64_t begin,
                  std::int64_t end) {
  double sums[kJdsRows];
  for (std::int64_t top = begin; top < end; top += kJdsRows) {
    const std::int64_t rows = smaller(end - top, kJdsRows);
    clear(sums, 0, rows);
    for (std::int64_t d = 0; d < a.diagonals; ++d) {
      const std::int64_t first = a.jd_ptr[d] + top;
      const std::int64_t count = smaller(rows, a.jd_ptr[d + 1] - first);
      if (count <= 0) break;  // Diagonals get shorter.
      add_products(count, a.jdiag + first, a.col_ind + first, x, sums);
    }
    for (std::int64_t r = 0; r < rows; ++r) y[a.perm[top + r]] = sums[r];
  }
}

/// Eight or four neighbouring rows of a slice. far: columns of a row are far apart.
struct EightRows {
  using Sums = Lanes8;
  using Mask = Mask8;
  static constexpr int kRows = 8;
  template <bool kGather, class I>
  static Sums pick(const double* x, const I* places) {
    return pick8<kGather>(x, places);
  }
};
struct FourRows {
  using Sums = Lanes4;
  using Mask = Mask4;
  static constexpr int kRows = 4;
  template <bool, class I>
  static Sums pick(const double* x, const I* places) {
    return pick4(x, places);
  }
};

/// How many entries each row of a group has.
template <class Group>
struct Lengths {
  typename Group::Mask each;
  std::int64_t least;
  std::int64_t most;
};

template <class Group, class I>
Lengths<Group> lengths_of(const I* row_len) {
  Lengths<Group> lengths{{}, row_len[0], row_len[0]};
  for (int r = 0; r < Group::kRows; ++r) {
    lengths.each[r] = row_len[r];
    lengths.least = smaller(lengths.least, row_len[r]);
    lengths.most = larger(lengths.most, row_len[r]);
  }
  return lengths;
}

/// The sums of a group whose entries begin at values and places, those of a row `stride` apart.
/// Padding is left out: 0 times x[0] is not 0 for every x.
template <class Group, bool kGather, class I>
typename Group::Sums slice_sums(const Lengths<Group>& lengths, const double* values,
                                const I* places, std::int64_t stride, const double* x) {
  using Sums = typename Group::Sums;
  Sums sums{};
  std::int64_t k = 0;
  for (; k < lengths.least; ++k, values += stride, places += stride) {
    sums += load<Sums>(values) * Group::template pick<kGather>(x, places);
  }
  for (; k < lengths.most; ++k, values += stride, places += stride) {
    const Sums products = load<Sums>(values) * Group::template pick<kGather>(x, places);
    sums = lengths.each > k ? sums + products : sums;
  }
  return sums;
}

template <class I>
double slice_row_sum(const Sell<I>& a, std::int64_t position, std::int64_t first, const double* x) {
  double sum = 0;
  for (std::int64_t k = 0; k < a.row_len[position]; ++k, first += a.slice_rows) {
    sum += a.val[first] * x[a.col_idx[first]];
  }
  return sum;
}

/// As many whole groups as there are in a slice from `position` to `end`; returns their rows.
template <class Group, class I>
std::int64_t slice_groups(const Sell<I>& a, std::int64_t position, std::int64_t end,
                          std::int64_t first, const double* x, double* y) {
  std::int64_t done = 0;
  for (; position + done + Group::kRows <= end; done += Group::kRows) {
    const I* const perm = a.perm + position + done;
    const double* const values = a.val + first + done;
    const I* const places = a.col_idx + first + done;
    const auto lengths = lengths_of<Group>(a.row_len + position + done);
    const bool far =
        lengths.least > 0 && places[(lengths.least - 1) * a.slice_rows] - places[0] >= kFar;
    const auto sums = far ? slice_sums<Group, true>(lengths, values, places, a.slice_rows, x)
                          : slice_sums<Group, false>(lengths, values, places, a.slice_rows, x);
    for (int r = 0; r < Group::kRows; ++r) y[perm[r]] = sums[r];
  }
  return done;
}

template <class I>
void times_vector(const Sell<I>& a, const double* x, double* y, std::int64_t begin,
                  std::int64_t end) {
  for (std::int64_t top = begin; top < end; top += a.slice_rows) {
    const std::int64_t bottom = smaller(end, top + a.slice_rows);
    const std::int64_t first = a.slice_ptr[top / a.slice_rows];
    std::int64_t done = slice_groups<EightRows>(a, top, bottom, first, x, y);
    done += slice_groups<FourRows>(a, top + done, bottom, first + done, x, y);
    for (; top + done < bottom; ++done) {
      y[a.perm[top + done]] = slice_row_sum(a, top + done, first + done, x);
    }
  }
}

// --- Layouts in blocks -------------------------------------------------------------------------

/// What the functions for blocks have to know.
template <class I>
struct Blocks {
  std::int64_t rows;
  std::int64_t cols;
  const I* col;
  const double* data;
  std::int64_t height;
  std::int64_t width;
};

template <class I>
Blocks<I> blocks_of(const Bcsr<I>& a) {
  return {a.rows, a.cols, a.indices, a.data, a.block_rows, a.block_cols};
}

template <class I>
Blocks<I> blocks_of(const Bcoo<I>& a) {
  return {a.rows, a.cols, a.col, a.data, a.block_rows, a.block_cols};
}

/// Adds blocks begin..end-1, which are in one block row, to its part of y. What a block has outside
/// the matrix is not read.
template <class I>
void add_blocks(const Blocks<I>& a, std::int64_t block_row, std::int64_t begin, std::int64_t end,
                const double* x, double* y) {
  const std::int64_t top = block_row * a.height;
  const std::int64_t height = smaller(a.height, a.rows - top);
  for (std::int64_t k = begin; k < end; ++k) {
    const std::int64_t left = a.col[k] * a.width;
    const std::int64_t width = smaller(a.width, a.cols - left);
    const double* values = a.data + k * a.height * a.width;
    for (std::int64_t r = 0; r < height; ++r, values += a.width) {
      double sum = y[top + r];
      for (std::int64_t c = 0; c < width; ++c) sum += values[c] * x[left + c];
      y[top + r] = sum;
    }
  }
}

/// The same for blocks of a size known in advance, in a block row that is wholly in the matrix.
template <int kHeight, int kWidth, class I>
void add_known_blocks(const Blocks<I>& a, std::int64_t block_row, std::int64_t begin,
                      std::int64_t end, const double* x, double* y) {
  double* const out = y + block_row * kHeight;
  double sums[kHeight];
  for (int r = 0; r < kHeight; ++r) sums[r] = out[r];
  for (std::int64_t k = begin; k < end; ++k) {
    const std::int64_t left = std::int64_t{a.col[k]} * kWidth;
    const double* const values = a.data + k * (kHeight * kWidth);
    const auto add_column = [&](int c) {
      for (int r = 0; r < kHeight; ++r) sums[r] += values[r * kWidth + c] * x[left + c];
    };
    if (left + kWidth <= a.cols) {
      for (int c = 0; c < kWidth; ++c) add_column(c);
    } else {
      for (int c = 0; left + c < a.cols; ++c) add_column(c);
    }
  }
  for (int r = 0; r < kHeight; ++r) out[r] = sums[r];
}

template <class I>
void add_block_row(const Blocks<I>& a, std::int64_t block_row, std::int64_t begin, std::int64_t end,
                   const double* x, double* y) {
  const bool known = a.height == a.width && (block_row + 1) * a.height <= a.rows;
  if (known && a.height == 2) return add_known_blocks<2, 2>(a, block_row, begin, end, x, y);
  if (known && a.height == 3) return add_known_blocks<3, 3>(a, block_row, begin, end, x, y);
  if (known && a.height == 4) return add_known_blocks<4, 4>(a, block_row, begin, end, x, y);
  add_blocks(a, block_row, begin, end, x, y);
}

template <class I>
void times_vector(const Bcsr<I>& a, const double* x, double* y, std::int64_t begin,
                  std::int64_t end) {
  const Blocks<I> blocks = blocks_of(a);
  clear(y, begin, end);
  for (std::int64_t row = begin / a.block_rows; row * a.block_rows < end; ++row) {
    add_block_row(blocks, row, a.indptr[row], a.indptr[row + 1], x, y);
  }
}

// --- Layouts that list the row of each entry or block --------------------------------------------

struct Range {
  std::int64_t begin;
  std::int64_t end;
};

/// The entries of rows begin..end-1, if rows do not fall. All rows are all entries in any case.
template <class I>
Range entries_of_rows(const I* row, std::int64_t entries, std::int64_t begin, std::int64_t end) {
  return {first_place(0, entries, [=](std::int64_t k) { return row[k] >= begin; }),
          first_place(0, entries, [=](std::int64_t k) { return row[k] >= end; })};
}

/// on_run(row, first, last + 1) for each longest run of entries of one row.
template <class I, class OnRun>
void for_runs(const I* row, const Range& entries, OnRun&& on_run) {
  for (std::int64_t k = entries.begin; k < entries.end;) {
    const std::int64_t first = k;
    const std::int64_t i = row[first];
    while (k < entries.end && row[k] == i) ++k;
    on_run(i, first, k);
  }
}

template <class I>
bool rows_ascend(const Coo<I>& a, std::int64_t begin, std::int64_t end) {
  for (std::int64_t k = begin; k < end; ++k) {
    if (k + 1 < a.stored && a.row[k] > a.row[k + 1]) return false;
  }
  return true;
}

template <class I>
void times_vector(const Coo<I>& a, const double* x, double* y, std::int64_t begin,
                  std::int64_t end) {
  clear(y, begin, end);
  const Range entries = entries_of_rows(a.row, a.stored, begin, end);
  std::int64_t k = entries.begin;
  while (k < entries.end) {
    const std::int64_t i = a.row[k];
    double sum = y[i];
    do {
      sum += a.data[k] * x[a.col[k]];
      ++k;
    } while (k < entries.end && a.row[k] == i);
    y[i] = sum;
  }
}

std::int64_t blocks_for(std::int64_t rows, std::int64_t height) {
  return (rows + height - 1) / height;
}

template <class I>
bool rows_ascend(const Bcoo<I>& a, std::int64_t begin, std::int64_t end) {
  for (std::int64_t k = begin; k < end; ++k) {
    if (k + 1 < a.blocks && a.row[k] > a.row[k + 1]) return false;
  }
  return true;
}

template <class I>
Range blocks_of_rows(const Bcoo<I>& a, std::int64_t begin, std::int64_t end) {
  return entries_of_rows(a.row, a.blocks, begin / a.block_rows, blocks_for(end, a.block_rows));
}

template <class I>
void times_vector(const Bcoo<I>& a, const double* x, double* y, std::int64_t begin,
                  std::int64_t end) {
  const Blocks<I> blocks = blocks_of(a);
  clear(y, begin, end);
  for_runs(a.row, blocks_of_rows(a, begin, end),
           [&](std::int64_t row, std::int64_t first, std::int64_t last) {
             add_block_row(blocks, row, first, last, x, y);
           });
}

// --- By columns ----------------------------------------------------------------------------------

/// The entries of column j in rows begin..end-1; rows of a column ascend.
template <class I>
Range entries_of_column(const Csc<I>& a, std::int64_t j, std::int64_t begin, std::int64_t end) {
  Range entries{a.indptr[j], a.indptr[j + 1]};
  if (begin > 0) {
    entries.begin = first_place(entries.begin, entries.end,
                                [&](std::int64_t k) { return a.indices[k] >= begin; });
  }
  if (end < a.rows) {
    entries.end = first_place(entries.begin, entries.end,
                              [&](std::int64_t k) { return a.indices[k] >= end; });
  }
  return entries;
}

template <class I>
void times_vector(const Csc<I>& a, const double* x, double* y, std::int64_t begin,
                  std::int64_t end) {
  clear(y, begin, end);
  for (std::int64_t j = 0; j < a.cols; ++j) {
    const Range entries = entries_of_column(a, j, begin, end);
    const double factor = x[j];
    for (std::int64_t k = entries.begin; k < entries.end; ++k)
      y[a.indices[k]] += a.data[k] * factor;
  }
}

}  // namespace
}  // namespace coldcore::kernels
