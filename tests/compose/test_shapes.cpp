// SPDX-License-Identifier: Apache-2.0
//
// Sizes whose products pass 2^31, 2^32 and more, with few entries.
#include <limits>

#include "matrices.hpp"

using namespace compose_test;

namespace {

constexpr std::int64_t kLargestSize = std::numeric_limits<std::int64_t>::max();

/// m x n with entries at the four corners: 2 and 3 in the first row, 5 and 7 in the last.
Sparse corners(std::int64_t m, std::int64_t n) {
  Sparse a{.rows = m, .columns = n};
  a.indptr.assign(static_cast<std::size_t>(m) + 1, 2);
  a.indptr.front() = 0;
  a.indptr.back() = 4;
  a.indices = {0, n - 1, 0, n - 1};
  a.values = {2, 3, 5, 7};
  return a;
}

/// J = ones at the first and last row of the first and the last block, in a column; then the very
/// last row.
void check_corners(std::int64_t m, std::int64_t n, std::int64_t p) {
  CAPTURE(m);
  CAPTURE(n);
  CAPTURE(p);
  const Sparse a = corners(m, n);
  const std::int64_t last = (p - 1) * n;
  const Sparse j{
      p * n, 2, {0, 4, 5}, {0, n - 1, last, last + n - 1, last + n - 1}, {1, 1, 1, 1, 1}};
  const std::int64_t bottom = (p - 1) * m;
  const Indices rows{0, m - 1, bottom, bottom + m - 1, bottom, bottom + m - 1};
  const Plan plan(a);
  for (const Sparse& c : {pattern(a, p, j), pattern(plan, p * m, p, j)}) {
    CHECK(c.indptr == Indices{0, 4, 6});
    CHECK(c.indices == rows);
    CHECK(same_bits(values(a, p, j, c), {5, 12, 5, 12, 3, 7}));
    CHECK(same_bits(values(plan, p, j, c), {5, 12, 5, 12, 3, 7}));
  }
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("rows times columns past 2^31 and 2^32") {
    check_corners(50'000, 50'000, 2);        // m * n past 2^31,
    check_corners(70'000, 70'000, 2);        // and past 2^32,
    check_corners(70'000, 70'000, 70'000);   // p * n and p * m too.
    check_corners(3'000, 2'000'000, 3'000);  // One by one.
    check_corners(2'000'000, 3'000, 3'000);
  }

  TEST_CASE("columns of A and blocks need no memory") {
    check_corners(5, std::int64_t{1} << 40, std::int64_t{1} << 20);
    check_corners(2, std::int64_t{1} << 20, std::int64_t{1} << 40);
    check_corners(300'000, 1000, std::int64_t{1} << 40);
    check_corners(2, (std::int64_t{1} << 31) + 1, (std::int64_t{1} << 31) + 1);
  }

  TEST_CASE("the largest sizes there are") {
    // One row, 2^63 - 1 columns; then as many blocks of one by one.
    const Sparse a{1, kLargestSize, {0, 2}, {0, kLargestSize - 1}, {2, 3}};
    const Sparse j{kLargestSize, 1, {0, 1}, {kLargestSize - 1}, {5}};
    const Sparse c = pattern(a, 1, j);
    CHECK(c.indices == Indices{0});
    CHECK(same_bits(values(Plan(a), 1, j, c), {15}));
    CHECK(same_bits(values(a, 1, j, c), {15}));

    const Sparse one{1, 1, {0, 1}, {0}, {2}};
    const Sparse tall{kLargestSize, 1, {0, 3}, {0, 7, kLargestSize - 1}, {1, 5, 6}};
    const Sparse same = pattern(one, kLargestSize, tall);
    CHECK(same.indices == tall.indices);
    CHECK(same_bits(values(Plan(one), kLargestSize, tall, same), {2, 10, 12}));
    CHECK(same_bits(values(one, kLargestSize, tall, same), {2, 10, 12}));
  }

  TEST_CASE("columns are found among few kept ones as among all") {
    // The same entries in a matrix of few columns, whose mirror has all, and in one of very many.
    Random random(40);
    for (int i = 0; i < 100; ++i) {
      const std::int64_t stride = std::int64_t{1} << 33;
      Sparse near{.rows = 6, .columns = 9};
      Sparse far{.rows = 6, .columns = 9 * stride};
      for (int row = 0; row < 6; ++row) {
        for (std::int64_t c = 0; c < 9; ++c) {
          if (uniform(random, 0, 2) != 0) continue;
          const auto value = static_cast<double>(uniform(random, -9, 9));
          near.add(c, value);
          far.add(c * stride, value);
        }
        near.end_line();
        far.end_line();
      }
      Sparse j{.rows = 18, .columns = 5};
      Sparse far_j{.rows = 18 * stride, .columns = 5};
      for (int column = 0; column < 5; ++column) {
        for (std::int64_t row = 0; row < 18; ++row) {
          if (uniform(random, 0, 2) != 0) continue;
          j.add(row, 1 + static_cast<double>(row));
          far_j.add(row * stride, 1 + static_cast<double>(row));
        }
        j.end_line();
        far_j.end_line();
      }
      const Plan plan(near);
      const Plan far_plan(far);
      const Sparse c = pattern(plan, 12, 2, j);
      const Sparse far_c = pattern(far_plan, 12, 2, far_j);
      REQUIRE(far_c.indptr == c.indptr);
      REQUIRE(far_c.indices == c.indices);
      REQUIRE(values(far_plan, 2, far_j, far_c) == values(plan, 2, j, c));
      const Reals doubled(near.values.size(), 2.0);
      for (const Plan* each : {&plan, &far_plan}) {
        REQUIRE(coldcore_compose_plan_refresh(each->get(), doubled.data(), near.nnz(), 1) == 1);
      }
      REQUIRE(values(far_plan, 2, far_j, far_c) == values(plan, 2, j, c));
    }
  }

  TEST_CASE("more than 2^32 entries of C are counted, and refused where there is no room") {
    const std::int64_t m = 65'536;
    const std::int64_t k = 65'537;
    Sparse a{.rows = m, .columns = 1};
    Sparse j{.rows = 1, .columns = k};
    for (std::int64_t i = 0; i < m; ++i) {
      a.add(0, 1);
      a.end_line();
    }
    for (std::int64_t i = 0; i < k; ++i) {
      j.add(0, 1);
      j.end_line();
    }
    const Matrix left = a.view();
    const Matrix right = j.view();
    Indices indptr(static_cast<std::size_t>(k) + 1, -7);
    CHECK(coldcore_compose_sparsity(&left, 1, &right, indptr.data(), nullptr, 0, 2) == m * k);
    CHECK(indptr[0] == 0);
    CHECK(indptr[32'768] == std::int64_t{1} << 31);
    CHECK(indptr.back() == m * k);

    const Indices before(indptr.size(), -7);
    indptr = before;
    // Room for what m * k is modulo 2^32: 65,536.
    const Indices no_rows(100'000, -7);
    Indices rows = no_rows;
    CHECK(coldcore_compose_sparsity(&left, 1, &right, indptr.data(), rows.data(), 100'000, 2) ==
          COMPOSE_E_CAPACITY);
    CHECK(indptr == before);
    CHECK(rows == no_rows);
    CHECK(std::string(coldcore_compose_last_error()).find("4295032832") != std::string::npos);
  }
}
