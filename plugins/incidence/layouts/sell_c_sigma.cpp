// SPDX-License-Identifier: Apache-2.0
//
// sell_c_sigma: rows by descending length within windows of sigma; C of them are a slice, as wide
// as its longest row and stored by columns: entry k of the slice's row r is at slice_ptr[slice] + k
// * C + r. perm[position] = row, row_len[position] its length; what is beyond that is index 0 and
// value 0.
#include <algorithm>

#include "checks.hpp"
#include "format.hpp"
#include "row_order.hpp"

namespace coldcore::layout {
namespace {

struct SellFormat {
  enum : std::size_t { kSlicePtr, kColIdx, kVal, kRowLen, kPerm };

  template <class I, class V>
  static void build(const Csr<V>& in, Layout& out, Budget& budget) {
    const Budget::Loan scratch(budget, Wide{in.rows} * 16, "the order of the rows");
    const std::vector<std::int64_t> lengths = row_lengths(in);
    const std::vector<std::int64_t> order = rows_by_length(lengths, out.sigma, budget);
    const std::int64_t slices = ceil_div(in.rows, out.slice_rows);
    const std::int64_t stored = padded_size(out, lengths, order);

    allocate(out, {{slices + 1}, {stored}, {stored}, {in.rows}, {in.rows}}, budget);
    const auto slice_ptr = out.fill<I>(kSlicePtr);
    const auto row_len = out.fill<I>(kRowLen);
    const auto perm = out.fill<I>(kPerm);
    std::int64_t start = 0;
    for (std::int64_t slice = 0; slice < slices; ++slice) {
      const std::int64_t width = slice_width(out, lengths, order, slice);
      for (std::int64_t at = slice * out.slice_rows; at < slice_end(out, slice); ++at) {
        const std::int64_t row = order[as_size(at)];
        perm[as_size(at)] = static_cast<I>(row);
        row_len[as_size(at)] = static_cast<I>(in.length(row));
        fill_row<I>(in, row, start + at - slice * out.slice_rows, out);
      }
      start += width * out.slice_rows;
      slice_ptr[as_size(slice) + 1] = static_cast<I>(start);
    }
  }

  template <class I, class V>
  static Csr<V> read(const Layout& in, Budget& budget) {
    const auto slice_ptr = in.at<I>(kSlicePtr);
    const auto col_idx = in.at<I>(kColIdx);
    const auto val = in.at<V>(kVal);
    const auto row_len = in.at<I>(kRowLen);
    const auto perm = in.at<I>(kPerm);
    std::int64_t entries = 0;
    for (const std::int64_t length : row_len) entries += length;
    Csr<V> csr = make_csr<V>(in.rows, in.cols, entries, budget);
    csr.indices.resize(as_size(entries));
    csr.data.resize(as_size(entries));
    for (std::size_t at = 0; at < perm.size(); ++at)
      csr.indptr[as_size(perm[at]) + 1] = row_len[at];
    for (std::size_t i = 1; i < csr.indptr.size(); ++i) csr.indptr[i] += csr.indptr[i - 1];
    for (std::int64_t at = 0; at < in.rows; ++at) {
      const std::int64_t first = slice_ptr[as_size(at / in.slice_rows)] + at % in.slice_rows;
      const std::int64_t place = csr.begin(perm[as_size(at)]);
      for (std::int64_t k = 0; k < row_len[as_size(at)]; ++k) {
        csr.indices[as_size(place + k)] = col_idx[as_size(first + k * in.slice_rows)];
        csr.data[as_size(place + k)] = val[as_size(first + k * in.slice_rows)];
      }
    }
    return csr;
  }

  template <class I, class V>
  static void check(const Layout& layout, Budget& budget) {
    const std::int64_t slices = ceil_div(layout.rows, layout.slice_rows);
    const std::int64_t stored = extent_of(layout, kColIdx);
    need_shape(layout, kSlicePtr, {slices + 1});
    need_shape(layout, kColIdx, {kAny});
    need_shape(layout, kVal, {stored});
    need_shape(layout, kRowLen, {layout.rows});
    need_shape(layout, kPerm, {layout.rows});
    need_starts(role_text(layout, kSlicePtr), layout.at<I>(kSlicePtr).data(), slices, stored,
                "the length of col_idx");
    need_permutation<I>(layout, kPerm, layout.sigma, budget);
    for (std::int64_t slice = 0; slice < slices; ++slice) check_slice<I, V>(layout, slice);
  }

 private:
  static std::int64_t slice_end(const Layout& layout, std::int64_t slice) {
    return std::min(layout.rows, (slice + 1) * layout.slice_rows);
  }

  static std::int64_t slice_width(const Layout& layout, const std::vector<std::int64_t>& lengths,
                                  const std::vector<std::int64_t>& order, std::int64_t slice) {
    std::int64_t width =
        0;  // A slice may reach over a window's end, so its first need not be longest.
    for (std::int64_t at = slice * layout.slice_rows; at < slice_end(layout, slice); ++at) {
      width = std::max(width, lengths[as_size(order[as_size(at)])]);
    }
    return width;
  }

