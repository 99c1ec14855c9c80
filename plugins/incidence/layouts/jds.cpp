// SPDX-License-Identifier: Apache-2.0
//
// jds: rows by descending length; jagged diagonal d has the d-th entry of every row that is longer
// than d, at jd_ptr[d] + the row's position. perm[position] = row.
#include <numeric>

#include "checks.hpp"
#include "format.hpp"
#include "row_order.hpp"

namespace coldcore::layout {
namespace {

struct JdsFormat {
  enum : std::size_t { kPerm, kJdPtr, kColInd, kJdiag };

  template <class I, class V>
  static void build(const Csr<V>& in, Layout& out, Budget& budget) {
    const Budget::Loan scratch(budget, Wide{in.rows} * 16, "the order of the rows");
    const std::vector<std::int64_t> lengths = row_lengths(in);
    const std::vector<std::int64_t> order =
        rows_by_length(lengths, std::max<std::int64_t>(1, in.rows), budget);
    const std::int64_t longest = in.rows == 0 ? 0 : lengths[as_size(order[0])];

    allocate(out, {{in.rows}, {longest + 1}, {in.entries()}, {in.entries()}}, budget);
    const auto perm = out.fill<I>(kPerm);
    const auto jd_ptr = out.fill<I>(kJdPtr);
    const auto col_ind = out.fill<I>(kColInd);
    const auto jdiag = out.fill<V>(kJdiag);
    std::int64_t place = 0;
    std::int64_t width = in.rows;  // Rows longer than d are the first ones.
    for (std::int64_t d = 0; d < longest; ++d) {
      while (lengths[as_size(order[as_size(width) - 1])] <= d) --width;
      for (std::int64_t position = 0; position < width; ++position, ++place) {
        const std::size_t k = as_size(in.begin(order[as_size(position)]) + d);
        col_ind[as_size(place)] = static_cast<I>(in.indices[k]);
        jdiag[as_size(place)] = in.data[k];
      }
      jd_ptr[as_size(d) + 1] = static_cast<I>(place);
    }
    for (std::size_t position = 0; position < order.size(); ++position) {
      perm[position] = static_cast<I>(order[position]);
    }
  }

  template <class I, class V>
  static Csr<V> read(const Layout& in, Budget& budget) {
    const auto col_ind = in.at<I>(kColInd);
    const auto jdiag = in.at<V>(kJdiag);
    Csr<V> csr = make_csr<V>(in.rows, in.cols, extent_of(in, kColInd), budget);
    csr.indices.resize(col_ind.size());
    csr.data.resize(col_ind.size());
    for_each<I>(in, [&](std::int64_t row, std::size_t) { ++csr.indptr[as_size(row) + 1]; });
    std::inclusive_scan(csr.indptr.begin(), csr.indptr.end(), csr.indptr.begin());

    const Budget::Loan scratch(budget, Wide{in.rows} * 8, "the places in the rows");
    std::vector<std::int64_t> next(csr.indptr.begin(), csr.indptr.end() - 1);
    for_each<I>(in, [&](std::int64_t row, std::size_t k) {
      const std::size_t place = as_size(next[as_size(row)]++);
      csr.indices[place] = col_ind[k];
      csr.data[place] = jdiag[k];
    });
    return csr;
  }

  template <class I, class V>
  static void check(const Layout& layout, Budget& budget) {
    const std::int64_t entries = extent_of(layout, kColInd);
    const std::int64_t longest = extent_of(layout, kJdPtr) - 1;
    need_shape(layout, kPerm, {layout.rows});
    need_shape(layout, kJdPtr, {kAny});
    need_shape(layout, kColInd, {kAny});
    need_shape(layout, kJdiag, {entries});
    if (longest < 0) {
      fail(COLDCORE_LAYOUT_E_BUFFER,
           "{} is empty, but it has one element more than the longest row",
           role_text(layout, kJdPtr));
    }
    need_permutation<I>(layout, kPerm, std::max<std::int64_t>(1, layout.rows), budget);
    need_starts(role_text(layout, kJdPtr), layout.at<I>(kJdPtr).data(), longest, entries,
                "the length of col_ind");
    check_widths<I>(layout, longest);
    check_columns<I>(layout, longest);
  }

 private:
  // Calls body(row, k) for all entries k, those of a row in their order.
  template <class I, class Body>
  static void for_each(const Layout& in, Body&& body) {
    const auto perm = in.at<I>(kPerm);
    const auto jd_ptr = in.at<I>(kJdPtr);
    for (std::size_t d = 0; d + 1 < jd_ptr.size(); ++d) {
      const std::int64_t first = jd_ptr[d];
      for (std::int64_t k = first; k < jd_ptr[d + 1]; ++k) {
        body(perm[as_size(k - first)], as_size(k));
      }
    }
  }

  template <class I>
  static void check_widths(const Layout& layout, std::int64_t longest) {
    const auto jd_ptr = layout.at<I>(kJdPtr);
    std::int64_t widest = layout.rows;
    for (std::int64_t d = 0; d < longest; ++d) {
      const std::int64_t width = std::int64_t{jd_ptr[as_size(d) + 1]} - jd_ptr[as_size(d)];
      if (width < 1 || width > widest) {
        fail(COLDCORE_LAYOUT_E_POINTER,
             "{}[{}] = {} makes jagged diagonal {} {} long, but it must be 1..{}: rows come by "
             "descending length",
             role_text(layout, kJdPtr), d + 1, jd_ptr[as_size(d) + 1], d, width, widest);
      }
      widest = width;
    }
  }

  template <class I>
  static void check_columns(const Layout& layout, std::int64_t longest) {
    const auto jd_ptr = layout.at<I>(kJdPtr);
    const auto col_ind = layout.at<I>(kColInd);
    for (std::int64_t d = 0; d < longest; ++d) {
      for (std::int64_t k = jd_ptr[as_size(d)]; k < jd_ptr[as_size(d) + 1]; ++k) {
        need_index(layout, kColInd, k, col_ind[as_size(k)], "columns", layout.cols);
        if (d == 0) continue;
        const std::int64_t position = k - jd_ptr[as_size(d)];
        const std::int64_t previous = col_ind[as_size(jd_ptr[as_size(d) - 1] + position)];
        if (col_ind[as_size(k)] > previous) continue;
        fail_order(layout, kColInd, k, col_ind[as_size(k)], previous,
                   fmt::format("row {}", layout.at<I>(kPerm)[as_size(position)]));
      }
    }
  }
};

}  // namespace

const Format kJds = describe<JdsFormat>(
    COLDCORE_LAYOUT_JDS, "jds",
    {index_role("perm"), index_role("jd_ptr"), index_role("col_ind"), value_role("jdiag")});

}  // namespace coldcore::layout
