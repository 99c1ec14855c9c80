// SPDX-License-Identifier: Apache-2.0
//
// bcoo: data[k, a, b] is the element of row row[k] * r + a in column col[k] * c + b; block rows
// ascend.
#include <algorithm>

#include "blocks.hpp"
#include "format.hpp"

namespace coldcore::layout {
namespace {

struct BcooFormat {
  enum : std::size_t { kRow, kCol, kData };

  // Where the block rows begin in row, as indptr of bcsr would say.
  template <class I>
  static std::vector<std::int64_t> starts(const Layout& layout, Budget& budget) {
    budget.take((Wide{block_row_count(layout)} + 1) * 8, "the starts of the block rows");
    std::vector<std::int64_t> start(as_size(block_row_count(layout)) + 1, 0);
    for (const std::int64_t row : layout.at<I>(kRow)) ++start[as_size(row) + 1];
    for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
    return start;
  }

  template <class I, class V>
  static void build(const Csr<V>& in, Layout& out, Budget& budget) {
    const Blocks blocks = find_blocks(in, out, budget);
    allocate(out,
             {{blocks.count()}, {blocks.count()}, {blocks.count(), out.block_rows, out.block_cols}},
             budget);
    const auto row = out.fill<I>(kRow);
    for (std::size_t i = 0; i + 1 < blocks.start.size(); ++i) {
      std::fill(row.begin() + blocks.start[i], row.begin() + blocks.start[i + 1],
                static_cast<I>(i));
    }
    std::transform(blocks.col.begin(), blocks.col.end(), out.fill<I>(kCol).begin(),
                   [](std::int64_t j) { return static_cast<I>(j); });
    fill_blocks(in, blocks, out, budget);
  }

  template <class I, class V>
  static Csr<V> read(const Layout& in, Budget& budget) {
    return read_blocks<I, V>(in, starts<I>(in, budget), budget);
  }

  template <class I, class V>
  static void check(const Layout& layout, Budget& budget) {
    const std::int64_t blocks = extent_of(layout, kRow);
    need_shape(layout, kRow, {kAny});
    need_shape(layout, kCol, {blocks});
    need_shape(layout, kData, {blocks, layout.block_rows, layout.block_cols});
    const auto row = layout.at<I>(kRow);
    for (std::size_t k = 0; k < row.size(); ++k) {
      const auto place = static_cast<std::int64_t>(k);
      need_index(layout, kRow, place, row[k], "block rows", block_row_count(layout));
      if (k == 0 || row[k] >= row[k - 1]) continue;
      fail(COLDCORE_LAYOUT_E_ORDER,
           "{}[{}] = {} follows {}, but block rows must not fall; sort the blocks",
           role_text(layout, kRow), k, row[k], row[k - 1]);
    }
    check_blocks<I, V>(layout, starts<I>(layout, budget), budget);
  }
};

}  // namespace

const Format kBcoo = describe<BcooFormat>(
    COLDCORE_LAYOUT_BCOO, "bcoo", {index_role("row"), index_role("col"), value_role("data")});

}  // namespace coldcore::layout