  static std::int64_t padded_size(const Layout& layout, const std::vector<std::int64_t>& lengths,
                                  const std::vector<std::int64_t>& order) {
    Wide total = 0;
    for (std::int64_t slice = 0; slice < ceil_div(layout.rows, layout.slice_rows); ++slice) {
      total += Wide{slice_width(layout, lengths, order, slice)} * layout.slice_rows;
    }
    check_stored(layout, total);
    if (total > kLargestSize) {
      fail(COLDCORE_LAYOUT_E_OVERFLOW, "{} stores {} values, padding included, but {} is the most",
           layout.text(), total, kLargestSize);
    }
    return static_cast<std::int64_t>(total);
  }

  template <class I, class V>
  static void fill_row(const Csr<V>& in, std::int64_t row, std::int64_t first, Layout& out) {
    const auto col_idx = out.fill<I>(kColIdx);
    const auto val = out.fill<V>(kVal);
    for (std::int64_t k = 0; k < in.length(row); ++k) {
      const std::size_t at = as_size(first + k * out.slice_rows);
      col_idx[at] = static_cast<I>(in.indices[as_size(in.begin(row) + k)]);
      val[at] = in.data[as_size(in.begin(row) + k)];
    }
  }

  template <class I, class V>
  static void check_slice(const Layout& layout, std::int64_t slice) {
    const auto slice_ptr = layout.at<I>(kSlicePtr);
    const auto row_len = layout.at<I>(kRowLen);
    const std::int64_t start = slice_ptr[as_size(slice)];
    const std::int64_t size = slice_ptr[as_size(slice) + 1] - start;
    if (size % layout.slice_rows != 0) {
      fail(COLDCORE_LAYOUT_E_POINTER,
           "{}[{}] = {} makes slice {} {} long, which is no multiple of C = {}; declare the "
           "slice_rows "
           "that it was made with",
           role_text(layout, kSlicePtr), slice + 1, slice_ptr[as_size(slice) + 1], slice, size,
           layout.slice_rows);
    }
    const std::int64_t width = size / layout.slice_rows;
    for (std::int64_t r = 0; r < layout.slice_rows; ++r) {
      const std::int64_t at = slice * layout.slice_rows + r;
      if (at < layout.rows) check_length(layout, at, row_len, width);
      check_row<I, V>(layout, start + r, at < layout.rows ? row_len[as_size(at)] : 0, width, at);
    }
  }

  template <class I>
  static void check_length(const Layout& layout, std::int64_t at, std::span<const I> row_len,
                           std::int64_t width) {
    const std::int64_t length = row_len[as_size(at)];
    if (length < 0 || length > width) {
      fail(COLDCORE_LAYOUT_E_INDEX,
           "{}[{}] = {}, but the slice is {} wide; correct the length or slice_ptr",
           role_text(layout, kRowLen), at, length, width);
    }
    if (at % layout.sigma == 0 || length <= row_len[as_size(at) - 1]) return;
    fail(COLDCORE_LAYOUT_E_ORDER,
         "{}[{}] = {} follows {}, but lengths must not rise within a window of sigma = {} rows; "
         "declare "
         "the sigma that was sorted with (1: none)",
         role_text(layout, kRowLen), at, length, row_len[as_size(at) - 1], layout.sigma);
  }

  // The row's entries begin at `first`, C apart.
  template <class I, class V>
  static void check_row(const Layout& layout, std::int64_t first, std::int64_t length,
                        std::int64_t width, std::int64_t position) {
    const auto col_idx = layout.at<I>(kColIdx);
    const auto val = layout.at<V>(kVal);
    for (std::int64_t k = 0; k < length; ++k) {
      const std::int64_t at = first + k * layout.slice_rows;
      need_index(layout, kColIdx, at, col_idx[as_size(at)], "columns", layout.cols);
      if (k == 0 || col_idx[as_size(at)] > col_idx[as_size(at - layout.slice_rows)]) continue;
      fail_order(layout, kColIdx, at, col_idx[as_size(at)],
                 col_idx[as_size(at - layout.slice_rows)],
                 fmt::format("the row at position {}", position));
    }
    const char* why = "it is beyond row_len";
    for (std::int64_t k = length; k < width; ++k) {
      const std::int64_t at = first + k * layout.slice_rows;
      const auto index = static_cast<double>(col_idx[as_size(at)]);
      if (index != 0) fail_padding(layout, kColIdx, fmt::format("{}", at), index, why);
      const auto value = static_cast<double>(val[as_size(at)]);
      if (value != 0) fail_padding(layout, kVal, fmt::format("{}", at), value, why);
    }
  }
};

}  // namespace

const Format kSellCSigma =
    describe<SellFormat>(COLDCORE_LAYOUT_SELL_C_SIGMA, "sell_c_sigma",
                         {index_role("slice_ptr"), index_role("col_idx"), value_role("val"),
                          index_role("row_len"), index_role("perm")});

}  // namespace coldcore::layout
