// SPDX-License-Identifier: Apache-2.0
//
// packed_banded: data[i, k] is the element of row i in column max(0, i - lbound) + k, as far as
// that is at most i + ubound and in the matrix.
#include <algorithm>

#include "checks.hpp"
#include "format.hpp"

namespace coldcore::layout {
namespace {

struct PackedBandedFormat {
  enum : std::size_t { kData, kLbound, kUbound };

  static std::int64_t first_column(std::int64_t i, std::int64_t lbound) {
    return std::max<std::int64_t>(0, i - lbound);
  }

  // How many elements of the row are in the band and in the matrix.
  static std::int64_t length(const Layout& in, std::int64_t i) {
    const std::int64_t last = std::min(in.cols - 1, i + in.ubound);
    return std::max<std::int64_t>(0, last - first_column(i, in.lbound) + 1);
  }

  template <class I, class V>
  static void build(const Csr<V>& in, Layout& out, Budget& budget) {
    out.lbound = 0;
    out.ubound = 0;
    for (std::int64_t i = 0; i < in.rows; ++i) {
      if (in.length(i) == 0) continue;
      out.lbound = std::max(out.lbound, i - in.indices[as_size(in.begin(i))]);
      out.ubound = std::max(out.ubound, in.indices[as_size(in.end(i)) - 1] - i);
    }
    const std::int64_t width = out.lbound + out.ubound + 1;
    allocate(out, {{in.rows, width}, {}, {}}, budget);
    out.fill<std::int64_t>(kLbound)[0] = out.lbound;
    out.fill<std::int64_t>(kUbound)[0] = out.ubound;
    const auto data = out.fill<V>(kData);
    for (std::int64_t i = 0; i < in.rows; ++i) {
      for (std::int64_t k = in.begin(i); k < in.end(i); ++k) {
        const std::int64_t at = i * width + in.indices[as_size(k)] - first_column(i, out.lbound);
        data[as_size(at)] = in.data[as_size(k)];
      }
    }
  }

  template <class I, class V>
  static Csr<V> read(const Layout& in, Budget& budget) {
    const auto data = in.at<V>(kData);
    const std::int64_t width = extent_of(in, kData, 1);
    std::int64_t entries = 0;
    for (const V value : data) entries += value != 0;  // Outside the band all are 0.
    Csr<V> csr = make_csr<V>(in.rows, in.cols, entries, budget);
    for (std::int64_t i = 0; i < in.rows; ++i) {
      for (std::int64_t k = 0; k < length(in, i); ++k) {
        const V value = data[as_size(i * width + k)];
        if (value == 0) continue;
        csr.indices.push_back(first_column(i, in.lbound) + k);
        csr.data.push_back(value);
      }
      csr.indptr[as_size(i) + 1] = csr.entries();
    }
    return csr;
  }

  // lbound and ubound of the layout were read from their buffers.
  template <class I, class V>
  static void check(const Layout& layout, Budget&) {
    need_bound(layout, kLbound, layout.lbound);
    need_bound(layout, kUbound, layout.ubound);
    const std::int64_t width = layout.lbound + layout.ubound + 1;
    need_shape(layout, kData, {layout.rows, width});
    const auto data = layout.at<V>(kData);
    for (std::int64_t i = 0; i < layout.rows; ++i) {
      for (std::int64_t k = length(layout, i); k < width; ++k) {
        const V value = data[as_size(i * width + k)];
        if (value == 0) continue;
        fail_padding(layout, kData, fmt::format("{}, {}", i, k), static_cast<double>(value),
                     fmt::format("row {} has {} columns in the band, from column {} on", i,
                                 length(layout, i), first_column(i, layout.lbound)));
      }
    }
  }

 private:
  static void need_bound(const Layout& layout, std::size_t role, std::int64_t bound) {
    if (layout.buffers[role].shape.count() != 1) {
      fail(COLDCORE_LAYOUT_E_BUFFER, "{} is a single number, so its shape is []",
           role_text(layout, role));
    }
    if (*layout.at<std::int64_t>(role).data() != bound) {
      fail(COLDCORE_LAYOUT_E_BUFFER, "{} = {}, but it was {} when the layout was adopted",
           role_text(layout, role), *layout.at<std::int64_t>(role).data(), bound);
    }
    if (bound >= 0 && bound <= kLargestSize) return;
    fail(COLDCORE_LAYOUT_E_BUFFER, "{} = {}, but it counts diagonals, 0..{}",
         role_text(layout, role), bound, kLargestSize);
  }
};

}  // namespace

const Format kPackedBanded = describe<PackedBandedFormat>(
    COLDCORE_LAYOUT_PACKED_BANDED, "packed_banded",
    {value_role("data"), scalar_role("lbound"), scalar_role("ubound")});

}  // namespace coldcore::layout
