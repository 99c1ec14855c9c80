// SPDX-License-Identifier: Apache-2.0
//
// Bits for any number of threads and any instruction set, on matrices that are large enough for
// threads, and against the order of sums that docs/kernels.md states.
#include <doctest/doctest.h>

#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <thread>

#include "calls.hpp"

using namespace kernels_test;

namespace {

Doubles any_doubles(Random& random, std::int64_t count) {
  Doubles result;
  std::normal_distribution<double> normal;
  for (std::int64_t i = 0; i < count; ++i) result.push_back(normal(random));
  return result;
}

struct RealMatrix {
  std::int64_t rows;
  std::int64_t cols;
  std::vector<std::int32_t> row, col;
  Doubles data;

  Layout as(Format format, const Options& options = {}) const {
    return Layout::from_coo(rows, cols, row, col, data, format, options);
  }
};

/// Rows of very different lengths, near the diagonal, so that dia and packed_banded are possible.
RealMatrix uneven_band(Random& random, std::int64_t rows, std::int64_t reach) {
  RealMatrix a{rows, rows, {}, {}, {}};
  for (std::int64_t i = 0; i < rows; ++i) {
    const std::int64_t every = 1 + below(random, 8);
    for (std::int64_t j = std::max<std::int64_t>(0, i - reach); j < std::min(rows, i + reach);
         ++j) {
      if (below(random, every) > 0) continue;
      a.row.push_back(static_cast<std::int32_t>(i));
      a.col.push_back(static_cast<std::int32_t>(j));
    }
  }
  a.data = any_doubles(random, std::ssize(a.row));
  return a;
}

/// The order of the sums of a row of csr, ell, packed_banded and dense.
double row_sum(const double* values, const double* x, std::int64_t n) {
  double total = 0;
  std::int64_t k = 0;
  if (n >= 16) {
    double sums[8] = {};
    for (; k < n / 8 * 8; ++k) sums[k % 8] += values[k] * x[k];
    total =
        ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]));
  }
  for (; k < n; ++k) total += values[k] * x[k];
  return total;
}

