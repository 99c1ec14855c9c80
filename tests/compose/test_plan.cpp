// SPDX-License-Identifier: Apache-2.0
//
// What a plan keeps: values of a version, and scratch.
#include <atomic>
#include <thread>

#include "matrices.hpp"

using namespace compose_test;

namespace {

// A = [1 2; 3 .] and J the identity, so C's columns are A's: (1, 3), (2).
const Sparse& known_a() {
  static const Sparse a{2, 2, {0, 2, 3}, {0, 1, 0}, {1, 2, 3}};
  return a;
}
const Sparse& identity() {
  static const Sparse j{2, 2, {0, 1, 2}, {0, 1}, {1, 1}};
  return j;
}
const Sparse& known_c() {
  static const Sparse c{2, 2, {0, 2, 3}, {0, 1, 0}, {}};
  return c;
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("values are taken anew when the version is another, and not otherwise") {
    const Plan plan(known_a(), 5);
    const Reals tenfold{10, 20, 30};
    CHECK(same_bits(values(plan, 1, identity(), known_c()), {1, 3, 2}));
    CHECK(coldcore_compose_plan_refresh(plan.get(), tenfold.data(), 3, 5) == 0);
    CHECK(same_bits(values(plan, 1, identity(), known_c()), {1, 3, 2}));
    CHECK(coldcore_compose_plan_refresh(plan.get(), tenfold.data(), 3, 6) == 1);
    CHECK(same_bits(values(plan, 1, identity(), known_c()), {10, 30, 20}));
    CHECK(coldcore_compose_plan_refresh(plan.get(), known_a().values.data(), 3, 6) == 0);
    CHECK(same_bits(values(plan, 1, identity(), known_c()), {10, 30, 20}));
    // Any other number is another version, a smaller one too.
    CHECK(coldcore_compose_plan_refresh(plan.get(), known_a().values.data(), 3, -1) == 1);
    CHECK(same_bits(values(plan, 1, identity(), known_c()), {1, 3, 2}));
  }

  TEST_CASE("of the same version nothing is read") {
    const Plan plan(known_a(), 5);
    CHECK(coldcore_compose_plan_refresh(plan.get(), nullptr, 3, 5) == 0);
  }

  TEST_CASE("other values of J need no word to the plan") {
    const Plan plan(known_a());
    Sparse j = identity();
    CHECK(same_bits(values(plan, 1, j, known_c()), {1, 3, 2}));
    j.values = {-2, 4};
    CHECK(same_bits(values(plan, 1, j, known_c()), {-2, -6, 8}));
  }

  TEST_CASE("a plan keeps no array of the caller") {
    Sparse a = known_a();
    const Plan plan(a);
    std::fill(a.values.begin(), a.values.end(), 99.0);
    std::fill(a.indices.begin(), a.indices.end(), 99);
    std::fill(a.indptr.begin(), a.indptr.end(), 99);
    CHECK(same_bits(values(plan, 1, identity(), known_c()), {1, 3, 2}));
  }

  TEST_CASE("one plan serves any number of blocks and columns") {
    const Plan plan(known_a());
    const Sparse j{6, 1, {0, 3}, {0, 3, 5}, {1, 1, 1}};
    const Sparse c = pattern(plan, 6, 3, j);
    CHECK(c.indices == Indices{0, 1, 2, 4});
    CHECK(same_bits(values(plan, 3, j, c), {1, 3, 2, 2}));
    CHECK(same_bits(values(plan, 1, identity(), known_c()), {1, 3, 2}));
  }

  TEST_CASE("scratch is allocated on first use, once for each thread") {
    Sparse a{.rows = 1000, .columns = 10};
    for (int row = 0; row < 1000; ++row) {
      a.add(row % 10, 1);
      a.end_line();
    }
    Sparse j{.rows = 10, .columns = 40};
    for (int column = 0; column < 40; ++column) {
      j.add(column % 10, 1);
      j.end_line();
    }
    const Plan plan(a);
    const std::int64_t mirror = plan.bytes();
    CHECK(mirror == 8 * (11 + 3 * 1000));  // Starts; rows, values, and where in A they are.
    const Sparse c = pattern(plan, 1000, 1, j);
    const std::int64_t with_set = plan.bytes();
    CHECK(with_set - mirror >= 1000 / 8);
    CHECK(with_set - mirror <= 1000 / 4);
    values(plan, 1, j, c);
    CHECK(plan.bytes() == with_set + 8 * 1000);
    values(plan, 1, j, c);
    pattern(plan, 1000, 1, j);
    CHECK(plan.bytes() == with_set + 8 * 1000);
    values(plan, 1, j, c, 3);
    CHECK(plan.bytes() == with_set + 3 * 8 * 1000);
    values(plan, 1, j, c, 2);
    CHECK(plan.bytes() == with_set + 3 * 8 * 1000);
  }

  TEST_CASE("calls of several threads on one plan are served one at a time") {
    const Plan plan(known_a());
    std::atomic<int> failures{0};
    const auto use = [&](int threads) {
      const Matrix j = identity().view();
      const Matrix c = known_c().view();
      for (int i = 0; i < 100; ++i) {
        Reals out(3);
        const bool good = coldcore_compose_plan_values(plan.get(), 1, &j, &c, out.data(),
                                                       threads) == COMPOSE_OK &&
                          out[0] * 3 == out[1] && out[0] * 2 == out[2];
        failures += good ? 0 : 1;
      }
    };
    const auto refresh = [&] {
      for (int i = 1; i <= 100; ++i) {
        const double x = i;
        const Reals scaled{x, 2 * x, 3 * x};
        failures += coldcore_compose_plan_refresh(plan.get(), scaled.data(), 3, i) == 1 ? 0 : 1;
      }
    };
    std::thread first(use, 1);
    std::thread second(use, 2);
    std::thread third(refresh);
    first.join();
    second.join();
    third.join();
    CHECK(failures == 0);
  }

  TEST_CASE("freeing nothing does nothing") { coldcore_compose_plan_free(nullptr); }
}
