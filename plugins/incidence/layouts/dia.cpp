// SPDX-License-Identifier: Apache-2.0
//
// dia: data[d, j] is the element of column j on the diagonal offsets[d] = column - row; its row is
// j - offsets[d]. Every diagonal has room for all columns.
#include <algorithm>
#include <numeric>

#include "checks.hpp"
#include "format.hpp"

namespace coldcore::layout {
namespace {

struct DiaFormat {
  enum : std::size_t { kData, kOffsets };

  // Columns of a diagonal that lie in the matrix: first .. last - 1.
  static std::int64_t first_column(std::int64_t offset) {
    return std::max<std::int64_t>(0, offset);
  }
  static std::int64_t last_column(const Layout& in, std::int64_t offset) {
    return std::max(first_column(offset), std::min(in.cols, in.rows + offset));
  }

  template <class I, class V>
  static void build(const Csr<V>& in, Layout& out, Budget& budget) {
    // number[j - i + rows - 1] is 1 for a diagonal that is stored, then its position.
    const std::int64_t all = in.rows == 0 || in.cols == 0 ? 0 : in.rows + in.cols - 1;
    const Budget::Loan scratch(budget, Wide{all} * 8, "numbering the diagonals");
    std::vector<std::int64_t> number(as_size(all), 0);
    for_each(in, [&](std::int64_t diagonal, std::int64_t) { number[as_size(diagonal)] = 1; });
    const std::int64_t stored = std::accumulate(number.begin(), number.end(), std::int64_t{0});

    allocate(out, {{stored, in.cols}, {stored}}, budget);
    const auto data = out.fill<V>(kData);
    const auto offsets = out.fill<I>(kOffsets);
    std::int64_t next = 0;
    for (std::int64_t diagonal = 0; diagonal < all; ++diagonal) {
      if (number[as_size(diagonal)] == 0) continue;
      offsets[as_size(next)] = static_cast<I>(diagonal - (in.rows - 1));
      number[as_size(diagonal)] = next++;
    }
    for_each(in, [&](std::int64_t diagonal, std::int64_t k) {
      const std::int64_t at = number[as_size(diagonal)] * in.cols + in.indices[as_size(k)];
      data[as_size(at)] = in.data[as_size(k)];
    });
  }

  template <class I, class V>
  static Csr<V> read(const Layout& in, Budget& budget) {
    const auto data = in.at<V>(kData);
    std::int64_t entries = 0;
    for (const V value : data) entries += value != 0;  // Outside the matrix all are 0.
    Csr<V> csr = make_csr<V>(in.rows, in.cols, entries, budget);
    csr.indices.resize(as_size(entries));
    csr.data.resize(as_size(entries));
    for_each_stored<I, V>(in,
                          [&](std::int64_t i, std::int64_t, V) { ++csr.indptr[as_size(i) + 1]; });
    std::inclusive_scan(csr.indptr.begin(), csr.indptr.end(), csr.indptr.begin());

    const Budget::Loan scratch(budget, Wide{in.rows} * 8, "the places in the rows");
    std::vector<std::int64_t> next(csr.indptr.begin(), csr.indptr.end() - 1);
    for_each_stored<I, V>(in, [&](std::int64_t i, std::int64_t j, V value) {
      const std::size_t place = as_size(next[as_size(i)]++);  // Offsets ascend, so columns do.
      csr.indices[place] = j;
      csr.data[place] = value;
    });
    return csr;
  }

  template <class I, class V>
  static void check(const Layout& layout, Budget&) {
    const std::int64_t stored = extent_of(layout, kOffsets);
    need_shape(layout, kOffsets, {kAny});
    need_shape(layout, kData, {stored, layout.cols});
    const auto offsets = layout.at<I>(kOffsets);
    for (std::int64_t d = 0; d < stored; ++d) {
      need_offset(layout, d, offsets[as_size(d)]);
      if (d == 0 || offsets[as_size(d)] > offsets[as_size(d) - 1]) continue;
      fail(COLDCORE_LAYOUT_E_ORDER,
           "{}[{}] = {} follows {}, but offsets must ascend strictly; sort the diagonals",
           role_text(layout, kOffsets), d, offsets[as_size(d)], offsets[as_size(d) - 1]);
    }
    for (std::int64_t d = 0; d < stored; ++d) {
      const std::int64_t first = first_column(offsets[as_size(d)]);
      const std::int64_t last = last_column(layout, offsets[as_size(d)]);
      need_outside_empty<V>(layout, d, 0, first);
      need_outside_empty<V>(layout, d, last, layout.cols);
    }
  }

 private:
  template <class V, class Body>
  static void for_each(const Csr<V>& in, Body&& body) {
    for (std::int64_t i = 0; i < in.rows; ++i) {
      for (std::int64_t k = in.begin(i); k < in.end(i); ++k) {
        body(in.indices[as_size(k)] - i + in.rows - 1, k);
      }
    }
  }

  template <class I, class V, class Body>
  static void for_each_stored(const Layout& in, Body&& body) {
    const auto offsets = in.at<I>(kOffsets);
    const auto data = in.at<V>(kData);
    for (std::size_t d = 0; d < offsets.size(); ++d) {
      const std::int64_t offset = offsets[d];
      const V* diagonal = data.data() + d * as_size(in.cols);
      for (std::int64_t j = first_column(offset); j < last_column(in, offset); ++j) {
        if (diagonal[j] != 0) body(j - offset, j, diagonal[j]);
      }
    }
  }

  static void need_offset(const Layout& layout, std::int64_t d, std::int64_t offset) {
    if (layout.rows > 0 && layout.cols > 0 && offset > -layout.rows && offset < layout.cols) return;
    fail(COLDCORE_LAYOUT_E_INDEX,
         "{}[{}] = {}, but the diagonals (column - row) of {} x {} lie strictly between {} and {}; "
         "correct the offset or the declared shape",
         role_text(layout, kOffsets), d, offset, layout.rows, layout.cols, -layout.rows,
         layout.cols);
  }

  template <class V>
  static void need_outside_empty(const Layout& layout, std::int64_t d, std::int64_t first,
                                 std::int64_t last) {
    const V* diagonal = layout.at<V>(kData).data() + d * layout.cols;
    for (std::int64_t j = first; j < last; ++j) {
      if (diagonal[j] == 0) continue;
      fail_padding(
          layout, kData, fmt::format("{}, {}", d, j), static_cast<double>(diagonal[j]),
          "the diagonal has no element in that column (data is addressed by column, not by row)");
    }
  }
};

}  // namespace

const Format kDia =
    describe<DiaFormat>(COLDCORE_LAYOUT_DIA, "dia", {value_role("data"), index_role("offsets")});

}  // namespace coldcore::layout