/// What is computed under each setting, once for every format.
template <class Compute>
void check_same_bits(const RealMatrix& a, Compute&& compute) {
  Options options;
  options.slice_rows = 8;
  options.sigma = 64;
  for (const Format format : kFormats) {
    CAPTURE(static_cast<int>(format));
    const Layout packed = a.as(format, options);
    const auto with = [&](const char* threads, const char* isa) {
      const Setting first("COLDCORE_THREADS", threads);
      const Setting second("COLDCORE_ISA", isa);
      return compute(packed);
    };
    const Doubles expected = with("1", "portable");
    for (const auto& [threads, isa] : {std::pair{"1", "avx2"},
                                       {"1", "avx512"},
                                       {"2", "portable"},
                                       {"3", "avx2"},
                                       {"7", "avx512"}}) {
      CAPTURE(threads);
      CAPTURE(isa);
      CHECK(same_bits(with(threads, isa), expected));
    }
  }
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("y = A x has the same bits for any number of threads and any instruction set") {
    Random random(1);
    const RealMatrix a = uneven_band(random, 4000, 100);
    REQUIRE(std::ssize(a.data) > 2 * 65536);
    const Doubles x = any_doubles(random, a.cols);
    check_same_bits(a, [&](const Layout& layout) { return spmv<std::int32_t>(layout, x); });
  }

  TEST_CASE("C = alpha A B + beta C likewise") {
    Random random(2);
    const RealMatrix a = uneven_band(random, 700, 60);
    const std::int64_t count = 46;
    const Doubles b = any_doubles(random, a.cols * count);
    const Doubles c = any_doubles(random, a.rows * count);
    check_same_bits(a, [&](const Layout& layout) {
      return spmm<std::int32_t>(layout, count, 0.3, b, -1.7, c);
    });
  }

  TEST_CASE("sums have the order that is stated") {
    Random random(3);
    const RealMatrix a = uneven_band(random, 300, 40);
    const Doubles x = any_doubles(random, a.cols);
    Doubles by_lanes;
    Doubles by_entry;
    for (std::size_t k = 0; k < a.row.size();) {
      const std::int32_t i = a.row[k];
      Doubles values;
      Doubles from;
      double sum = 0;
      for (; k < a.row.size() && a.row[k] == i; ++k) {
        values.push_back(a.data[k]);
        from.push_back(x[static_cast<std::size_t>(a.col[k])]);
        sum += values.back() * from.back();
      }
      by_lanes.push_back(row_sum(values.data(), from.data(), std::ssize(values)));
      by_entry.push_back(sum);
    }
    for (const Format format : {Format::kCsr, Format::kEll}) {
      CHECK(same_bits(spmv<std::int32_t>(a.as(format), x), by_lanes));
    }
    for (const Format format : {Format::kCoo, Format::kCsc, Format::kDia, Format::kJds,
                                Format::kSellCSigma, Format::kBcsr, Format::kBcoo}) {
      CAPTURE(static_cast<int>(format));
      Options options;
      options.sorted_blocks = 1;
      CHECK(same_bits(spmv<std::int32_t>(a.as(format, options), x), by_entry));
    }
  }

  TEST_CASE("solvers take the same steps with any number of threads and any instruction set") {
    // The five-point Laplacian on a grid of 260 x 260: vectors are cut, and so is the matrix.
    const std::int64_t side = 260;
    RealMatrix a{side * side, side * side, {}, {}, {}};
    for (std::int64_t i = 0; i < a.rows; ++i) {
      const auto add = [&](std::int64_t j, double value) {
        a.row.push_back(static_cast<std::int32_t>(i));
        a.col.push_back(static_cast<std::int32_t>(j));
        a.data.push_back(value);
      };
      if (i >= side) add(i - side, -1);
      if (i % side > 0) add(i - 1, -1);
      add(i, 4);
      if (i % side < side - 1) add(i + 1, -1);
      if (i + side < a.rows) add(i + side, -1);
    }
    const Layout packed = a.as(Format::kCsr);
    Random random(4);
    Request request{any_doubles(random, a.rows), Doubles(static_cast<std::size_t>(a.rows))};
    request.max_iter = 12;
    request.restart = 5;
    for (const SolverKind solver : kSolvers) {
      CAPTURE(static_cast<int>(solver));
      const auto with = [&](const char* threads, const char* isa) {
        const Setting first("COLDCORE_THREADS", threads);
        const Setting second("COLDCORE_ISA", isa);
        return solve<std::int32_t>(solver, packed, request);
      };
      const Solution expected = with("1", "portable");
      CHECK(expected.status == COLDCORE_KERNELS_MAX_ITER);
      CHECK(expected.iterations == 12);
      for (const auto& [threads, isa] :
           {std::pair{"1", "avx512"}, {"2", "portable"}, {"3", "avx2"}}) {
        const Solution got = with(threads, isa);
        CHECK(same_bits(got.x, expected.x));
        CHECK(got.residual == expected.residual);
      }
    }
  }

  TEST_CASE("calls at the same time, and in a child process, compute the same") {
    Random random(6);
    const Matrix a = scattered(random, 2000, 2000, 300'000);
    const Integers x = numbers(random, a.cols);
    const Doubles from = as_doubles(x);
    const Doubles expected = as_doubles(product(a, x));
    const Layout packed = pack<std::int64_t>(a, Format::kCsr);
    const Setting setting("COLDCORE_THREADS", "3");
    std::vector<Doubles> results(4);
    {
      std::vector<std::jthread> callers;
      for (Doubles& result : results) {
        callers.emplace_back([&] {
          for (int i = 0; i < 20; ++i) result = spmv<std::int64_t>(packed, from);
        });
      }
    }
    for (const Doubles& result : results) CHECK(result == expected);
#if !defined(__SANITIZE_THREAD__)  // It gives up on threads that a child starts.
    const pid_t child = fork();
    if (child == 0) _exit(spmv<std::int64_t>(packed, from) == expected ? 0 : 1);
    int status = -1;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
#endif
  }

  TEST_CASE("a number of threads that makes no sense is as none") {
    Random random(5);
    const Matrix a = scattered(random, 2000, 2000, 200'000);
    const Integers x = numbers(random, a.cols);
    const Layout packed = pack<std::int64_t>(a, Format::kCsr);
    for (const char* bad : {"", "0", "-1", "two", "2 ", "99999999999", "1025"}) {
      const Setting setting("COLDCORE_THREADS", bad);
      CHECK(spmv<std::int64_t>(packed, as_doubles(x)) == as_doubles(product(a, x)));
    }
    const Setting setting("COLDCORE_ISA", "sse9");
    CHECK(spmv<std::int64_t>(packed, as_doubles(x)) == as_doubles(product(a, x)));
  }
}
