// SPDX-License-Identifier: Apache-2.0
//
// Minimal residuals over Krylov spaces, restarted. Y. Saad and M. H. Schultz, GMRES: a generalized
// minimal residual algorithm for solving nonsymmetric linear systems, SIAM J. Sci. Stat. Comput. 7
// (1986), 856-869. The basis by modified Gram-Schmidt, the least squares by rotations.
#include <algorithm>
#include <cmath>
#include <limits>

#include "solve.hpp"

namespace coldcore::kernels {
namespace {

class Gmres {
 public:
  explicit Gmres(const Round& round)
      : round_(round),
        most_(directions(round.vectors.size(), round.restart)),
        column_(most_ + 1),
        triangle_(round.vector(most_ + 1)),
        cosine_(triangle_ + column_ * most_),
        sine_(cosine_ + most_),
        rhs_(sine_ + most_) {}

  RoundResult run() {
    double* const first = basis(0);
    const double inverse = 1 / round_.norm;
    round_.vectors.each([=, r = round_.r](std::int64_t k) { first[k] = r[k] * inverse; });
    rhs_[0] = round_.norm;
    const std::int64_t steps = std::min(most_, round_.steps);
    for (std::int64_t j = 0; j < steps; ++j) {
      const RoundEnd end = extend(j);
      if (end == RoundEnd::kSteps) continue;
      // The last column is of no use after a breakdown, nor where it is not finite.
      const bool taken = take(end == RoundEnd::kTarget ? j + 1 : j);
      return {j + 1, taken ? end : RoundEnd::kNotFinite};
    }
    return {steps, take(steps) ? RoundEnd::kSteps : RoundEnd::kNotFinite};
  }

  /// Numbers beside the vectors.
  static Wide numbers(std::int64_t most) { return Wide{most + 1} * most + 3 * Wide{most} + 1; }

 private:
  double* basis(std::int64_t j) const { return round_.vector(j); }
  double& triangle(std::int64_t i, std::int64_t j) const { return triangle_[i + j * column_]; }

  /// Column j of the Hessenberg matrix, made triangular, and basis vector j + 1. kSteps is to go
  /// on.
  RoundEnd extend(std::int64_t j) {
    Vectors& vectors = round_.vectors;
    double* const w = basis(j + 1);
    round_.apply(basis(j), w);
    const double before = std::sqrt(vectors.dot(w, w));
    if (!std::isfinite(before)) return RoundEnd::kNotFinite;
    double part = vectors.dot(w, basis(0));
    for (std::int64_t i = 0; i <= j; ++i) {
      triangle(i, j) = part;
      part = vectors.sum([=, v = basis(i), next = basis(i + 1)](std::int64_t k) {
        w[k] -= part * v[k];
        return w[k] * next[k];  // The last time with w itself.
      });
    }
    double length = std::sqrt(part);
    // What is left of w is rounding: the space cannot be extended.
    const bool complete = length <= kRounding * before;
    if (complete) length = 0;
    rotate(j, length);
    if (triangle(j, j) == 0) return RoundEnd::kBreakdown;
    if (complete || std::abs(rhs_[j + 1]) <= round_.target) return RoundEnd::kTarget;
    vectors.scale(1 / length, w);
    return RoundEnd::kSteps;
  }

  void rotate(std::int64_t j, double below) {
    for (std::int64_t i = 0; i < j; ++i) {
      const double upper = triangle(i, j);
      const double lower = triangle(i + 1, j);
      triangle(i, j) = cosine_[i] * upper + sine_[i] * lower;
      triangle(i + 1, j) = cosine_[i] * lower - sine_[i] * upper;
    }
    const double diagonal = triangle(j, j);
    const double length = std::hypot(diagonal, below);
    largest_ = std::max(largest_, length);
    // Zero but for rounding: A is singular on the space.
    const bool zero = length <= kRounding * largest_;
    cosine_[j] = zero ? 1 : diagonal / length;
    sine_[j] = zero ? 0 : below / length;
    triangle(j, j) = zero ? 0 : length;
    rhs_[j + 1] = -sine_[j] * rhs_[j];
    rhs_[j] *= cosine_[j];
  }

  /// Adds the best combination of the first `count` basis vectors to x; false, and x as it was, if
  /// that is not finite.
  bool take(std::int64_t count) {
    for (std::int64_t i = count; i-- > 0;) {
      double part = rhs_[i];
      for (std::int64_t j = i + 1; j < count; ++j) part -= triangle(i, j) * rhs_[j];
      rhs_[i] = part / triangle(i, i);
      if (!std::isfinite(rhs_[i] * round_.scale)) return false;
    }
    for (std::int64_t j = 0; j < count; ++j) {
      const double length = rhs_[j] * round_.scale;
      round_.vectors.each(
          [x = round_.x, v = basis(j), length](std::int64_t k) { x[k] += length * v[k]; });
    }
    return true;
  }

  static constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();

  const Round& round_;
  std::int64_t most_;
  std::int64_t column_;
  double* triangle_;
  double* cosine_;
  double* sine_;
  double* rhs_;
  double largest_ = 0;
};

RoundResult run_gmres(const Round& round) { return Gmres(round).run(); }

Wide gmres_space(std::int64_t n, std::int64_t restart) {
  return Wide{restart + 1} * Round::stride_of(n) + Gmres::numbers(restart);
}

}  // namespace

const Method kGmres = {run_gmres, gmres_space};

}  // namespace coldcore::kernels
