// SPDX-License-Identifier: Apache-2.0
//
// Buffers of a caller that are right, in ways in which the library itself would not have made them.
#include <limits>
#include "known_matrix.hpp"

using namespace layouts_test;
using coldcore::layouts::buffer;

namespace {

using Buffers = std::vector<coldcore_layout_buffer>;

F64 dense_of(const Layout& layout) {
  return elements<double>(layout.convert(Format::kDense), "data");
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("a borrowed layout is the caller's memory, a copied one is not") {
    const I32 indptr{0, 1, 2};
    const I32 indices{1, 0};
    F64 data{5, 6};
    const Buffers buffers = {buffer("indptr", indptr), buffer("indices", indices),
                             buffer("data", data)};
    const Layout borrowed = Layout::borrow(Format::kCsr, 2, 2, buffers);
    const Layout copied = Layout::copy(Format::kCsr, 2, 2, buffers);
    CHECK(borrowed.buffer("data").data == data.data());
    CHECK(copied.buffer("data").data != data.data());
    data[0] = 7;
    CHECK(dense_of(borrowed) == F64{0, 7, 6, 0});
    CHECK(dense_of(copied) == F64{0, 5, 6, 0});
  }

  TEST_CASE("a borrowed layout whose memory was spoilt is refused when it is used") {
    const I32 indptr{0, 1, 2};
    I32 indices{1, 0};
    const F64 data{5, 6};
    const Buffers buffers = {buffer("indptr", indptr), buffer("indices", indices),
                             buffer("data", data)};
    const Layout layout = Layout::borrow(Format::kCsr, 2, 2, buffers);
    indices[1] = 1000000;
    check_refused(COLDCORE_LAYOUT_E_INDEX, "csr: indices[1] = 1000000", [&] { layout.check(); });
    check_refused(COLDCORE_LAYOUT_E_INDEX, "csr: indices[1] = 1000000",
                  [&] { layout.convert(Format::kDense); });
  }

  TEST_CASE("bounds that change under a borrowed band are noticed") {
    const F64 data{0, 1, 2, 3, 4, 0};
    I64 bounds{1, 1};
    const Buffers buffers = {
        buffer("data", data, {2, 3}),
        buffer("lbound", std::span<const std::int64_t>(bounds.data(), 1), {}),
        buffer("ubound", std::span<const std::int64_t>(bounds.data() + 1, 1), {1})};
    const F64 right{1, 2, 0, 3, 4, 0};
    Buffers good = buffers;
    good[0] = buffer("data", right, {2, 3});
    const Layout layout = Layout::borrow(Format::kPackedBanded, 2, 2, good);
    CHECK(dense_of(layout) == F64{1, 2, 3, 4});
    bounds[0] = 2;
    check_refused(COLDCORE_LAYOUT_E_BUFFER, "lbound = 2, but it was 1",
                  [&] { layout.convert(Format::kCsr); });
  }

  TEST_CASE("ell may be wider than its longest row") {
    const I32 indices{1, -1, -1, 0, -1, -1};
    const F64 data{5, 0, 0, 6, 0, 0};
    const Buffers buffers = {buffer("indices", indices, {2, 3}), buffer("data", data, {2, 3})};
    CHECK(dense_of(Layout::borrow(Format::kEll, 2, 2, buffers)) == F64{0, 5, 6, 0});
  }

  TEST_CASE("dia may hold a diagonal of zeros") {
    const I64 offsets{-1, 0};
    const F64 data{0, 0, 5, 6};
    const Buffers buffers = {buffer("offsets", offsets), buffer("data", data, {2, 2})};
    CHECK(dense_of(Layout::borrow(Format::kDia, 2, 2, buffers)) == F64{5, 0, 0, 6});
  }

  TEST_CASE("packed_banded may have a wider band than it needs") {
    const F64 data{5, 0, 0, 0, 0, 6, 0, 0};
    const I64 lbound{2};
    const I64 ubound{1};
    const Buffers buffers = {buffer("data", data, {2, 4}), buffer("lbound", lbound),
                             buffer("ubound", ubound)};
    const Layout layout = Layout::borrow(Format::kPackedBanded, 2, 2, buffers);
    CHECK(dense_of(layout) == F64{5, 0, 0, 6});
    CHECK(layout.info().lbound == 2);
  }

  TEST_CASE("jds need not be stable") {
    const I32 perm{1, 0};
    const I32 jd_ptr{0, 2};
    const I32 col_ind{0, 1};
    const F64 jdiag{6, 5};
    const Buffers buffers = {buffer("perm", perm), buffer("jd_ptr", jd_ptr),
                             buffer("col_ind", col_ind), buffer("jdiag", jdiag)};
    CHECK(dense_of(Layout::borrow(Format::kJds, 2, 2, buffers)) == F64{0, 5, 6, 0});
  }

  TEST_CASE("sell_c_sigma may have wider slices and another C and sigma") {
    const I32 slice_ptr{0, 4};
    const I32 col_idx{0, 1, 0, 0};
    const F64 val{6, 5, 0, 0};
    const I32 row_len{1, 1};
    const I32 perm{1, 0};
    const Buffers buffers = {buffer("slice_ptr", slice_ptr), buffer("col_idx", col_idx),
                             buffer("val", val), buffer("row_len", row_len), buffer("perm", perm)};
    Options options;
    options.slice_rows = 2;
    const Layout layout = Layout::borrow(Format::kSellCSigma, 2, 2, buffers, options);
    CHECK(dense_of(layout) == F64{0, 5, 6, 0});
    CHECK(layout.info().slice_rows == 2);
  }

  TEST_CASE("blocks in any order; their size is that of data") {
    const I32 indptr{0, 2};
    const I32 indices{1, 0};
    const F64 data{1, 2, 3, 4, 5, 0};
    const Buffers buffers = {buffer("indptr", indptr), buffer("indices", indices),
                             buffer("data", data, {2, 1, 3})};
    const Layout layout = Layout::borrow(Format::kBcsr, 1, 6, buffers);
    CHECK(layout.info().block_rows == 1);
    CHECK(layout.info().block_cols == 3);
    CHECK(dense_of(layout) == F64{4, 5, 0, 1, 2, 3});
    CHECK(elements<std::int32_t>(layout.convert(Format::kCsr), "indices") == I32{0, 1, 3, 4, 5});
  }

  TEST_CASE("values that are no numbers pass through") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double inf = std::numeric_limits<double>::infinity();
    const F64 data{nan, inf, -inf, 5e-324};
    const Buffers buffers = {buffer("data", data, {2, 2})};
    Layout layout = Layout::borrow(Format::kDense, 2, 2, buffers);
    for (const Format format : kFormats) layout = layout.convert(format);
    const F64 back = dense_of(layout);
    CHECK(std::memcmp(back.data(), data.data(), sizeof(double) * 4) == 0);
  }

  TEST_CASE("the index type of a format without index buffers is what was asked for") {
    const F64 data{1};
    const Buffers buffers = {buffer("data", data, {1, 1})};
    Options options;
    options.index = COLDCORE_LAYOUT_INT32;
    CHECK(Layout::borrow(Format::kDense, 1, 1, buffers).index() ==
          coldcore::layouts::Dtype::kInt64);
    CHECK(Layout::borrow(Format::kDense, 1, 1, buffers, options).index() ==
          coldcore::layouts::Dtype::kInt32);
  }
}
