// SPDX-License-Identifier: Apache-2.0
#include "sparsity.hpp"

#include "columns.hpp"
#include "error.hpp"

namespace coldcore::compose {
namespace {

// Calls visit(block, entries) for every block of a column of J that has entries.
template <class Visit>
void for_blocks(const Matrix& j, std::int64_t column, std::int64_t n, Visit&& visit) {
  const Range entries = line_of(j, column);
  for (std::int64_t e = entries.begin; e < entries.end;) {
    const std::int64_t block = j.indices[e] / n;
    const std::int64_t base = block * n;
    Range inside{e, e + 1};
    while (inside.end < entries.end && j.indices[inside.end] - base < n) ++inside.end;
    visit(block, inside);
    e = inside.end;
  }
}

// Columns of bands and of dense matrices are runs of rows.
bool is_run(const std::int64_t* rows, Range column) {
  return column.size() > 1 && rows[column.end - 1] - rows[column.begin] == column.size() - 1;
}

// Adds to the set the rows of A that meet the entries of this block.
void collect_rows(const Mirror& a, const Matrix& j, std::int64_t block, Range inside,
                  RowSet& rows) {
  const std::int64_t* a_rows = a.row_data();
  for (std::int64_t e = inside.begin; e < inside.end; ++e) {
    const Range column = a.column(j.indices[e] - block * a.columns());
    if (is_run(a_rows, column)) {
      rows.insert_run(a_rows[column.begin], a_rows[column.end - 1]);
    } else {
      for (std::int64_t i = column.begin; i < column.end; ++i) rows.insert(a_rows[i]);
    }
    if (rows.size() == a.nonempty_rows()) return;
  }
}

// A single entry of J brings the rows of one column of A, which need no set.
bool single_column(const Mirror& a, const Matrix& j, std::int64_t block, Range inside,
                   Range& column) {
  if (inside.size() != 1) return false;
  column = a.column(j.indices[inside.begin] - block * a.columns());
  return true;
}

std::int64_t count_column(const Mirror& a, const Matrix& j, std::int64_t column, RowSet& rows) {
  std::int64_t count = 0;
  for_blocks(j, column, a.columns(), [&](std::int64_t block, Range inside) {
    if (Range only; single_column(a, j, block, inside, only)) {
      count += only.size();
      return;
    }
    collect_rows(a, j, block, inside, rows);
    count += rows.size();
    rows.clear();
  });
  return count;
}

void fill_column(const Mirror& a, const Matrix& j, std::int64_t column, RowSet& rows,
                 std::int64_t* out) {
  for_blocks(j, column, a.columns(), [&](std::int64_t block, Range inside) {
    const std::int64_t base = block * a.rows();
    if (Range only; single_column(a, j, block, inside, only)) {
      const std::int64_t* a_rows = a.row_data();
      for (std::int64_t i = only.begin; i < only.end; ++i) *out++ = base + a_rows[i];
      return;
    }
    collect_rows(a, j, block, inside, rows);
    rows.drain([&](std::int64_t row) { *out++ = base + row; });
  });
}

}  // namespace

std::vector<std::int64_t> column_starts(const Mirror& a, const Matrix& j, Scratch& scratch,
                                        int threads) {
  std::vector<std::int64_t> starts(static_cast<std::size_t>(j.columns) + 1);
  for_columns(j.columns, threads, [&](std::int64_t begin, std::int64_t end, int worker) {
    RowSet& rows = scratch.row_set(worker);
    for (std::int64_t c = begin; c < end; ++c) starts[c + 1] = count_column(a, j, c, rows);
  });
  for (std::int64_t c = 0; c < j.columns; ++c) {
    if (__builtin_add_overflow(starts[c], starts[c + 1], &starts[c + 1])) {
      fail(COMPOSE_E_OVERFLOW, "C has more than 2^63 - 1 entries by column {}", c);
    }
  }
  return starts;
}

void fill_rows(const Mirror& a, const Matrix& j, const std::int64_t* starts, std::int64_t* rows,
               Scratch& scratch, int threads) {
  for_columns(j.columns, threads, [&](std::int64_t begin, std::int64_t end, int worker) {
    RowSet& set = scratch.row_set(worker);
    for (std::int64_t c = begin; c < end; ++c) fill_column(a, j, c, set, rows + starts[c]);
  });
}

}  // namespace coldcore::compose
