// SPDX-License-Identifier: Apache-2.0
//
// bcsr: block row i has the blocks indptr[i] .. indptr[i + 1] - 1; data[k, a, b] is the element of
// row i * r + a in column indices[k] * c + b.
#include <algorithm>

#include "blocks.hpp"
#include "format.hpp"

namespace coldcore::layout {
namespace {

struct BcsrFormat {
  enum : std::size_t { kIndptr, kIndices, kData };

  template <class I>
  static std::vector<std::int64_t> starts(const Layout& layout, Budget& budget) {
    const auto indptr = layout.at<I>(kIndptr);
    budget.take(static_cast<Wide>(indptr.size()) * 8, "the starts of the block rows");
    return {indptr.begin(), indptr.end()};
  }

  template <class I, class V>
  static void build(const Csr<V>& in, Layout& out, Budget& budget) {
    const Blocks blocks = find_blocks(in, out, budget);
    allocate(out,
             {{block_row_count(out) + 1},
              {blocks.count()},
              {blocks.count(), out.block_rows, out.block_cols}},
             budget);
    const auto narrow = [](std::int64_t n) { return static_cast<I>(n); };
    std::transform(blocks.start.begin(), blocks.start.end(), out.fill<I>(kIndptr).begin(), narrow);
    std::transform(blocks.col.begin(), blocks.col.end(), out.fill<I>(kIndices).begin(), narrow);
    fill_blocks(in, blocks, out, budget);
  }

  template <class I, class V>
  static Csr<V> read(const Layout& in, Budget& budget) {
    return read_blocks<I, V>(in, starts<I>(in, budget), budget);
  }

  template <class I, class V>
  static void check(const Layout& layout, Budget& budget) {
    const std::int64_t blocks = extent_of(layout, kIndices);
    need_shape(layout, kIndptr, {block_row_count(layout) + 1});
    need_shape(layout, kIndices, {kAny});
    need_shape(layout, kData, {blocks, layout.block_rows, layout.block_cols});
    need_starts(role_text(layout, kIndptr), layout.at<I>(kIndptr).data(), block_row_count(layout),
                blocks, "the length of indices");
    check_blocks<I, V>(layout, starts<I>(layout, budget), budget);
  }
};

}  // namespace

const Format kBcsr =
    describe<BcsrFormat>(COLDCORE_LAYOUT_BCSR, "bcsr",
                         {index_role("indptr"), index_role("indices"), value_role("data")});

}  // namespace coldcore::layout
