// SPDX-License-Identifier: Apache-2.0
//
// Products that a reader can check on paper, by both forms.
#include "matrices.hpp"

using namespace compose_test;

namespace {

void check_product(const Sparse& a, std::int64_t p, const Sparse& j, const Indices& indptr,
                   const Indices& indices, const Reals& expected) {
  const Plan plan(a);
  const Sparse once = pattern(a, p, j);
  const Sparse planned = pattern(plan, p * a.rows, p, j);
  CHECK(once.indptr == indptr);
  CHECK(once.indices == indices);
  CHECK(planned.indptr == indptr);
  CHECK(planned.indices == indices);
  CHECK(same_bits(values(a, p, j, once), expected));
  CHECK(same_bits(values(plan, p, j, once), expected));
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("one block: the product of two matrices") {
    // A = [1 . 2; . 3 .], J = [4 .; . 5; 6 7].
    const Sparse a{2, 3, {0, 2, 3}, {0, 2, 1}, {1, 2, 3}};
    const Sparse j{3, 2, {0, 2, 4}, {0, 2, 1, 2}, {4, 6, 5, 7}};
    check_product(a, 1, j, {0, 1, 3}, {0, 0, 1}, {16, 14, 15});
  }

  TEST_CASE("two blocks: A is applied to each half of J by itself") {
    // A = [1 2; . 3]; the column of J is (4, 5 | ., 6), so C's is (14, 15 | 12, 18).
    const Sparse a{2, 2, {0, 2, 3}, {0, 1, 1}, {1, 2, 3}};
    const Sparse j{4, 1, {0, 3}, {0, 1, 3}, {4, 5, 6}};
    check_product(a, 2, j, {0, 4}, {0, 1, 2, 3}, {14, 15, 12, 18});
  }

  TEST_CASE("a dense row times the identity is that row, an entry a column") {
    const Sparse a{1, 4, {0, 4}, {0, 1, 2, 3}, {2, -3, 0.5, 7}};
    const Sparse j{4, 4, {0, 1, 2, 3, 4}, {0, 1, 2, 3}, {1, 1, 1, 1}};
    check_product(a, 1, j, {0, 1, 2, 3, 4}, {0, 0, 0, 0}, {2, -3, 0.5, 7});
  }

  TEST_CASE("explicit zeros and sums that cancel stay entries") {
    // Row 0: 1 * 1 + 1 * -1 = 0. Row 1: an explicit 0. Row 2 meets nothing.
    const Sparse a{3, 3, {0, 2, 3, 4}, {0, 1, 1, 2}, {1, 1, 0, 5}};
    const Sparse j{3, 1, {0, 2}, {0, 1}, {1, -1}};
    check_product(a, 1, j, {0, 2}, {0, 1}, {0.0, 0.0});
  }

  TEST_CASE("a sum begins with +0.0, so a product -0.0 alone gives +0.0") {
    const Sparse a{1, 1, {0, 1}, {0}, {-1}};
    const Sparse j{1, 1, {0, 1}, {0}, {0.0}};
    check_product(a, 1, j, {0, 1}, {0}, {0.0});
  }

  TEST_CASE("terms are added in the order of A's columns") {
    // (1 + 1e16) - 1e16 = 0, as 1 + 1e16 rounds to 1e16; (1e16 - 1e16) + 1 = 1.
    const Sparse a{1, 3, {0, 3}, {0, 1, 2}, {1, 1, 1}};
    const Sparse j{3, 2, {0, 3, 6}, {0, 1, 2, 0, 1, 2}, {1, 1e16, -1e16, 1e16, -1e16, 1}};
    check_product(a, 1, j, {0, 1, 2}, {0, 0}, {0, 1});
  }

  TEST_CASE("products are rounded before they are added") {
    // x = 1 + 2^-30: x * x = 1 + 2^-29 + 2^-60 rounds to 1 + 2^-29. A fused operation would leave
    // 2^-60.
    const double x = 1 + std::ldexp(1, -30);
    const Sparse a{1, 2, {0, 2}, {0, 1}, {-(1 + std::ldexp(1, -29)), x}};
    const Sparse j{2, 1, {0, 2}, {0, 1}, {1, x}};
    check_product(a, 1, j, {0, 1}, {0}, {0.0});
  }

  TEST_CASE("C may have entries without products, and products may have no entry") {
    // A = [1 2; 3 .], J = (4, 5): C = (14, 12). Asked for: row 1 of block 0, both of block 1, which
    // is empty.
    const Sparse a{2, 2, {0, 2, 3}, {0, 1, 0}, {1, 2, 3}};
    const Sparse j{4, 1, {0, 2}, {0, 1}, {4, 5}};
    const Sparse c{4, 1, {0, 3}, {1, 2, 3}, {}};
    CHECK(same_bits(values(a, 2, j, c), {12, 0.0, 0.0}));
    const Plan plan(a);
    CHECK(same_bits(values(plan, 2, j, c), {12, 0.0, 0.0}));
  }

  TEST_CASE("one entry of J in a block, and C with other rows there than that column of A") {
    // The column of A is (2, ., 3); times 5 that is (10, ., 15).
    const Sparse a{3, 1, {0, 1, 1, 2}, {0, 0}, {2, 3}};
    const Sparse j{3, 1, {0, 1}, {1}, {5}};  // Block 1 of 3.
    const Plan plan(a);
    const auto at = [&](const Indices& rows) {
      const Sparse c{9, 1, {0, static_cast<std::int64_t>(rows.size())}, rows, {}};
      return values(plan, 3, j, c);
    };
    CHECK(same_bits(at({3, 5}), {10, 15}));
    CHECK(same_bits(at({3, 4}), {10, 0.0}));
    CHECK(same_bits(at({4, 5}), {0.0, 15}));
    CHECK(same_bits(at({0, 2}), {0.0, 0.0}));  // The same rows of other blocks.
    CHECK(same_bits(at({6, 8}), {0.0, 0.0}));
    CHECK(same_bits(at({2, 3, 5, 6}), {0.0, 10, 15, 0.0}));
  }

  TEST_CASE("matrices without rows, columns or entries") {
    const Sparse none{0, 0, {0}, {}, {}};
    const Sparse no_rows{0, 3, {0}, {}, {}};
    const Sparse no_columns{3, 0, {0, 0, 0, 0}, {}, {}};
    const Sparse empty{3, 3, {0, 0, 0, 0}, {}, {}};
    const Sparse j{6, 2, {0, 2, 4}, {0, 5, 1, 4}, {1, 2, 3, 4}};
    check_product(none, 2, Sparse{0, 2, {0, 0, 0}, {}, {}}, {0, 0, 0}, {}, {});
    check_product(no_rows, 2, j, {0, 0, 0}, {}, {});
    check_product(no_columns, 2, Sparse{0, 1, {0, 0}, {}, {}}, {0, 0}, {}, {});
    check_product(empty, 2, j, {0, 0, 0}, {}, {});
    check_product(empty, 2, Sparse{6, 0, {0}, {}, {}}, {0}, {}, {});
  }
}
