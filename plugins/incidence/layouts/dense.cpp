// SPDX-License-Identifier: Apache-2.0
//
// dense: data[i, j] is the matrix.
#include "checks.hpp"
#include "format.hpp"

namespace coldcore::layout {
namespace {

struct DenseFormat {
  enum : std::size_t { kData };

  template <class I, class V>
  static void build(const Csr<V>& in, Layout& out, Budget& budget) {
    allocate(out, {{in.rows, in.cols}}, budget);
    const auto data = out.fill<V>(kData);
    for (std::int64_t i = 0; i < in.rows; ++i) {
      for (std::int64_t k = in.begin(i); k < in.end(i); ++k) {
        data[as_size(i * in.cols + in.indices[as_size(k)])] = in.data[as_size(k)];
      }
    }
  }

  template <class I, class V>
  static Csr<V> read(const Layout& in, Budget& budget) {
    const auto data = in.at<V>(kData);
    std::int64_t entries = 0;
    for (const V value : data) entries += value != 0;
    Csr<V> csr = make_csr<V>(in.rows, in.cols, entries, budget);
    for (std::int64_t i = 0; i < in.rows; ++i) {
      for (std::int64_t j = 0; j < in.cols; ++j) {
        const V value = data[as_size(i * in.cols + j)];
        if (value == 0) continue;
        csr.indices.push_back(j);
        csr.data.push_back(value);
      }
      csr.indptr[as_size(i) + 1] = csr.entries();
    }
    return csr;
  }

  template <class I, class V>
  static void check(const Layout& layout, Budget&) {
    need_shape(layout, kData, {layout.rows, layout.cols});
  }
};

}  // namespace

const Format kDense = describe<DenseFormat>(COLDCORE_LAYOUT_DENSE, "dense", {value_role("data")});

}  // namespace coldcore::layout
