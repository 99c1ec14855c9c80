// SPDX-License-Identifier: Apache-2.0
//
// Thousands of small products against the definition, with whole numbers, whose sums are exact.
#include "matrices.hpp"

using namespace compose_test;

namespace {

double any_density(Random& random) {
  constexpr double kDensities[] = {0, 0.1, 0.3, 0.7, 1};
  return kDensities[uniform(random, 0, 4)];
}

/// Entries of a density that is drawn anew for each row or column; a seventh of them are zeros.
Dense random_dense(Random& random, std::int64_t rows, std::int64_t columns, bool vary_by_row) {
  Dense result(rows, columns);
  std::vector<double> density(static_cast<std::size_t>(std::max(rows, columns)) + 1);
  for (double& d : density) d = any_density(random);
  std::uniform_real_distribution<double> chance(0, 1);
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t column = 0; column < columns; ++column) {
      const std::int64_t line = vary_by_row ? row : column;
      if (chance(random) >= density[static_cast<std::size_t>(line)]) continue;
      result.at(row, column) = static_cast<double>(uniform(random, -3, 3));
    }
  }
  return result;
}

void check_case(Random& random) {
  const std::int64_t p = uniform(random, 1, 4);
  const Dense a = random_dense(random, uniform(random, 0, 7), uniform(random, 0, 7), true);
  const Dense j = random_dense(random, p * a.columns, uniform(random, 0, 6), false);
  const Sparse expected = by_columns(definition(a, p, j));
  const Sparse left = by_rows(a);
  const Sparse right = by_columns(j);
  const int threads = static_cast<int>(uniform(random, 1, 4));
  CAPTURE(p);
  CAPTURE(a.rows);
  CAPTURE(a.columns);
  CAPTURE(threads);

  const Plan plan(left);
  const Sparse once = pattern(left, p, right, threads);
  const Sparse planned = pattern(plan, p * a.rows, p, right, threads);
  REQUIRE(once.indptr == expected.indptr);
  REQUIRE(once.indices == expected.indices);
  REQUIRE(planned.indptr == expected.indptr);
  REQUIRE(planned.indices == expected.indices);
  REQUIRE(values(left, p, right, once, threads) == expected.values);
  REQUIRE(values(plan, p, right, once, threads) == expected.values);
}

/// A pattern of its own for C, which products fall on or not.
void check_any_pattern(Random& random) {
  const std::int64_t p = uniform(random, 1, 4);
  const Dense a = random_dense(random, uniform(random, 1, 6), uniform(random, 1, 6), true);
  const Dense j = random_dense(random, p * a.columns, uniform(random, 1, 5), false);
  const Sparse where = by_columns(random_dense(random, p * a.rows, j.columns, false));
  const Dense product = definition(a, p, j);
  Reals expected;
  for (std::int64_t column = 0; column < j.columns; ++column) {
    for (std::int64_t e = where.indptr[column]; e < where.indptr[column + 1]; ++e) {
      expected.push_back(product.at(where.indices[e], column).value_or(0.0));
    }
  }
  const Plan plan(by_rows(a));
  REQUIRE(values(by_rows(a), p, by_columns(j), where) == expected);
  REQUIRE(values(plan, p, by_columns(j), where) == expected);
}

/// Strictly ascending, `each` of them below `limit`, in stretches and alone.
Indices ascending(Random& random, std::int64_t limit, std::int64_t each) {
  Indices result;
  while (static_cast<std::int64_t>(result.size()) < each) {
    const std::int64_t start = uniform(random, 0, limit - 1);
    const std::int64_t length = uniform(random, 0, 3) == 0 ? uniform(random, 1, 200) : 1;
    for (std::int64_t i = start; i < std::min(limit, start + length); ++i) result.push_back(i);
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("four thousand random products are what the definition says") {
    Random random(20);
    for (int i = 0; i < 4000; ++i) {
      CAPTURE(i);
      check_case(random);
    }
  }

  TEST_CASE("two thousand patterns of C that are not the product's") {
    Random random(21);
    for (int i = 0; i < 2000; ++i) {
      CAPTURE(i);
      check_any_pattern(random);
    }
  }

  TEST_CASE("rows of C ascend in columns of A with very many rows") {
    // Two columns of A, both met: the pattern of C is the union of their rows. The numbers of rows
    // are those at which a set of bits by words of words of 64 gets another level.
    Random random(22);
    for (const std::int64_t m : {63, 64, 65, 4095, 4096, 4097, 262143, 262144, 262145, 300000}) {
      CAPTURE(m);
      for (int i = 0; i < 10; ++i) {
        const Indices first = ascending(random, m, uniform(random, 1, 60));
        const Indices second = ascending(random, m, uniform(random, 1, 60));
        Indices expected;
        std::set_union(first.begin(), first.end(), second.begin(), second.end(),
                       std::back_inserter(expected));
        Sparse a{.rows = m, .columns = 2};
        for (std::int64_t row = 0; row < m; ++row) {
          if (std::binary_search(first.begin(), first.end(), row)) a.add(0, 1);
          if (std::binary_search(second.begin(), second.end(), row)) a.add(1, 1);
          a.end_line();
        }
        const Sparse j{2, 2, {0, 2, 4}, {0, 1, 0, 1}, {1, 1, 1, 1}};
        const Sparse c = pattern(a, 1, j);
        const std::int64_t nnz = static_cast<std::int64_t>(expected.size());
        REQUIRE(c.indptr == Indices{0, nnz, 2 * nnz});
        REQUIRE(Indices(c.indices.begin(), c.indices.begin() + nnz) == expected);
        REQUIRE(Indices(c.indices.begin() + nnz, c.indices.end()) == expected);
      }
    }
  }
}
