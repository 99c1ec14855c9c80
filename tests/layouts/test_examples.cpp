// SPDX-License-Identifier: Apache-2.0
//
// Every format written out by hand from its definition; the 3 x 4 matrix is that of
// docs/layouts.md.
#include "known_matrix.hpp"

using namespace layouts_test;

TEST_SUITE("fast") {
  TEST_CASE("csr") {
    const Layout layout = kKnown.as(Format::kCsr);
    CHECK(elements<std::int32_t>(layout, "indptr") == I32{0, 2, 3, 6});
    CHECK(elements<std::int32_t>(layout, "indices") == I32{0, 2, 3, 0, 1, 3});
    CHECK(elements<double>(layout, "data") == F64{10, 20, 30, 40, 50, 60});
  }

  TEST_CASE("csc") {
    const Layout layout = kKnown.as(Format::kCsc);
    CHECK(elements<std::int32_t>(layout, "indptr") == I32{0, 2, 3, 4, 6});
    CHECK(elements<std::int32_t>(layout, "indices") == I32{0, 2, 2, 0, 1, 2});
    CHECK(elements<double>(layout, "data") == F64{10, 40, 50, 20, 30, 60});
  }

  TEST_CASE("coo") {
    const Layout layout = kKnown.as(Format::kCoo);
    CHECK(elements<std::int32_t>(layout, "row") == I32{0, 0, 1, 2, 2, 2});
    CHECK(elements<std::int32_t>(layout, "col") == I32{0, 2, 3, 0, 1, 3});
    CHECK(elements<double>(layout, "data") == F64{10, 20, 30, 40, 50, 60});
  }

  TEST_CASE("dia") {
    const Layout layout = kKnown.as(Format::kDia);
    CHECK(elements<std::int32_t>(layout, "offsets") == I32{-2, -1, 0, 1, 2});
    CHECK(shape(layout, "data") == I64{5, 4});
    CHECK(elements<double>(layout, "data") == F64{40, 0,  0,  0,   //
                                                  0,  50, 0,  0,   //
                                                  10, 0,  0,  0,   //
                                                  0,  0,  0,  60,  //
                                                  0,  0,  20, 30});
  }

  TEST_CASE("dia has a place for every column, trailing empty ones too") {
    const Coordinates<std::int64_t, float> corner = {2, 5, {0, 1}, {0, 1}, {7, 8}};
    const Layout layout = corner.as(Format::kDia);
    CHECK(elements<std::int64_t>(layout, "offsets") == I64{0});
    CHECK(shape(layout, "data") == I64{1, 5});
    CHECK(elements<float>(layout, "data") == F32{7, 8, 0, 0, 0});
  }

  TEST_CASE("ell") {
    const Layout layout = kKnown.as(Format::kEll);
    CHECK(shape(layout, "indices") == I64{3, 3});
    CHECK(shape(layout, "data") == I64{3, 3});
    CHECK(elements<std::int32_t>(layout, "indices") == I32{0, 2, -1, 3, -1, -1, 0, 1, 3});
    CHECK(elements<double>(layout, "data") == F64{10, 20, 0, 30, 0, 0, 40, 50, 60});
  }

  TEST_CASE("bcsr, the last block row reaching over the edge") {
    const Layout layout = kKnown.as(Format::kBcsr);
    CHECK(elements<std::int32_t>(layout, "indptr") == I32{0, 2, 4});
    CHECK(elements<std::int32_t>(layout, "indices") == I32{0, 1, 0, 1});
    CHECK(shape(layout, "data") == I64{4, 2, 2});
    CHECK(elements<double>(layout, "data") == F64{10, 0, 0, 0,   //
                                                  20, 0, 0, 30,  //
                                                  40, 50, 0, 0,  //
                                                  0, 60, 0, 0});
  }

  TEST_CASE("bcsr, blocks of 1 x 3") {
    Options options;
    options.block_rows = 1;
    options.block_cols = 3;
    const Layout layout = kKnown.as(Format::kBcsr, options);
    CHECK(elements<std::int32_t>(layout, "indptr") == I32{0, 1, 2, 4});
    CHECK(elements<std::int32_t>(layout, "indices") == I32{0, 1, 0, 1});
    CHECK(shape(layout, "data") == I64{4, 1, 3});
    CHECK(elements<double>(layout, "data") == F64{10, 0, 20, 30, 0, 0, 40, 50, 0, 60, 0, 0});
  }

  TEST_CASE("blocks come as a walk along the rows meets them, or sorted") {
    // . . . . 1      The walk meets block columns 2, then 0 in the first block row, 1 in the
    // second. 2 . . . 3 . . 4 . .
    const Coordinates<std::int32_t, double> matrix = {
        3, 5, {0, 1, 1, 2}, {4, 0, 4, 2}, {1, 2, 3, 4}};
    Options sorted;
    sorted.sorted_blocks = 1;
    const Layout met = matrix.as(Format::kBcsr);
    CHECK(elements<std::int32_t>(met, "indptr") == I32{0, 2, 3});
    CHECK(elements<std::int32_t>(met, "indices") == I32{2, 0, 1});
    CHECK(elements<double>(met, "data") == F64{1, 0, 3, 0, 0, 0, 2, 0, 4, 0, 0, 0});
    const Layout ascending = matrix.as(Format::kBcsr, sorted);
    CHECK(elements<std::int32_t>(ascending, "indptr") == I32{0, 2, 3});
    CHECK(elements<std::int32_t>(ascending, "indices") == I32{0, 2, 1});
    CHECK(elements<double>(ascending, "data") == F64{0, 0, 2, 0, 1, 0, 3, 0, 4, 0, 0, 0});

    CHECK(elements<std::int32_t>(matrix.as(Format::kBcoo), "col") == I32{2, 0, 1});
    CHECK(elements<std::int32_t>(matrix.as(Format::kBcoo, sorted), "col") == I32{0, 2, 1});
    CHECK(met.info().sorted_blocks == 0);
    CHECK(ascending.info().sorted_blocks == 1);
  }

  TEST_CASE("a zero that was given makes a block") {
    const Coordinates<std::int32_t, double> matrix = {4, 4, {3}, {1}, {0}};
    const Layout layout = matrix.as(Format::kBcsr);
    CHECK(elements<std::int32_t>(layout, "indptr") == I32{0, 0, 1});
    CHECK(elements<std::int32_t>(layout, "indices") == I32{0});
    CHECK(elements<double>(layout, "data") == F64{0, 0, 0, 0});
  }

  TEST_CASE("jds") {
    const Layout layout = kKnown.as(Format::kJds);
    CHECK(elements<std::int32_t>(layout, "perm") == I32{2, 0, 1});
    CHECK(elements<std::int32_t>(layout, "jd_ptr") == I32{0, 3, 5, 6});
    CHECK(elements<std::int32_t>(layout, "col_ind") == I32{0, 0, 3, 1, 2, 3});
    CHECK(elements<double>(layout, "jdiag") == F64{40, 10, 30, 50, 20, 60});
  }

  TEST_CASE("jds: equal lengths keep their order, empty rows come last") {
    // Lengths 1, 0, 2, 1, 0, 2.
    const Coordinates<std::int32_t, double> matrix = {
        6, 2, {0, 2, 2, 3, 5, 5}, {1, 0, 1, 0, 0, 1}, {1, 2, 3, 4, 5, 6}};
    const Layout layout = matrix.as(Format::kJds);
    CHECK(elements<std::int32_t>(layout, "perm") == I32{2, 5, 0, 3, 1, 4});
    CHECK(elements<std::int32_t>(layout, "jd_ptr") == I32{0, 4, 6});
    CHECK(elements<std::int32_t>(layout, "col_ind") == I32{0, 0, 1, 0, 1, 1});
    CHECK(elements<double>(layout, "jdiag") == F64{2, 5, 1, 4, 3, 6});
  }

  TEST_CASE("sell_c_sigma: C = 4, sigma = 4 by default") {
    const Layout layout = kKnown.as(Format::kSellCSigma);
    CHECK(layout.info().slice_rows == 4);
    CHECK(layout.info().sigma == 4);
    CHECK(elements<std::int32_t>(layout, "slice_ptr") == I32{0, 12});
    CHECK(elements<std::int32_t>(layout, "col_idx") == I32{0, 0, 3, 0, 1, 2, 0, 0, 3, 0, 0, 0});
    CHECK(elements<double>(layout, "val") == F64{40, 10, 30, 0, 50, 20, 0, 0, 60, 0, 0, 0});
    CHECK(elements<std::int32_t>(layout, "row_len") == I32{3, 2, 1});
    CHECK(elements<std::int32_t>(layout, "perm") == I32{2, 0, 1});
  }

  TEST_CASE("sell_c_sigma: C = 2, sigma = C") {
    Options options;
    options.slice_rows = 2;
    const Layout layout = kKnown.as(Format::kSellCSigma, options);
    CHECK(layout.info().sigma == 2);
    CHECK(elements<std::int32_t>(layout, "slice_ptr") == I32{0, 4, 10});
    CHECK(elements<std::int32_t>(layout, "col_idx") == I32{0, 3, 2, 0, 0, 0, 1, 0, 3, 0});
    CHECK(elements<double>(layout, "val") == F64{10, 30, 20, 0, 40, 0, 50, 0, 60, 0});
    CHECK(elements<std::int32_t>(layout, "row_len") == I32{2, 1, 3});
    CHECK(elements<std::int32_t>(layout, "perm") == I32{0, 1, 2});
  }

  TEST_CASE("sell_c_sigma: windows of 3 rows in slices of 2") {
    // Lengths 1, 2, 3 | 0, 1, 0; sorted 2, 1, 0 | 4, 3, 5. Slices (2,1) wide 3, (0,4) wide 1, (3,5)
    // wide 0.
    const Coordinates<std::int32_t, double> matrix = {
        6, 3, {0, 1, 1, 2, 2, 2, 4}, {2, 0, 1, 0, 1, 2, 1}, {1, 2, 3, 4, 5, 6, 7}};
    Options options;
    options.slice_rows = 2;
    options.sigma = 3;
    const Layout layout = matrix.as(Format::kSellCSigma, options);
    CHECK(elements<std::int32_t>(layout, "perm") == I32{2, 1, 0, 4, 3, 5});
    CHECK(elements<std::int32_t>(layout, "row_len") == I32{3, 2, 1, 1, 0, 0});
    CHECK(elements<std::int32_t>(layout, "slice_ptr") == I32{0, 6, 8, 8});
    CHECK(elements<std::int32_t>(layout, "col_idx") == I32{0, 0, 1, 1, 2, 0, 2, 1});
    CHECK(elements<double>(layout, "val") == F64{4, 2, 5, 3, 6, 0, 1, 7});
  }

  TEST_CASE("sell_c_sigma: sigma = 1 sorts nothing") {
    Options options;
    options.sigma = 1;
    const Layout layout = kKnown.as(Format::kSellCSigma, options);
    CHECK(elements<std::int32_t>(layout, "perm") == I32{0, 1, 2});
    CHECK(elements<std::int32_t>(layout, "row_len") == I32{2, 1, 3});
  }

  TEST_CASE("packed_banded") {
    const Layout layout = kKnown.as(Format::kPackedBanded);
    CHECK(elements<std::int64_t>(layout, "lbound") == I64{2});
    CHECK(elements<std::int64_t>(layout, "ubound") == I64{2});
    CHECK(shape(layout, "lbound") == I64{});
    CHECK(shape(layout, "data") == I64{3, 5});
    CHECK(elements<double>(layout, "data") == F64{10, 0, 20, 0, 0,  //
                                                  0, 0, 0, 30, 0,   //
                                                  40, 50, 0, 60, 0});
  }

  TEST_CASE("packed_banded: a row begins where its band does") {
    // 1 2 .
    // 3 4 5    lbound 1, ubound 1: rows begin in columns 0, 0, 1.
    // . 6 7
    const Coordinates<std::int32_t, double> matrix = {
        3, 3, {0, 0, 1, 1, 1, 2, 2}, {0, 1, 0, 1, 2, 1, 2}, {1, 2, 3, 4, 5, 6, 7}};
    const Layout layout = matrix.as(Format::kPackedBanded);
    CHECK(layout.info().lbound == 1);
    CHECK(layout.info().ubound == 1);
    CHECK(elements<double>(layout, "data") == F64{1, 2, 0, 3, 4, 5, 6, 7, 0});
  }

  TEST_CASE("dense") {
    const Layout layout = kKnown.as(Format::kDense);
    CHECK(shape(layout, "data") == I64{3, 4});
    CHECK(elements<double>(layout, "data") == F64{10, 0, 20, 0, 0, 0, 0, 30, 40, 50, 0, 60});
  }

  TEST_CASE("bcoo") {
    const Layout layout = kKnown.as(Format::kBcoo);
    CHECK(elements<std::int32_t>(layout, "row") == I32{0, 0, 1, 1});
    CHECK(elements<std::int32_t>(layout, "col") == I32{0, 1, 0, 1});
    CHECK(shape(layout, "data") == I64{4, 2, 2});
    CHECK(elements<double>(layout, "data") ==
          F64{10, 0, 0, 0, 20, 0, 0, 30, 40, 50, 0, 0, 0, 60, 0, 0});
  }

  TEST_CASE("what names one place is summed in the order given") {
    // In float32: (2^24 + 1) + 1 = 2^24, but 1 + 1 + 2^24 = 2^24 + 2.
    const float big = 16777216.0F;
    const Coordinates<std::int64_t, float> matrix = {
        1, 2, {0, 0, 0, 0, 0, 0}, {1, 0, 0, 1, 1, 0}, {1, big, 1, 1, big, 1}};
    const Layout layout = matrix.as(Format::kCsr);
    CHECK(elements<std::int64_t>(layout, "indices") == I64{0, 1});
    CHECK(elements<float>(layout, "data") == F32{big, big + 2});
  }

  TEST_CASE("sums that cancel, and zeros that were given, stay entries") {
    const Coordinates<std::int32_t, double> matrix = {2, 2, {0, 1, 0}, {1, 0, 1}, {5, 0, -5}};
    const Layout layout = matrix.as(Format::kCsr);
    CHECK(elements<std::int32_t>(layout, "indptr") == I32{0, 1, 2});
    CHECK(elements<double>(layout, "data") == F64{0, 0});
  }

  TEST_CASE("from rows whose columns are in no order, some twice") {
    const I64 indptr{0, 3, 3, 7};
    const I64 indices{2, 0, 2, 3, 0, 1, 0};
    const F64 data{5, 10, 15, 60, 15, 50, 25};
    const Layout layout = Layout::from_csr(4, indptr, indices, data, Format::kCsr);
    CHECK(elements<std::int64_t>(layout, "indptr") == I64{0, 2, 2, 5});
    CHECK(elements<std::int64_t>(layout, "indices") == I64{0, 2, 0, 1, 3});
    CHECK(elements<double>(layout, "data") == F64{10, 20, 40, 50, 60});
  }

  TEST_CASE("nothing at all: shapes of matrices without rows, columns or entries") {
    for (const auto& [rows, cols] : {std::pair<int, int>{0, 0}, {0, 3}, {3, 0}, {3, 3}}) {
      CAPTURE(rows);
      CAPTURE(cols);
      const Coordinates<std::int32_t, float> matrix = {rows, cols, {}, {}, {}};
      CHECK(elements<std::int32_t>(matrix.as(Format::kCsr), "indptr") ==
            I32(static_cast<std::size_t>(rows) + 1, 0));
      CHECK(elements<std::int32_t>(matrix.as(Format::kCsc), "indptr") ==
            I32(static_cast<std::size_t>(cols) + 1, 0));
      CHECK(shape(matrix.as(Format::kDia), "data") == I64{0, cols});
      CHECK(shape(matrix.as(Format::kEll), "indices") == I64{rows, 0});
      CHECK(elements<std::int32_t>(matrix.as(Format::kJds), "jd_ptr") == I32{0});
      CHECK(shape(matrix.as(Format::kJds), "perm") == I64{rows});
      CHECK(shape(matrix.as(Format::kSellCSigma), "slice_ptr") == I64{(rows + 3) / 4 + 1});
      CHECK(shape(matrix.as(Format::kPackedBanded), "data") == I64{rows, 1});
      CHECK(shape(matrix.as(Format::kDense), "data") == I64{rows, cols});
      CHECK(shape(matrix.as(Format::kBcsr), "data") == I64{0, 2, 2});
      CHECK(shape(matrix.as(Format::kBcoo), "row") == I64{0});
    }
  }
}
