// SPDX-License-Identifier: Apache-2.0
//
// csc: column j has the entries indptr[j] .. indptr[j + 1] - 1, rows ascending.
#include <numeric>

#include "checks.hpp"
#include "format.hpp"

namespace coldcore::layout {
namespace {

struct CscFormat {
  enum : std::size_t { kIndptr, kIndices, kData };

  template <class I, class V>
  static void build(const Csr<V>& in, Layout& out, Budget& budget) {
    allocate(out, {{in.cols + 1}, {in.entries()}, {in.entries()}}, budget);
    const auto indptr = out.fill<I>(kIndptr);
    const auto indices = out.fill<I>(kIndices);
    const auto data = out.fill<V>(kData);
    for (const std::int64_t j : in.indices) ++indptr[as_size(j) + 1];
    std::inclusive_scan(indptr.begin(), indptr.end(), indptr.begin());

    const Budget::Loan scratch(budget, Wide{in.cols} * 8, "the places in the columns");
    std::vector<std::int64_t> next(indptr.begin(), indptr.end() - 1);
    for (std::int64_t i = 0; i < in.rows; ++i) {  // Rows ascend, so they do in each column.
      for (std::int64_t k = in.begin(i); k < in.end(i); ++k) {
        const std::int64_t place = next[as_size(in.indices[as_size(k)])]++;
        indices[as_size(place)] = static_cast<I>(i);
        data[as_size(place)] = in.data[as_size(k)];
      }
    }
  }

  template <class I, class V>
  static Csr<V> read(const Layout& in, Budget& budget) {
    const auto indptr = in.at<I>(kIndptr);
    const auto indices = in.at<I>(kIndices);
    const auto data = in.at<V>(kData);
    Csr<V> csr = make_csr<V>(in.rows, in.cols, static_cast<std::int64_t>(data.size()), budget);
    csr.indices.resize(data.size());
    csr.data.resize(data.size());
    for (const std::int64_t i : indices) ++csr.indptr[as_size(i) + 1];
    std::inclusive_scan(csr.indptr.begin(), csr.indptr.end(), csr.indptr.begin());

    const Budget::Loan scratch(budget, Wide{in.rows} * 8, "the places in the rows");
    std::vector<std::int64_t> next(csr.indptr.begin(), csr.indptr.end() - 1);
    for (std::int64_t j = 0; j < in.cols; ++j) {
      for (std::int64_t k = indptr[as_size(j)]; k < indptr[as_size(j) + 1]; ++k) {
        const std::int64_t place = next[as_size(indices[as_size(k)])]++;
        csr.indices[as_size(place)] = j;
        csr.data[as_size(place)] = data[as_size(k)];
      }
    }
    return csr;
  }

  template <class I, class V>
  static void check(const Layout& layout, Budget&) {
    const std::int64_t entries = extent_of(layout, kIndices);
    need_shape(layout, kIndptr, {layout.cols + 1});
    need_shape(layout, kIndices, {kAny});
    need_shape(layout, kData, {entries});
    need_starts(role_text(layout, kIndptr), layout.at<I>(kIndptr).data(), layout.cols, entries,
                "the length of indices");
    need_ascending_lists<I>(layout, kIndptr, kIndices, "column", "rows", layout.rows);
  }
};

}  // namespace

const Format kCsc = describe<CscFormat>(
    COLDCORE_LAYOUT_CSC, "csc", {index_role("indptr"), index_role("indices"), value_role("data")});

}  // namespace coldcore::layout
