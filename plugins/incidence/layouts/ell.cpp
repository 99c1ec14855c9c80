// SPDX-License-Identifier: Apache-2.0
//
// ell: row i is indices[i, 0 .. W - 1], its entries first, then index -1 and value 0.
#include <algorithm>

#include "checks.hpp"
#include "format.hpp"

namespace coldcore::layout {
namespace {

struct EllFormat {
  enum : std::size_t { kIndices, kData };

  template <class I, class V>
  static void build(const Csr<V>& in, Layout& out, Budget& budget) {
    std::int64_t width = 0;
    for (std::int64_t i = 0; i < in.rows; ++i) width = std::max(width, in.length(i));
    allocate(out, {{in.rows, width}, {in.rows, width}}, budget);
    const auto indices = out.fill<I>(kIndices);
    const auto data = out.fill<V>(kData);
    std::fill(indices.begin(), indices.end(), I{-1});
    for (std::int64_t i = 0; i < in.rows; ++i) {
      for (std::int64_t k = in.begin(i); k < in.end(i); ++k) {
        const std::size_t at = as_size(i * width + k - in.begin(i));
        indices[at] = static_cast<I>(in.indices[as_size(k)]);
        data[at] = in.data[as_size(k)];
      }
    }
  }

  template <class I, class V>
  static Csr<V> read(const Layout& in, Budget& budget) {
    const auto indices = in.at<I>(kIndices);
    const auto data = in.at<V>(kData);
    const std::int64_t width = extent_of(in, kIndices, 1);
    const std::int64_t entries =
        std::count_if(indices.begin(), indices.end(), [](I j) { return j >= 0; });
    Csr<V> csr = make_csr<V>(in.rows, in.cols, entries, budget);
    for (std::int64_t i = 0; i < in.rows; ++i) {
      for (std::int64_t at = i * width; at < (i + 1) * width && indices[as_size(at)] >= 0; ++at) {
        csr.indices.push_back(indices[as_size(at)]);
        csr.data.push_back(data[as_size(at)]);
      }
      csr.indptr[as_size(i) + 1] = csr.entries();
    }
    return csr;
  }

  template <class I, class V>
  static void check(const Layout& layout, Budget&) {
    const std::int64_t width = extent_of(layout, kIndices, 1);
    need_shape(layout, kIndices, {layout.rows, kAny});
    need_shape(layout, kData, {layout.rows, width});
    for (std::int64_t i = 0; i < layout.rows; ++i) check_row<I, V>(layout, i, width);
  }

 private:
  template <class I, class V>
  static void check_row(const Layout& layout, std::int64_t i, std::int64_t width) {
    const I* indices = layout.at<I>(kIndices).data() + i * width;
    const V* data = layout.at<V>(kData).data() + i * width;
    std::int64_t k = 0;
    for (; k < width && indices[k] != -1; ++k) check_entry(layout, i, k, indices);
    for (; k < width; ++k) {
      if (indices[k] != -1) {
        fail(COLDCORE_LAYOUT_E_PADDING,
             "{}[{}, {}] = {} follows the padding of row {}; entries come first, then index -1",
             role_text(layout, kIndices), i, k, indices[k], i);
      }
      if (data[k] == 0) continue;
      fail_padding(layout, kData, fmt::format("{}, {}", i, k), static_cast<double>(data[k]),
                   "its index is -1, which marks padding");
    }
  }

  template <class I>
  static void check_entry(const Layout& layout, std::int64_t i, std::int64_t k, const I* indices) {
    if (indices[k] < 0 || indices[k] >= layout.cols) {
      fail(COLDCORE_LAYOUT_E_INDEX,
           "{}[{}, {}] = {}, {} (-1 marks padding); correct the entry or the "
           "declared shape",
           role_text(layout, kIndices), i, k, indices[k], range_text("columns", layout.cols));
    }
    if (k == 0 || indices[k] > indices[k - 1]) return;
    fail(COLDCORE_LAYOUT_E_ORDER,
         "{}[{}, {}] = {} follows {}, but the columns of a row must ascend strictly; build the "
         "layout "
         "from its coordinates, which sorts and sums them",
         role_text(layout, kIndices), i, k, indices[k], indices[k - 1]);
  }
};

}  // namespace

const Format kEll =
    describe<EllFormat>(COLDCORE_LAYOUT_ELL, "ell", {index_role("indices"), value_role("data")});

}  // namespace coldcore::layout
