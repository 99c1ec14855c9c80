// SPDX-License-Identifier: Apache-2.0
//
// Solvers. What they answer is judged by b - A x, recomputed here in more digits.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "calls.hpp"

using namespace kernels_test;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
long double residual_of(const Matrix& a, const Doubles& b, const Doubles& x) {
  std::vector<long double> r(b.begin(), b.end());
  for (const auto& [row, col, value] : a.entries) {
    r[static_cast<std::size_t>(row)] -= static_cast<long double>(value) *
                                        static_cast<long double>(x[static_cast<std::size_t>(col)]);
  }
  long double squares = 0;
  for (const long double part : r) squares += part * part;
  return std::sqrt(squares);
}

long double norm(const Doubles& b) {
  long double squares = 0;
  for (const double part : b) squares += static_cast<long double>(part) * part;
  return std::sqrt(squares);
}

/// How far double arithmetic may be off in b - A x: each row sums its entries.
long double rounding_of(const Matrix& a, const Doubles& b, const Doubles& x) {
  std::vector<long double> size;
  for (const double part : b) size.push_back(std::abs(part));
  for (const auto& [row, col, value] : a.entries) {
    size[static_cast<std::size_t>(row)] +=
        std::abs(static_cast<long double>(value) * x[static_cast<std::size_t>(col)]);
  }
  long double squares = 0;
  for (const long double part : size) squares += part * part;
  const auto terms = static_cast<long double>(a.cols + 2);
  return terms * std::numeric_limits<double>::epsilon() * std::sqrt(squares);
}

Request request_for(const Matrix& a, const Integers& b) {
  return {as_doubles(b), Doubles(static_cast<std::size_t>(a.rows), 0.0)};
}

/// The residual is what is said, and small enough if the answer is that it is.
void check_honest(const Matrix& a, const Request& request, const Solution& s) {
  const long double rounding = rounding_of(a, request.b, s.x);
  const long double residual = residual_of(a, request.b, s.x);
  CHECK(std::abs(residual - static_cast<long double>(s.residual)) <= rounding);
  if (s.status == COLDCORE_KERNELS_CONVERGED) {
    CHECK(residual <= static_cast<long double>(request.tol) * norm(request.b) + rounding);
  }
  CHECK(s.iterations <= request.max_iter);
}

void check_solved(SolverKind solver, const Matrix& a, const Request& request, const Solution& s) {
  CAPTURE(static_cast<int>(solver));
  CHECK(s.status == COLDCORE_KERNELS_CONVERGED);
  check_honest(a, request, s);
}

/// Symmetric, with `diagonal(sum of the row's absolute values)` on the diagonal.
template <class Diagonal>
Matrix symmetric(Random& random, std::int64_t n, std::int64_t pairs, Diagonal&& diagonal) {
  Matrix a{n, n};
  Integers weights(static_cast<std::size_t>(n));
  for (std::int64_t e = 0; e < pairs && n > 1; ++e) {
    const std::int64_t i = below(random, n);
    const std::int64_t j = below(random, n);
    if (i == j) continue;
    const std::int64_t value = small_number(random);
    a.add(i, j, value);
    a.add(j, i, value);
    weights[static_cast<std::size_t>(i)] += std::abs(value);
    weights[static_cast<std::size_t>(j)] += std::abs(value);
  }
  for (std::int64_t i = 0; i < n; ++i)
    a.add(i, i, diagonal(i, weights[static_cast<std::size_t>(i)]));
  return a;
}

/// Positive definite by dominance.
Matrix definite(Random& random, std::int64_t n) {
  return symmetric(random, n, 3 * n, [](std::int64_t, std::int64_t weight) { return weight + 1; });
}

/// Indefinite by dominance: every other eigenvalue is negative.
Matrix indefinite(Random& random, std::int64_t n) {
  return symmetric(random, n, n, [](std::int64_t i, std::int64_t weight) {
    return i % 2 == 0 ? weight + 1 : -weight - 1;
  });
}

/// Not symmetric, with a dominant diagonal.
Matrix dominant(Random& random, std::int64_t n) {
  Matrix a = scattered(random, n, n, 4 * n);
  Integers weights(static_cast<std::size_t>(n));
  for (const Entry& entry : a.entries)
    weights[static_cast<std::size_t>(entry.row)] += std::abs(entry.value);
  for (std::int64_t i = 0; i < n; ++i) a.add(i, i, 2 * weights[static_cast<std::size_t>(i)] + 1);
  return a;
}

bool can_solve(SolverKind solver, bool is_symmetric, bool is_definite) {
  if (solver == SolverKind::kCg) return is_symmetric && is_definite;
  if (solver == SolverKind::kMinres) return is_symmetric;
  return true;
}

