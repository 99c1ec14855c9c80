// SPDX-License-Identifier: Apache-2.0
//
// Conjugate gradients. M. R. Hestenes and E. Stiefel, Methods of conjugate gradients for solving
// linear systems, J. Res. Nat. Bur. Standards 49 (1952), 409-436.
#include <cmath>

#include "solve.hpp"

namespace coldcore::kernels {
namespace {

RoundResult run_cg(const Round& round) {
  Vectors& vectors = round.vectors;
  double* const x = round.x;
  double* const r = round.r;
  double* const p = round.vector(0);
  double* const q = round.vector(1);
  vectors.copy(r, p);
  double rho = vectors.dot(r, r);
  for (std::int64_t step = 0; step < round.steps; ++step) {
    round.apply(p, q);
    const double curvature = vectors.dot(p, q);
    if (!std::isfinite(curvature)) return {step, RoundEnd::kNotFinite};
    if (curvature <= 0) return {step, RoundEnd::kIndefinite};
    const double alpha = rho / curvature;
    const double length = alpha * round.scale;
    if (!std::isfinite(length)) return {step, RoundEnd::kNotFinite};
    const double next = vectors.sum([=](std::int64_t k) {
      x[k] += length * p[k];
      r[k] -= alpha * q[k];
      return r[k] * r[k];
    });
    if (std::sqrt(next) <= round.target) return {step + 1, RoundEnd::kTarget};
    const double beta = next / rho;
    vectors.each([=](std::int64_t k) { p[k] = r[k] + beta * p[k]; });
    rho = next;
  }
  return {round.steps, RoundEnd::kSteps};
}

Wide cg_space(std::int64_t n, std::int64_t) { return Wide{2} * Round::stride_of(n); }

}  // namespace

const Method kCg = {run_cg, cg_space};

}  // namespace coldcore::kernels
