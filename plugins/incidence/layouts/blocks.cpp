// SPDX-License-Identifier: Apache-2.0
#include "blocks.hpp"

#include <algorithm>
#include <numeric>

#include "error.hpp"

namespace coldcore::layout {
namespace {

Wide marker_bytes(const Layout& layout) { return Wide{block_col_count(layout)} * 8; }

// By columns, then dealt out to the block rows in that order; linear.
void sort_blocks(Blocks& blocks, const Layout& layout, Budget& budget) {
  const std::int64_t block_cols = block_col_count(layout);
  const Budget::Loan scratch(budget,
                             (Wide{blocks.count()} + block_cols + 1 + block_row_count(layout)) * 8,
                             "sorting the blocks");
  std::vector<std::int64_t> start(as_size(block_cols) + 1, 0);
  for (const std::int64_t col : blocks.col) ++start[as_size(col) + 1];
  std::inclusive_scan(start.begin(), start.end(), start.begin());
  std::vector<std::int64_t> row_of(blocks.col.size());
  for (std::size_t row = 0; row + 1 < blocks.start.size(); ++row) {
    for (std::int64_t b = blocks.start[row]; b < blocks.start[row + 1]; ++b) {
      row_of[as_size(start[as_size(blocks.col[as_size(b)])]++)] = static_cast<std::int64_t>(row);
    }
  }
  std::vector<std::int64_t> next(blocks.start.begin(), blocks.start.end() - 1);
  std::int64_t b = 0;
  for (std::int64_t col = 0; col < block_cols; ++col) {  // start[col] is its end by now.
    for (; b < start[as_size(col)]; ++b) {
      blocks.col[as_size(next[as_size(row_of[as_size(b)])]++)] = col;
    }
  }
}

// Calls body(row, column, value) for all positions that are not 0, row by row within a block row.
template <class I, class V, class Body>
void for_each_value(const Layout& in, const std::vector<std::int64_t>& start, Body&& body) {
  const auto cols = in.at<I>(kBlockCols);
  const auto data = in.at<V>(kBlockData);
  for (std::size_t block_row = 0; block_row + 1 < start.size(); ++block_row) {
    for (std::int64_t a = 0; a < in.block_rows; ++a) {
      for (std::int64_t b = start[block_row]; b < start[block_row + 1]; ++b) {
        const V* line = data.data() + (b * in.block_rows + a) * in.block_cols;
        for (std::int64_t c = 0; c < in.block_cols; ++c) {
          if (line[c] == 0) continue;
          body(static_cast<std::int64_t>(block_row) * in.block_rows + a,
               cols[as_size(b)] * in.block_cols + c, line[c]);
        }
      }
    }
  }
}

template <class V>
void check_block_edges(const Layout& layout, std::int64_t block, std::int64_t row0,
                       std::int64_t col0) {
  if (row0 + layout.block_rows <= layout.rows && col0 + layout.block_cols <= layout.cols) return;
  const V* values = layout.at<V>(kBlockData).data() + block * layout.block_rows * layout.block_cols;
  for (std::int64_t a = 0; a < layout.block_rows; ++a) {
    for (std::int64_t c = 0; c < layout.block_cols; ++c) {
      const V value = values[a * layout.block_cols + c];
      if ((row0 + a < layout.rows && col0 + c < layout.cols) || value == 0) continue;
      fail_padding(layout, kBlockData, fmt::format("{}, {}, {}", block, a, c),
                   static_cast<double>(value),
                   fmt::format("row {}, column {} is outside {} x {}", row0 + a, col0 + c,
                               layout.rows, layout.cols));
    }
  }
}

}  // namespace

template <class V>
Blocks find_blocks(const Csr<V>& in, const Layout& layout, Budget& budget) {
  budget.take(Wide{in.entries()} * 8 + (Wide{block_row_count(layout)} + 1) * 8,
              "the list of blocks");
  const Budget::Loan scratch(budget, marker_bytes(layout), "marking block columns");
  std::vector<std::int64_t> last_block(as_size(block_col_count(layout)), -1);
  Blocks blocks;
  blocks.start.assign(as_size(block_row_count(layout)) + 1, 0);
  blocks.col.reserve(as_size(in.entries()));
  std::int64_t first = 0;  // Of the block row.
  for (std::int64_t i = 0; i < in.rows; ++i) {
    if (i % layout.block_rows == 0) first = blocks.count();
    for (std::int64_t k = in.begin(i); k < in.end(i); ++k) {
      const std::int64_t block_col = in.indices[as_size(k)] / layout.block_cols;
      if (last_block[as_size(block_col)] >= first) continue;
      last_block[as_size(block_col)] = blocks.count();
      blocks.col.push_back(block_col);
    }
    blocks.start[as_size(i / layout.block_rows) + 1] = blocks.count();
  }
  if (layout.sorted_blocks) sort_blocks(blocks, layout, budget);
  return blocks;
}

template <class V>
void fill_blocks(const Csr<V>& in, const Blocks& blocks, Layout& out, Budget& budget) {
  const Budget::Loan scratch(budget, marker_bytes(out), "marking block columns");
  std::vector<std::int64_t> block_of(as_size(block_col_count(out)), -1);
  const auto data = out.fill<V>(kBlockData);
  for (std::int64_t i = 0; i < in.rows; ++i) {
    const std::size_t block_row = as_size(i / out.block_rows);
    if (i % out.block_rows == 0) {
      for (std::int64_t b = blocks.start[block_row]; b < blocks.start[block_row + 1]; ++b) {
        block_of[as_size(blocks.col[as_size(b)])] = b;
      }
    }
    for (std::int64_t k = in.begin(i); k < in.end(i); ++k) {
      const std::int64_t j = in.indices[as_size(k)];
      const std::int64_t block = block_of[as_size(j / out.block_cols)];
      const std::int64_t line = block * out.block_rows + i % out.block_rows;
      data[as_size(line * out.block_cols + j % out.block_cols)] = in.data[as_size(k)];
    }
  }
}

template <class I, class V>
Csr<V> read_blocks(const Layout& in, const std::vector<std::int64_t>& start, Budget& budget) {
  std::int64_t count = 0;
  for_each_value<I, V>(in, start, [&](std::int64_t, std::int64_t, V) { ++count; });
  Csr<V> csr = make_csr<V>(in.rows, in.cols, count, budget);
  for_each_value<I, V>(in, start, [&](std::int64_t i, std::int64_t j, V value) {
    ++csr.indptr[as_size(i) + 1];
    csr.indices.push_back(j);
    csr.data.push_back(value);
  });
  std::inclusive_scan(csr.indptr.begin(), csr.indptr.end(), csr.indptr.begin());
  sum_rows(csr, budget);  // Blocks need not come in the order of their columns.
  return csr;
}

template <class I, class V>
void check_blocks(const Layout& layout, const std::vector<std::int64_t>& start, Budget& budget) {
  const auto cols = layout.at<I>(kBlockCols);
  const Budget::Loan scratch(budget, marker_bytes(layout), "marking block columns");
  std::vector<std::int64_t> last_block(as_size(block_col_count(layout)), -1);
  for (std::size_t block_row = 0; block_row + 1 < start.size(); ++block_row) {
    for (std::int64_t b = start[block_row]; b < start[block_row + 1]; ++b) {
      const std::int64_t col = cols[as_size(b)];
      need_index(layout, kBlockCols, b, col, "block columns", block_col_count(layout));
      const bool first = b == start[block_row];
      if (layout.sorted_blocks && !first && col < cols[as_size(b) - 1]) {
        fail_order(layout, kBlockCols, b, col, cols[as_size(b) - 1],
                   fmt::format("block row {}", block_row));
      }
      if (last_block[as_size(col)] >= start[block_row]) {
        fail(COLDCORE_LAYOUT_E_ORDER,
             "{}[{}] = {}, but block {} of block row {} is there already; add the two blocks up",
             role_text(layout, kBlockCols), b, col, last_block[as_size(col)], block_row);
      }
      last_block[as_size(col)] = b;
      check_block_edges<V>(layout, b, static_cast<std::int64_t>(block_row) * layout.block_rows,
                           col * layout.block_cols);
    }
  }
}

#define COLDCORE_LAYOUT_BLOCKS(V)                                                               \
  template Blocks find_blocks(const Csr<V>&, const Layout&, Budget&);                           \
  template void fill_blocks(const Csr<V>&, const Blocks&, Layout&, Budget&);                    \
  template Csr<V> read_blocks<std::int32_t, V>(const Layout&, const std::vector<std::int64_t>&, \
                                               Budget&);                                        \
  template Csr<V> read_blocks<std::int64_t, V>(const Layout&, const std::vector<std::int64_t>&, \
                                               Budget&);                                        \
  template void check_blocks<std::int32_t, V>(const Layout&, const std::vector<std::int64_t>&,  \
                                              Budget&);                                         \
  template void check_blocks<std::int64_t, V>(const Layout&, const std::vector<std::int64_t>&,  \
                                              Budget&);
COLDCORE_LAYOUT_BLOCKS(float)
COLDCORE_LAYOUT_BLOCKS(double)
#undef COLDCORE_LAYOUT_BLOCKS

}  // namespace coldcore::layout
