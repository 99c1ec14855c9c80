// SPDX-License-Identifier: Apache-2.0
//
// Buffers that libcoldcore_layouts would not make but a product still has a meaning for: entries in
// any order and twice, a wider ell, a wider band, wider slices.
#include <doctest/doctest.h>

#include <algorithm>

#include "calls.hpp"

using namespace kernels_test;

namespace {

/// The entries of A as coordinate buffers, in their order and as often as they are there.
struct Coordinates {
  std::vector<std::int32_t> row, col;
  Doubles data;
};

Coordinates coordinates(const Matrix& a) {
  Coordinates c;
  for (const Entry& entry : a.entries) {
    c.row.push_back(static_cast<std::int32_t>(entry.row));
    c.col.push_back(static_cast<std::int32_t>(entry.col));
    c.data.push_back(static_cast<double>(entry.value));
  }
  return c;
}

void sort_by(Matrix& a, std::int64_t Entry::*key) { std::ranges::stable_sort(a.entries, {}, key); }

/// Where each line begins, for entries that are sorted by it.
std::vector<std::int32_t> starts(const Matrix& a, std::int64_t Entry::*key, std::int64_t lines) {
  std::vector<std::int32_t> result(static_cast<std::size_t>(lines) + 1);
  for (const Entry& entry : a.entries) ++result[static_cast<std::size_t>(entry.*key) + 1];
  for (std::size_t i = 1; i < result.size(); ++i) result[i] += result[i - 1];
  return result;
}

template <class Call>
Doubles result_of(std::int64_t size, Call&& call) {
  Doubles y(static_cast<std::size_t>(size), -1);
  call(y.data());
  return y;
}

void check_coo(const Matrix& a, const Integers& x) {
  const Coordinates c = coordinates(a);
  const Doubles from = as_doubles(x);
  const auto nnz = std::ssize(c.data);
  CHECK(result_of(a.rows, [&](double* y) {
          spmv_i32_coo_fp64(c.col.data(), c.data.data(), c.row.data(), from.data(), y, a.rows,
                            a.cols, nnz, nullptr, 0);
        }) == as_doubles(product(a, x)));
  CHECK(result_of(a.rows, [&](double* y) {
          spmm_i32_coo_fp64(c.col.data(), c.data.data(), c.row.data(), from.data(), y, 1, a.rows,
                            a.cols, 1, 0, nnz, nullptr, 0);
        }) == as_doubles(product(a, x)));
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("coo takes entries in any order and twice") {
    Random random(1);
    for (int number = 0; number < 300; ++number) {
      CAPTURE(number);
      const Matrix a = any_matrix(random, number);
      check_coo(a, numbers(random, a.cols));
    }
  }

  TEST_CASE("coo in any order, so large that threads would cut it, is done by one") {
    Random random(2);
    Matrix a = scattered(random, 3000, 500, 300'000);
    const Integers x = numbers(random, a.cols);
    const Setting setting("COLDCORE_THREADS", "4");
    check_coo(a, x);
    sort_by(a, &Entry::row);
    check_coo(a, x);
    std::swap(a.entries[150'000], a.entries[150'900]);  // One step down, in the middle.
    check_coo(a, x);
  }

  TEST_CASE("csr takes columns in any order and twice, csc rows where one thread does it") {
    Random random(3);
    for (int number = 0; number < 300; ++number) {
      CAPTURE(number);
      Matrix a = any_matrix(random, number);
      const Integers x = numbers(random, a.cols);
      const Doubles from = as_doubles(x);
      const Doubles expected = as_doubles(product(a, x));
      sort_by(a, &Entry::row);
      const Coordinates by_rows = coordinates(a);
      const auto row_starts = starts(a, &Entry::row, a.rows);
      CHECK(result_of(a.rows, [&](double* y) {
              spmv_i32_csr_fp64(by_rows.data.data(), by_rows.col.data(), row_starts.data(),
                                from.data(), y, a.rows, a.cols, std::ssize(by_rows.data), nullptr,
                                0);
            }) == expected);
      sort_by(a, &Entry::col);
      const Coordinates by_cols = coordinates(a);
      const auto col_starts = starts(a, &Entry::col, a.cols);
      CHECK(result_of(a.rows, [&](double* y) {
              spmv_i32_csc_fp64(by_cols.data.data(), by_cols.row.data(), col_starts.data(),
                                from.data(), y, a.rows, a.cols, std::ssize(by_cols.data), nullptr,
                                0);
            }) == expected);
    }
  }

  TEST_CASE("bcoo takes blocks in any order and twice, and reads nothing outside the matrix") {
    // 3 x 5 in blocks of 2 x 3: block (1, 1) has but one row and two columns in the matrix.
    const Doubles data{1, 2, kNan, kNan, kNan, kNan,  //
                       1, 2, 3,    4,    5,    6,     //
                       7, 8, kNan, 9,    1,    kNan,  //
                       1, 1, 1,    1,    1,    1};
    const std::int64_t row[] = {1, 0, 0, 0};
    const std::int64_t col[] = {1, 0, 1, 0};
    const Doubles x{1, 10, 100, 1000, 10000};
    const Doubles expected{321 + 87000 + 111, 654 + 19000 + 111, 21000};
    const Doubles y = result_of(3, [&](double* to) {
      spmv_bcoo_fp64(col, data.data(), row, x.data(), to, 3, 2, 3, 5, 4, nullptr, 0);
    });
    CHECK(y == expected);
    const Doubles c = result_of(3, [&](double* to) {
      spmm_bcoo_fp64(col, data.data(), row, x.data(), to, 3, 2, 1, 3, 5, 1, 0, 4, nullptr, 0);
    });
    CHECK(c == expected);
  }

  TEST_CASE("an ell wider than its longest row, with anything in the padding") {
    const std::int32_t indices[] = {2, 0, -1, -1, -1, -1, -1, -1, 1, -1, -1, -1};
    const Doubles data{3, 4, kNan, kNan, kNan, kNan, kNan, kNan, 5, kNan, kNan, kNan};
    const Doubles x{1, 10, 100};
    CHECK(result_of(3, [&](double* y) {
            spmv_i32_ell_fp64(data.data(), indices, x.data(), y, 3, 3, 4, nullptr, 0);
          }) == Doubles{304, 0, 50});
  }

  TEST_CASE("a band wider than the matrix") {
    // 2 x 2 with lbound 3 and ubound 4: what is beyond column 1 is not read.
    const Doubles data{1, 2, kNan, kNan, kNan, kNan, kNan, kNan,  //
                       3, 4, kNan, kNan, kNan, kNan, kNan, kNan};
    const std::int64_t lbound = 3;
    const std::int64_t ubound = 4;
    const Doubles x{1, 10};
    CHECK(result_of(2, [&](double* y) {
            spmv_packed_banded_fp64(data.data(), &lbound, &ubound, x.data(), y, 8, 2, 2, nullptr,
                                    0);
          }) == Doubles{21, 43});
  }

  TEST_CASE("slices wider than their rows") {
    const std::int64_t slice_ptr[] = {0, 24};
    std::int64_t col_idx[24] = {2, 1, 0};
    double val[24] = {3, 4, 5};
    val[8] = 6;
    col_idx[8] = 1;
    const std::int64_t row_len[] = {2, 1, 1, 0, 0, 0, 0, 0};
    const std::int64_t perm[] = {7, 0, 3, 1, 2, 4, 5, 6};
    const Doubles x{1, 10, 100};
    CHECK(result_of(8, [&](double* y) {
            spmv_sell_c_sigma_fp64(col_idx, perm, row_len, slice_ptr, val, x.data(), y, 8, 3, 8, 24,
                                   nullptr, 0);
          }) == Doubles{40, 0, 0, 5, 0, 0, 0, 360});
  }
}
