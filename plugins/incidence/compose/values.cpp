// SPDX-License-Identifier: Apache-2.0
//
// Compiled without contraction of a * b + c into fused multiply-adds: the definition in compose.h
// rounds products.
#include "values.hpp"

#include <cfloat>

#include "columns.hpp"

static_assert(FLT_EVAL_METHOD == 0, "sums of doubles must be rounded to doubles");

namespace coldcore::compose {
namespace {

// The block that a row is in, which `next` or a later one is. Mostly it is `next`, and a division
// costs more than a short block.
std::int64_t block_of(std::int64_t row, std::int64_t m, std::int64_t next) {
  return row - next * m < m ? next : row / m;
}

// accumulator[i] += A[i, c] * J[c, .] over the entries of one block of J, columns of A ascending.
void scatter_block(const Mirror& a, const Matrix& j, std::int64_t first_row, Range inside,
                   double* __restrict accumulator) {
  const std::int64_t* __restrict rows = a.row_data();
  const double* __restrict values = a.value_data();
  for (std::int64_t e = inside.begin; e < inside.end; ++e) {
    const Range column = a.column(j.indices[e] - first_row);
    const double factor = j.values[e];
    for (std::int64_t i = column.begin; i < column.end; ++i) {
      accumulator[rows[i]] += values[i] * factor;
    }
  }
}

// Where ascending entries, none below `first`, reach first + size. Mostly the last block is asked
// for.
std::int64_t end_below(const std::int64_t* indices, Range entries, std::int64_t first,
                       std::int64_t size) {
  if (entries.size() == 0 || indices[entries.end - 1] - first < size) return entries.end;
  std::int64_t end = entries.begin;
  while (indices[end] - first < size) ++end;
  return end;
}

// A single entry of J in a block makes a column of A, times a number. False if C has other rows
// there than that column, after which the values are still to be computed.
bool fill_multiple(const Mirror& a, Range column, double factor, const std::int64_t* c_rows,
                   std::int64_t base, Range wanted, double* out) {
  if (column.size() != wanted.size()) return false;
  const std::int64_t* a_rows = a.row_data() + column.begin;
  const double* a_values = a.value_data() + column.begin;
  for (std::int64_t i = 0; i < column.size(); ++i) {
    if (c_rows[wanted.begin + i] - base != a_rows[i]) return false;
    out[wanted.begin + i] = 0.0 + a_values[i] * factor;  // The sum begins with +0.0: no -0.0.
  }
  return true;
}

// The same for a whole column of J with one entry, as a Jacobian of variables has them.
bool fill_multiple_column(const Mirror& a, const Matrix& j, std::int64_t j_entry, const Matrix& c,
                          Range c_entries, double* out) {
  const std::int64_t row = j.indices[j_entry];
  const std::int64_t block = block_of(row, a.columns(), 0);
  const Range column = a.column(row - block * a.columns());
  return fill_multiple(a, column, j.values[j_entry], c.indices, block * a.rows(), c_entries, out);
}

// Clears what the block will read, scatters, reads. What is scattered to other rows is never read,
// so the accumulator needs no clearing as a whole.
void fill_block(const Mirror& a, const Matrix& j, std::int64_t first_row, Range inside,
                const std::int64_t* c_rows, std::int64_t base, Range wanted, double* out,
                double* accumulator) {
  for (std::int64_t e = wanted.begin; e < wanted.end; ++e) accumulator[c_rows[e] - base] = 0.0;
  scatter_block(a, j, first_row, inside, accumulator);
  for (std::int64_t e = wanted.begin; e < wanted.end; ++e) out[e] = accumulator[c_rows[e] - base];
}

void fill_column_values(const Mirror& a, const Matrix& j, Range j_left, const Matrix& c,
                        Range c_left, double* out, double* accumulator) {
  if (j_left.size() == 1 && fill_multiple_column(a, j, j_left.begin, c, c_left, out)) return;
  const std::int64_t m = a.rows();
  const std::int64_t n = a.columns();
  std::int64_t next = 0;
  while (c_left.size() > 0) {
    const std::int64_t block = block_of(c.indices[c_left.begin], m, next);
    const std::int64_t base = block * m;
    const Range wanted{c_left.begin, end_below(c.indices, c_left, base, m)};
    const std::int64_t first_row = block * n;
    while (j_left.size() > 0 && j.indices[j_left.begin] < first_row) ++j_left.begin;
    const Range inside{j_left.begin, end_below(j.indices, j_left, first_row, n)};

    const bool done =
        inside.size() == 1 && fill_multiple(a, a.column(j.indices[inside.begin] - first_row),
                                            j.values[inside.begin], c.indices, base, wanted, out);
    if (!done) fill_block(a, j, first_row, inside, c.indices, base, wanted, out, accumulator);
    c_left.begin = wanted.end;
    j_left.begin = inside.end;
    next = block + 1;
  }
}

}  // namespace

void fill_values(const Mirror& a, const Matrix& j, const Matrix& c, double* out, Scratch& scratch,
                 int threads) {
  for_columns(c.columns, threads, [&](std::int64_t begin, std::int64_t end, int worker) {
    double* accumulator = scratch.accumulator(worker);
    for (std::int64_t column = begin; column < end; ++column) {
      fill_column_values(a, j, line_of(j, column), c, line_of(c, column), out, accumulator);
    }
  });
}

}  // namespace coldcore::compose