void check_all_layouts(const Matrix& a, bool is_symmetric, bool is_definite, Random& random) {
  const Integers solution = numbers(random, a.cols);
  Request request = request_for(a, product(a, solution));
  request.restart = 1 + below(random, 40);
  if (below(random, 2) == 0) request.x = as_doubles(numbers(random, a.cols));
  const Options options = any_options(random);
  for (const SolverKind solver : kSolvers) {
    if (!can_solve(solver, is_symmetric, is_definite)) continue;
    if (solver == SolverKind::kGmres && !is_definite) request.restart = a.cols + 1;
    for (const Format format : kFormats) {
      CAPTURE(static_cast<int>(format));
      check_solved(solver, a, request,
                   solve<std::int64_t>(solver, pack<std::int64_t>(a, format, options), request));
      check_solved(solver, a, request,
                   solve<std::int32_t>(solver, pack<std::int32_t>(a, format, options), request));
    }
  }
}

Solution solved(SolverKind solver, const Matrix& a, const Request& request) {
  return solve(solver, pack<std::int64_t>(a, Format::kCsr), request);
}

Matrix diagonal(const Integers& values) {
  Matrix a{std::ssize(values), std::ssize(values)};
  for (std::int64_t i = 0; i < a.rows; ++i) a.add(i, i, values[static_cast<std::size_t>(i)]);
  return a;
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("positive definite systems, by all solvers in all layouts") {
    Random random(1);
    for (int number = 0; number < 40; ++number) {
      CAPTURE(number);
      check_all_layouts(definite(random, below(random, 60)), true, true, random);
    }
  }

  TEST_CASE("systems that are not symmetric") {
    Random random(2);
    for (int number = 0; number < 40; ++number) {
      CAPTURE(number);
      check_all_layouts(dominant(random, below(random, 60)), false, true, random);
    }
  }

  TEST_CASE("symmetric indefinite systems by minres, and by gmres without a restart") {
    Random random(3);
    for (int number = 0; number < 40; ++number) {
      CAPTURE(number);
      const Matrix a = indefinite(random, 1 + below(random, 60));
      const Request request = request_for(a, product(a, numbers(random, a.cols)));
      check_solved(SolverKind::kMinres, a, request, solved(SolverKind::kMinres, a, request));
      Request whole = request;
      whole.restart = a.cols + 1;
      check_solved(SolverKind::kGmres, a, whole, solved(SolverKind::kGmres, a, whole));
      // cg: solved by luck, or it says why not.
      const Solution by_cg = solved(SolverKind::kCg, a, request);
      CAPTURE(by_cg.status);
      CHECK((by_cg.status == COLDCORE_KERNELS_CONVERGED ||
             by_cg.status == COLDCORE_KERNELS_INDEFINITE));
      check_honest(a, request, by_cg);
    }
  }

  TEST_CASE(
      "in exact arithmetic cg, minres and gmres need as many steps as there are eigenvalues") {
    Random random(4);
    const Matrix a = diagonal({1, 4, 4, 9, 1, 9, 9, 4, 1, 1, 4});
    const Request request = request_for(a, product(a, {1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2}));
    for (const SolverKind solver : {SolverKind::kCg, SolverKind::kGmres, SolverKind::kMinres}) {
      const Solution s = solved(solver, a, request);
      check_solved(solver, a, request, s);
      CHECK(s.iterations == 3);
    }
    CHECK(solved(SolverKind::kBicgstab, a, request).iterations <= 3);
  }

  TEST_CASE("an exact start, and b = 0, take no step") {
    Random random(5);
    const Matrix a = definite(random, 20);
    const Integers solution = numbers(random, 20);
    Request request = request_for(a, product(a, solution));
    request.x = as_doubles(solution);
    request.tol = 0;
    Request zero = request_for(a, Integers(20));
    zero.x = as_doubles(solution);
    for (const SolverKind solver : kSolvers) {
      CAPTURE(static_cast<int>(solver));
      const Solution s = solved(solver, a, request);
      CHECK(s.status == COLDCORE_KERNELS_CONVERGED);
      CHECK(s.iterations == 0);
      CHECK(s.residual == 0);
      CHECK(s.x == request.x);
      const Solution none = solved(solver, a, zero);
      CHECK(none.status == COLDCORE_KERNELS_CONVERGED);
      CHECK(none.iterations == 0);
      CHECK(none.residual == 0);
      CHECK(none.x == Doubles(20, 0.0));
    }
  }

  TEST_CASE("no unknowns, and one") {
    for (const SolverKind solver : kSolvers) {
      CAPTURE(static_cast<int>(solver));
      const Solution none = solved(solver, {0, 0}, {});
      CHECK(none.status == COLDCORE_KERNELS_CONVERGED);
      CHECK(none.iterations == 0);
      CHECK(none.residual == 0);
      const Solution one = solved(solver, diagonal({4}), {{12}, {0}});
      CHECK(one.status == COLDCORE_KERNELS_CONVERGED);
      CHECK(one.iterations == 1);
      CHECK(one.x == Doubles{3});
    }
  }

  TEST_CASE("max_iter is kept, and 0 steps only judge the start") {
    Random random(6);
    const Matrix a = definite(random, 50);
    Request request = request_for(a, product(a, numbers(random, 50)));
    for (const SolverKind solver : kSolvers) {
      CAPTURE(static_cast<int>(solver));
      for (const std::int64_t most : {0, 1, 2, 3}) {
        request.max_iter = most;
        const Solution s = solved(solver, a, request);
        CHECK(s.status == COLDCORE_KERNELS_MAX_ITER);
        CHECK(s.iterations == most);
        check_honest(a, request, s);
        if (most == 0) CHECK(s.x == request.x);
      }
    }
  }

  TEST_CASE("a matrix that is not positive definite ends cg at once") {
    for (const Integers& values : {Integers{-1}, Integers{0}, Integers{3, -5}}) {
      const Matrix a = diagonal(values);
      const Solution s = solved(SolverKind::kCg, a, request_for(a, Integers(values.size(), 1)));
      CHECK(s.status == COLDCORE_KERNELS_INDEFINITE);
      CHECK(s.iterations == 0);
      CHECK(s.x == Doubles(values.size(), 0.0));
      CHECK(s.residual == doctest::Approx(std::sqrt(static_cast<double>(values.size()))));
    }
  }

  TEST_CASE("a skew-symmetric matrix breaks bicgstab down in its first step") {
    Matrix a{2, 2};  // r' A r = 0 for every r.
    a.add(0, 1, 1);
    a.add(1, 0, -1);
    const Request request = request_for(a, {2, 3});
    const Solution s = solved(SolverKind::kBicgstab, a, request);
    CHECK(s.status == COLDCORE_KERNELS_BREAKDOWN);
    CHECK(s.iterations == 0);
    CHECK(s.x == request.x);
    check_solved(SolverKind::kGmres, a, request, solved(SolverKind::kGmres, a, request));
  }

  TEST_CASE("a singular matrix and a b out of its reach is a breakdown, with the best x left") {
    // b = (1, 1): least squares leaves (0, 1).
    const Matrix a = diagonal({1, 0});
    const Request request = request_for(a, {1, 1});
    for (const SolverKind solver : {SolverKind::kGmres, SolverKind::kMinres}) {
      CAPTURE(static_cast<int>(solver));
      const Solution s = solved(solver, a, request);
      CHECK(s.status == COLDCORE_KERNELS_BREAKDOWN);
      CHECK(s.residual >= 1);
      check_honest(a, request, s);
    }
    for (const SolverKind solver : kSolvers) {  // A = 0.
      CAPTURE(static_cast<int>(solver));
      const Solution s = solved(solver, {3, 3}, request_for({3, 3}, {1, 2, 2}));
      CHECK(s.status ==
            (solver == SolverKind::kCg ? COLDCORE_KERNELS_INDEFINITE : COLDCORE_KERNELS_BREAKDOWN));
      CHECK(s.x == Doubles(3, 0.0));
      CHECK(s.residual == 3);
    }
  }

  TEST_CASE("a singular matrix and a b within its reach is solved") {
    // The Laplacian of a ring of 12, whose null space is the constants, and b with the sum 0.
    Matrix a{12, 12};
    for (std::int64_t i = 0; i < 12; ++i) {
      a.add(i, i, 2);
      a.add(i, (i + 1) % 12, -1);
      a.add(i, (i + 11) % 12, -1);
    }
    const Request request = request_for(a, {5, -2, -3, 1, 1, 1, -3, 4, -4, 2, 0, -2});
    for (const SolverKind solver : {SolverKind::kCg, SolverKind::kGmres, SolverKind::kMinres}) {
      check_solved(solver, a, request, solved(solver, a, request));
    }
  }

  TEST_CASE("gmres that stands still says so, and a longer space solves it") {
    // A cyclic shift of 8: nothing is gained before the eighth direction.
    Matrix a{8, 8};
    for (std::int64_t i = 0; i < 8; ++i) a.add(i, (i + 1) % 8, 1);
    Request request = request_for(a, {1, 0, 0, 0, 0, 0, 0, 0});
    request.restart = 7;
    const Solution still = solved(SolverKind::kGmres, a, request);
    CHECK(still.status == COLDCORE_KERNELS_STAGNATED);
    CHECK(still.iterations == 7);
    CHECK(still.residual == 1);
    request.restart = 8;
    const Solution s = solved(SolverKind::kGmres, a, request);
    check_solved(SolverKind::kGmres, a, request, s);
    CHECK(s.iterations == 8);
  }

  TEST_CASE("a tolerance that doubles cannot reach is not reported as reached") {
    Random random(7);
    const Matrix a = definite(random, 40);
    // Thirds are no doubles, so b - A x = 0 has no solution in doubles.
    Request request = request_for(a, numbers(random, 40));
    for (double& value : request.b) value /= 3;
    request.tol = 0;
    for (const SolverKind solver : kSolvers) {
      CAPTURE(static_cast<int>(solver));
      const Solution s = solved(solver, a, request);
      CHECK(s.status == COLDCORE_KERNELS_STAGNATED);
      CHECK(s.residual > 0);
      CHECK(s.residual < 1e-14 * static_cast<double>(norm(request.b)) * 40);
      check_honest(a, request, s);
    }
  }

  TEST_CASE("a matrix that is not symmetric is not solved by cg and minres in words only") {
    Random random(8);
    for (int number = 0; number < 50; ++number) {
      const Matrix a = scattered(random, 12, 12, 60);
      Request request = request_for(a, numbers(random, 12));
      request.max_iter = 40;
      for (const SolverKind solver : kSolvers) {
        CAPTURE(number);
        CAPTURE(static_cast<int>(solver));
        const Solution s = solved(solver, a, request);
        CHECK(s.status >= 0);
        check_honest(a, request, s);
      }
    }
  }

  TEST_CASE("NaN and infinities are met, not passed on as a solution") {
    const Matrix a = diagonal({1, 2});
    for (const SolverKind solver : kSolvers) {
      CAPTURE(static_cast<int>(solver));
      for (const double bad : {kNan, kInfinity}) {
        CHECK(solved(solver, a, {{bad, 1}, {0, 0}}).status == COLDCORE_KERNELS_NOT_FINITE);
        CHECK(solved(solver, a, {{1, bad}, {0, 0}}).status == COLDCORE_KERNELS_NOT_FINITE);
        const Solution s = solved(solver, a, {{1, 1}, {bad, 0}});  // In the start.
        CHECK(s.status == COLDCORE_KERNELS_NOT_FINITE);
        CHECK(s.iterations == 0);
      }
    }
  }

  TEST_CASE("a norm beyond the doubles makes nothing converged") {
    const double most = std::numeric_limits<double>::max();
    for (const SolverKind solver : kSolvers) {
      // b - A x = (0.5 max, 0.5 max) is in range, |b| is not.
      const Solution s = solved(solver, diagonal({1, 1}), {{most, most}, {most / 2, most / 2}});
      CHECK(s.status == COLDCORE_KERNELS_NOT_FINITE);
      CHECK(s.iterations == 0);
      CHECK(std::isfinite(s.residual));
    }
  }

  TEST_CASE("very large and very small right-hand sides take the same steps") {
    Random random(9);
    const Matrix a = definite(random, 30);
    const Request request = request_for(a, product(a, numbers(random, 30)));
    for (const SolverKind solver : kSolvers) {
      CAPTURE(static_cast<int>(solver));
      const Solution expected = solved(solver, a, request);
      for (const int exponent : {-900, 900}) {
        Request scaled = request;
        for (double& value : scaled.b) value = std::ldexp(value, exponent);
        const Solution s = solved(solver, a, scaled);
        CHECK(s.status == COLDCORE_KERNELS_CONVERGED);
        CHECK(s.iterations == expected.iterations);
        for (std::size_t i = 0; i < s.x.size(); ++i)
          CHECK(s.x[i] == std::ldexp(expected.x[i], exponent));
      }
    }
  }

  TEST_CASE("arguments out of range leave x as it was") {
    const Matrix a = diagonal({1, 2});
    const Request good{{1, 1}, {5, 6}};
    const auto check_refused = [&](const Request& request) {
      for (const SolverKind solver : kSolvers) {
        const Solution s = solved(solver, a, request);
        if (solver != SolverKind::kGmres && request.restart < 1) continue;  // They have no restart.
        CHECK(s.status == COLDCORE_KERNELS_E_ARGUMENT);
        CHECK(s.iterations == 0);
        CHECK(std::isnan(s.residual));
        CHECK(s.x == good.x);
      }
    };
    Request bad = good;
    bad.max_iter = -1;
    check_refused(bad);
    bad = good;
    bad.restart = 0;
    check_refused(bad);
    for (const double tol : {-1e-9, kNan}) {
      bad = good;
      bad.tol = tol;
      check_refused(bad);
    }
    Solution s{good.x};
    cg_dense_fp64(nullptr, nullptr, &s.iterations, &s.residual, &s.status, s.x.data(), -1, 10, 1e-6,
                  nullptr, 0);
    CHECK(s.status == COLDCORE_KERNELS_E_ARGUMENT);
  }
}
