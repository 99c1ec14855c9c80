// SPDX-License-Identifier: Apache-2.0
//
// Every bit of the values against a merge of each row with each column, whatever the values are.
#include <limits>

#include "bench/merge_fill.hpp"
#include "matrices.hpp"

using namespace compose_test;

namespace {

using Draw = double (*)(Random&);

double ordinary(Random& random) { return std::uniform_real_distribution<double>(-1, 1)(random); }

double of_any_size(Random& random) {
  const double exponent = std::uniform_real_distribution<double>(-300, 300)(random);
  return (random() % 2 == 0 ? 1 : -1) * std::pow(10.0, exponent);
}

// Pairs that cancel, and what is left when they have.
double cancelling(Random& random) {
  constexpr double kValues[] = {1e300, -1e300, 1e16, -1e16, 1, -1, 1e-16, -1e-16, 3, -3};
  return kValues[random() % std::size(kValues)];
}

double with_zeros(Random& random) {
  constexpr double kValues[] = {0.0, -0.0, 1, -1, 5e-324, -5e-324, 1e-200, -1e-200};
  return kValues[random() % std::size(kValues)];
}

double with_infinities(Random& random) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const double values[] = {kInfinity, -kInfinity, kNan, 0.0, -0.0,
                           1e308,     -1e308,     1,    2,   ordinary(random)};
  return values[random() % std::size(values)];
}

constexpr Draw kDraws[] = {ordinary, of_any_size, cancelling, with_zeros, with_infinities};

/// `lines` lines with up to `most` of `limit` indices each.
Sparse random_lines(Random& random, std::int64_t lines, std::int64_t limit, std::int64_t most,
                    Draw draw) {
  Sparse result;
  for (std::int64_t i = 0; i < lines; ++i) {
    Indices line(static_cast<std::size_t>(uniform(random, 0, most)));
    for (std::int64_t& index : line) index = uniform(random, 0, limit - 1);
    std::sort(line.begin(), line.end());
    line.erase(std::unique(line.begin(), line.end()), line.end());
    for (const std::int64_t index : line) result.add(index, draw(random));
    result.end_line();
  }
  return result;
}

struct Sizes {
  std::int64_t m, n, p, k, a_most, j_most;
};

struct Product {
  Sparse a, j, c;
  std::int64_t p;
  Reals merged;
};

Product random_product(Random& random, const Sizes& sizes, Draw draw) {
  Sparse a = random_lines(random, sizes.m, sizes.n, sizes.a_most, draw);
  a.rows = sizes.m;
  a.columns = sizes.n;
  Sparse j = random_lines(random, sizes.k, sizes.p * sizes.n, sizes.j_most, draw);
  j.rows = sizes.p * sizes.n;
  j.columns = sizes.k;
  Sparse c = pattern(a, sizes.p, j);
  Reals merged(c.indices.size());
  merge_fill::fill(a.view(), j.view(), c.view(), merged.data());
  return {a, j, c, sizes.p, merged};
}

void check_bits(Random& random, const Sizes& sizes) {
  for (const Draw draw : kDraws) {
    const Product product = random_product(random, sizes, draw);
    const Plan plan(product.a);
    for (int threads = 1; threads <= 4; ++threads) {
      CAPTURE(threads);
      REQUIRE(
          same_bits(values(product.a, product.p, product.j, product.c, threads), product.merged));
      REQUIRE(same_bits(values(plan, product.p, product.j, product.c, threads), product.merged));
    }
  }
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("random products have the bits of the merge") {
    Random random(30);
    for (int i = 0; i < 60; ++i) {
      CAPTURE(i);
      check_bits(random, {.m = uniform(random, 1, 30),
                          .n = uniform(random, 1, 30),
                          .p = uniform(random, 1, 4),
                          .k = uniform(random, 1, 30),
                          .a_most = uniform(random, 1, 30),
                          .j_most = uniform(random, 1, 60)});
    }
  }

  TEST_CASE("so have short rows, single entries and long rows") {
    Random random(31);
    check_bits(random, {.m = 400, .n = 400, .p = 1, .k = 300, .a_most = 3, .j_most = 1});
    check_bits(random, {.m = 400, .n = 400, .p = 3, .k = 300, .a_most = 3, .j_most = 3});
    check_bits(random, {.m = 3, .n = 2000, .p = 2, .k = 200, .a_most = 4000, .j_most = 50});
    check_bits(random, {.m = 2000, .n = 3, .p = 2, .k = 50, .a_most = 3, .j_most = 6});
    check_bits(random, {.m = 200, .n = 200, .p = 3, .k = 400, .a_most = 20, .j_most = 30});
  }

  TEST_CASE("a dense row against columns of all kinds") {
    Random random(32);
    for (const Draw draw : kDraws) {
      Sparse a{.rows = 1, .columns = 3000};
      for (std::int64_t c = 0; c < a.columns; ++c) a.add(c, draw(random));
      a.end_line();
      Sparse j = random_lines(random, 300, 3000, 40, draw);
      j.rows = 3000;
      j.columns = 300;
      const Sparse c = pattern(a, 1, j);
      Reals merged(c.indices.size());
      merge_fill::fill(a.view(), j.view(), c.view(), merged.data());
      const Plan plan(a);
      CHECK(same_bits(values(plan, 1, j, c), merged));
      CHECK(same_bits(values(a, 1, j, c), merged));
    }
  }

  TEST_CASE("neither patterns nor values depend on the number of threads, nor on leaving it open") {
    Random random(33);
    const Product product = random_product(
        random, {.m = 100, .n = 100, .p = 3, .k = 20'000, .a_most = 9, .j_most = 20}, of_any_size);
    const Plan plan(product.a);
    for (int threads = 0; threads <= 4; ++threads) {
      CAPTURE(threads);
      const Sparse once = pattern(product.a, 3, product.j, threads);
      const Sparse planned = pattern(plan, 300, 3, product.j, threads);
      CHECK(once.indptr == product.c.indptr);
      CHECK(once.indices == product.c.indices);
      CHECK(planned.indptr == product.c.indptr);
      CHECK(planned.indices == product.c.indices);
      CHECK(same_bits(values(product.a, 3, product.j, once, threads), product.merged));
      CHECK(same_bits(values(plan, 3, product.j, once, threads), product.merged));
    }
  }
}
