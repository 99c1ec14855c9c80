// SPDX-License-Identifier: Apache-2.0
//
// What bcsr and bcoo share: the matrix cut into blocks of r x c, of which those with an entry are
// stored. Both have the block columns in their buffer 1 and the blocks in buffer 2.
#pragma once

#include <cstdint>
#include <vector>

#include "canonical.hpp"
#include "checks.hpp"
#include "layout.hpp"

namespace coldcore::layout {

inline constexpr std::size_t kBlockCols = 1;
inline constexpr std::size_t kBlockData = 2;

inline std::int64_t block_row_count(const Layout& layout) {
  return ceil_div(layout.rows, layout.block_rows);
}
inline std::int64_t block_col_count(const Layout& layout) {
  return ceil_div(layout.cols, layout.block_cols);
}

/// Which blocks there are: block row i has the block columns col[start[i]] .. col[start[i + 1] -
/// 1].
struct Blocks {
  std::vector<std::int64_t> start{};
  std::vector<std::int64_t> col{};

  std::int64_t count() const { return static_cast<std::int64_t>(col.size()); }
};

/// The blocks of a matrix, in the order in which a walk along its rows meets them, or by column
/// where the layout asks for it. Throws Error(E_MEMORY).
template <class V>
Blocks find_blocks(const Csr<V>& in, const Layout& layout, Budget& budget);

/// Writes the entries into the blocks.
template <class V>
void fill_blocks(const Csr<V>& in, const Blocks& blocks, Layout& out, Budget& budget);

/// Back: what is not 0. Throws Error(E_MEMORY).
template <class I, class V>
Csr<V> read_blocks(const Layout& in, const std::vector<std::int64_t>& start, Budget& budget);

/// Block columns in range and distinct within a block row, ascending where that is claimed; blocks
/// empty outside the matrix. Throws Error.
template <class I, class V>
void check_blocks(const Layout& layout, const std::vector<std::int64_t>& start, Budget& budget);

}  // namespace coldcore::layout
