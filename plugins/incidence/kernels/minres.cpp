// SPDX-License-Identifier: Apache-2.0
//
// Minimal residuals for symmetric matrices. C. C. Paige and M. A. Saunders, Solution of sparse
// indefinite systems of linear equations, SIAM J. Numer. Anal. 12 (1975), 617-629.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "solve.hpp"

namespace coldcore::kernels {
namespace {

struct Rotation {
  double cosine = 1;
  double sine = 0;
};

class Minres {
 public:
  explicit Minres(const Round& round)
      : round_(round),
        v_before_(round.vector(0)),
        v_(round.vector(1)),
        w_(round.vector(2)),
        d_older_(round.vector(3)),
        d_before_(round.vector(4)),
        rest_(round.norm) {}

  RoundResult run() {
    begin();
    for (std::int64_t step = 0; step < round_.steps; ++step) {
      const double alpha = lanczos();
      if (!std::isfinite(alpha) || !std::isfinite(beta_)) return {step, RoundEnd::kNotFinite};
      const RoundEnd end = advance(alpha);
      if (end == RoundEnd::kNotFinite || end == RoundEnd::kBreakdown) return {step, end};
      if (end == RoundEnd::kTarget) return {step + 1, end};
    }
    return {round_.steps, RoundEnd::kSteps};
  }

 private:
  void begin() {
    const double inverse = 1 / round_.norm;
    round_.vectors.each([r = round_.r, v = v_, before = v_before_, older = d_older_, d = d_before_,
                         inverse](std::int64_t k) {
      v[k] = r[k] * inverse;
      before[k] = older[k] = d[k] = 0;
    });
  }

  /// w = A v - alpha v - beta v_before, not yet of length 1: beta_before_ is the old beta, beta_
  /// the length of w. Returns alpha.
  double lanczos() {
    Vectors& vectors = round_.vectors;
    round_.apply(v_, w_);
    beta_before_ = beta_;
    const double alpha =
        vectors.sum([v = v_, w = w_, before = v_before_, beta = beta_](std::int64_t k) {
          w[k] -= beta * before[k];
          return w[k] * v[k];
        });
    beta_ = std::sqrt(vectors.sum([v = v_, w = w_, alpha](std::int64_t k) {
      w[k] -= alpha * v[k];
      return w[k] * w[k];
    }));
    largest_ = std::max({largest_, std::abs(alpha), beta_});
    if (beta_ <= kRounding * largest_) beta_ = 0;  // The space is complete.
    return alpha;
  }

  /// The next column of the tridiagonal matrix, made triangular; the next direction; x along it.
  RoundEnd advance(double alpha) {
    const double upmost = older_.sine * beta_before_;
    const double reached = older_.cosine * beta_before_;
    const double upper = last_.cosine * reached + last_.sine * alpha;
    const double diagonal = last_.cosine * alpha - last_.sine * reached;
    const double length = std::hypot(diagonal, beta_);
    // Zero but for rounding: A is singular on the space.
    if (length <= kRounding * largest_) return RoundEnd::kBreakdown;
    older_ = last_;
    last_ = {diagonal / length, beta_ / length};
    const double along = last_.cosine * rest_ * round_.scale;
    if (!std::isfinite(along / length)) return RoundEnd::kNotFinite;
    round_.vectors.each(
        [=, x = round_.x, v = v_, before = d_before_, older = d_older_](std::int64_t k) {
          older[k] = (v[k] - upper * before[k] - upmost * older[k]) / length;
          x[k] += along * older[k];
        });
    std::swap(d_older_, d_before_);
    rest_ *= -last_.sine;
    if (std::abs(rest_) <= round_.target) return RoundEnd::kTarget;
    round_.vectors.scale(1 / beta_, w_);
    std::swap(v_before_, v_);
    std::swap(v_, w_);
    return RoundEnd::kSteps;
  }

  static constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();

  const Round& round_;
  double* v_before_;
  double* v_;
  double* w_;
  double* d_older_;
  double* d_before_;
  double rest_;  ///< The norm of the residual, with a sign.
  double beta_ = 0;
  double beta_before_ = 0;
  double largest_ = 0;
  Rotation older_;
  Rotation last_;
};

RoundResult run_minres(const Round& round) { return Minres(round).run(); }

Wide minres_space(std::int64_t n, std::int64_t) { return Wide{5} * Round::stride_of(n); }

}  // namespace

const Method kMinres = {run_minres, minres_space};

}  // namespace coldcore::kernels
