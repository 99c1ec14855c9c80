// SPDX-License-Identifier: Apache-2.0
//
// csr: row i has the entries indptr[i] .. indptr[i + 1] - 1, columns ascending.
#include <algorithm>

#include "checks.hpp"
#include "format.hpp"

namespace coldcore::layout {
namespace {

struct CsrFormat {
  enum : std::size_t { kIndptr, kIndices, kData };

  template <class I, class V>
  static void build(const Csr<V>& in, Layout& out, Budget& budget) {
    allocate(out, {{in.rows + 1}, {in.entries()}, {in.entries()}}, budget);
    const auto narrow = [](std::int64_t n) { return static_cast<I>(n); };
    std::transform(in.indptr.begin(), in.indptr.end(), out.fill<I>(kIndptr).begin(), narrow);
    std::transform(in.indices.begin(), in.indices.end(), out.fill<I>(kIndices).begin(), narrow);
    std::copy(in.data.begin(), in.data.end(), out.fill<V>(kData).begin());
  }

  template <class I, class V>
  static Csr<V> read(const Layout& in, Budget& budget) {
    const auto indptr = in.at<I>(kIndptr);
    const auto indices = in.at<I>(kIndices);
    const auto data = in.at<V>(kData);
    Csr<V> csr = make_csr<V>(in.rows, in.cols, static_cast<std::int64_t>(data.size()), budget);
    csr.indptr.assign(indptr.begin(), indptr.end());
    csr.indices.assign(indices.begin(), indices.end());
    csr.data.assign(data.begin(), data.end());
    return csr;
  }

  template <class I, class V>
  static void check(const Layout& layout, Budget&) {
    const std::int64_t entries = extent_of(layout, kIndices);
    need_shape(layout, kIndptr, {layout.rows + 1});
    need_shape(layout, kIndices, {kAny});
    need_shape(layout, kData, {entries});
    need_starts(role_text(layout, kIndptr), layout.at<I>(kIndptr).data(), layout.rows, entries,
                "the length of indices");
    need_ascending_lists<I>(layout, kIndptr, kIndices, "row", "columns", layout.cols);
  }
};

}  // namespace

const Format kCsr = describe<CsrFormat>(
    COLDCORE_LAYOUT_CSR, "csr", {index_role("indptr"), index_role("indices"), value_role("data")});

}  // namespace coldcore::layout
