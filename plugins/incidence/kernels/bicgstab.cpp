// SPDX-License-Identifier: Apache-2.0
//
// Stabilised bi-conjugate gradients. H. A. van der Vorst, Bi-CGSTAB: a fast and smoothly converging
// variant of Bi-CG for the solution of nonsymmetric linear systems, SIAM J. Sci. Stat. Comput. 13
// (1992), 631-644.
#include <cmath>
#include <limits>

#include "solve.hpp"

namespace coldcore::kernels {
namespace {

/// Whether a dot product of vectors with these squared norms is zero but for rounding.
bool vanishes(double product, double squares_a, double squares_b) {
  return std::abs(product) <=
         std::numeric_limits<double>::epsilon() * std::sqrt(squares_a) * std::sqrt(squares_b);
}

class Bicgstab {
 public:
  explicit Bicgstab(const Round& round)
      : round_(round),
        r_(round.r),
        shadow_(round.vector(0)),
        p_(round.vector(1)),
        v_(round.vector(2)),
        t_(round.vector(3)) {}

  RoundResult run() {
    Vectors& vectors = round_.vectors;
    vectors.copy(r_, shadow_);
    vectors.copy(r_, p_);
    rho_ = vectors.dot(r_, r_);
    shadow_squares_ = rho_;
    for (std::int64_t step = 0; step < round_.steps; ++step) {
      RoundEnd end = half_step();
      if (end != RoundEnd::kSteps) return {step + (end == RoundEnd::kTarget), end};
      end = other_half();
      if (end != RoundEnd::kSteps) return {step + 1, end};
    }
    return {round_.steps, RoundEnd::kSteps};
  }

 private:
  /// Along p: r becomes s = r - alpha v. kSteps is to go on.
  RoundEnd half_step() {
    Vectors& vectors = round_.vectors;
    round_.apply(p_, v_);
    const double product = vectors.dot(shadow_, v_);
    const double squares = vectors.dot(v_, v_);
    if (!std::isfinite(product) || !std::isfinite(squares)) return RoundEnd::kNotFinite;
    if (vanishes(product, shadow_squares_, squares)) return RoundEnd::kBreakdown;
    alpha_ = rho_ / product;
    const double length = alpha_ * round_.scale;
    if (!std::isfinite(length)) return RoundEnd::kNotFinite;
    const double left =
        vectors.sum([r = r_, v = v_, x = round_.x, p = p_, length, alpha = alpha_](std::int64_t k) {
          x[k] += length * p[k];
          r[k] -= alpha * v[k];
          return r[k] * r[k];
        });
    return std::sqrt(left) <= round_.target ? RoundEnd::kTarget : RoundEnd::kSteps;
  }

  /// Along s, by the length that leaves the least residual; then the next p.
  RoundEnd other_half() {
    Vectors& vectors = round_.vectors;
    round_.apply(r_, t_);
    const double squares = vectors.dot(t_, t_);
    const double product = vectors.dot(t_, r_);
    if (!std::isfinite(squares) || !std::isfinite(product)) return RoundEnd::kNotFinite;
    if (squares == 0) return RoundEnd::kBreakdown;
    const double omega = product / squares;
    const double length = omega * round_.scale;
    if (!std::isfinite(length)) return RoundEnd::kNotFinite;
    const double left = vectors.sum([r = r_, t = t_, x = round_.x, length, omega](std::int64_t k) {
      x[k] += length * r[k];
      r[k] -= omega * t[k];
      return r[k] * r[k];
    });
    if (std::sqrt(left) <= round_.target) return RoundEnd::kTarget;
    const double rho = vectors.dot(shadow_, r_);
    if (omega == 0 || vanishes(rho, shadow_squares_, left)) return RoundEnd::kBreakdown;
    const double beta = rho / rho_ * (alpha_ / omega);
    if (!std::isfinite(beta)) return RoundEnd::kBreakdown;
    vectors.each([r = r_, v = v_, p = p_, beta, omega](std::int64_t k) {
      p[k] = r[k] + beta * (p[k] - omega * v[k]);
    });
    rho_ = rho;
    return RoundEnd::kSteps;
  }

  const Round& round_;
  double* r_;
  double* shadow_;
  double* p_;
  double* v_;
  double* t_;
  double rho_ = 0;
  double alpha_ = 0;
  double shadow_squares_ = 0;
};

RoundResult run_bicgstab(const Round& round) { return Bicgstab(round).run(); }

Wide bicgstab_space(std::int64_t n, std::int64_t) { return Wide{4} * Round::stride_of(n); }

}  // namespace

const Method kBicgstab = {run_bicgstab, bicgstab_space};

}  // namespace coldcore::kernels
