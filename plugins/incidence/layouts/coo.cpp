// SPDX-License-Identifier: Apache-2.0
//
// coo: entry k is data[k] at (row[k], col[k]); rows ascend, and columns within a row.
#include <algorithm>

#include "checks.hpp"
#include "format.hpp"

namespace coldcore::layout {
namespace {

struct CooFormat {
  enum : std::size_t { kRow, kCol, kData };

  template <class I, class V>
  static void build(const Csr<V>& in, Layout& out, Budget& budget) {
    allocate(out, {{in.entries()}, {in.entries()}, {in.entries()}}, budget);
    const auto row = out.fill<I>(kRow);
    for (std::int64_t i = 0; i < in.rows; ++i) {
      std::fill(row.begin() + in.begin(i), row.begin() + in.end(i), static_cast<I>(i));
    }
    std::transform(in.indices.begin(), in.indices.end(), out.fill<I>(kCol).begin(),
                   [](std::int64_t j) { return static_cast<I>(j); });
    std::copy(in.data.begin(), in.data.end(), out.fill<V>(kData).begin());
  }

  template <class I, class V>
  static Csr<V> read(const Layout& in, Budget& budget) {
    const auto row = in.at<I>(kRow);
    const auto col = in.at<I>(kCol);
    const auto data = in.at<V>(kData);
    return canonical_from_coo(in.rows, in.cols, static_cast<std::int64_t>(data.size()), row.data(),
                              col.data(), data.data(), budget);
  }

  template <class I, class V>
  static void check(const Layout& layout, Budget&) {
    const std::int64_t entries = extent_of(layout, kRow);
    need_shape(layout, kRow, {kAny});
    need_shape(layout, kCol, {entries});
    need_shape(layout, kData, {entries});
    const auto row = layout.at<I>(kRow);
    const auto col = layout.at<I>(kCol);
    for (std::size_t k = 0; k < row.size(); ++k) {
      const auto place = static_cast<std::int64_t>(k);
      need_index(layout, kRow, place, row[k], "rows", layout.rows);
      need_index(layout, kCol, place, col[k], "columns", layout.cols);
      if (k == 0 || row[k] > row[k - 1]) continue;
      if (row[k] < row[k - 1]) fail_row(layout, place, row[k], row[k - 1]);
      if (col[k] > col[k - 1]) continue;
      fail_order(layout, kCol, place, col[k], col[k - 1], fmt::format("row {}", row[k]));
    }
  }

 private:
  [[noreturn]] static void fail_row(const Layout& layout, std::int64_t place, std::int64_t row,
                                    std::int64_t previous) {
    fail(COLDCORE_LAYOUT_E_ORDER,
         "{}[{}] = {} follows {}, but rows must not fall; build the layout from its coordinates, "
         "which "
         "sorts and sums them",
         role_text(layout, kRow), place, row, previous);
  }
};

}  // namespace

const Format kCoo = describe<CooFormat>(COLDCORE_LAYOUT_COO, "coo",
                                        {index_role("row"), index_role("col"), value_role("data")});

}  // namespace coldcore::layout
