// SPDX-License-Identifier: Apache-2.0
#include "solve.hpp"

#include <coldcore/kernels.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <memory>

namespace coldcore::kernels {
namespace {

constexpr std::int64_t kAlignment = 64;
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

/// A norm as scale * scaled, so that no square overflows or vanishes. scale is a power of two.
struct Norm {
  double scale = 1;
  double scaled = 0;
  double value() const { return scale * scaled; }
};

Norm norm_of(Vectors& vectors, const double* v) {
  const double largest = vectors.largest(v);
  if (!std::isfinite(largest)) return {1, largest};
  int exponent = 0;
  std::frexp(largest, &exponent);
  // 2^-1000 .. 2^1000: the inverse is finite too.
  const double scale = std::ldexp(1.0, std::clamp(exponent, -1000, 1000));
  const double inverse = 1 / scale;
  const double squares = vectors.sum([=](std::int64_t k) {
    const double part = v[k] * inverse;
    return part * part;
  });
  return {scale, std::sqrt(squares)};
}

bool is_sound(const Solve& arguments, std::int64_t n) {
  return n >= 0 && arguments.max_iter >= 0 && arguments.restart >= 1 && arguments.tol >= 0;
}

/// The caller's workspace, or one of our own where that is missing or too small.
class Space {
 public:
  Space(const Solve& arguments, std::int64_t bytes) {
    const bool enough = arguments.workspace != nullptr && arguments.workspace_size >= bytes;
    if (!enough) own_.reset(std::malloc(static_cast<std::size_t>(bytes)));
    void* memory = enough ? arguments.workspace : own_.get();
    std::size_t room = static_cast<std::size_t>(bytes);
    if (memory != nullptr) numbers_ = static_cast<double*>(std::align(kAlignment, 8, memory, room));
  }
  double* numbers() const { return numbers_; }

 private:
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  std::unique_ptr<void, Free> own_;
  double* numbers_ = nullptr;
};

class Solver {
 public:
  Solver(const Method& method, const Operator& a, const Solve& arguments, double* numbers)
      : method_(method),
        a_(a),
        arguments_(arguments),
        lease_(threads_for(a.rows + a.stored)),
        team_(lease_.team()),
        range_(rows_at_once(a, team_)),
        r_(numbers + Round::stride_of(Vectors::pieces_of(a.rows))),
        vectors_(team_, a.rows, numbers) {}

  std::int64_t run() {
    const Norm b = norm_of(vectors_, arguments_.b);
    if (b.value() == 0) return take_zero();
    const double target = arguments_.tol * b.value();
    RoundResult last{0, RoundEnd::kSteps};
    for (double before = std::numeric_limits<double>::infinity();;) {
      const Norm norm = take_residual();
      const double residual = *arguments_.residual = norm.value();
      if (!std::isfinite(residual) || !std::isfinite(b.value())) return COLDCORE_KERNELS_NOT_FINITE;
      if (residual <= target) return COLDCORE_KERNELS_CONVERGED;
      const bool spent = *arguments_.iterations == arguments_.max_iter;
      if (const std::int64_t status = after(last.end, spent, residual / before)) return status;
      before = residual;
      last = run_round(norm, target);
      *arguments_.iterations += last.steps;
    }
  }

 private:
  // With b = 0 the relative rule accepts nothing but A x = 0.
  std::int64_t take_zero() {
    double* const x = arguments_.x;
    vectors_.each([=](std::int64_t k) { x[k] = 0; });
    *arguments_.residual = 0;
    return COLDCORE_KERNELS_CONVERGED;
  }

  /// r = b - A x, and its norm.
  Norm take_residual() {
    multiply(a_, team_, range_, arguments_.x, r_);
    vectors_.each([b = arguments_.b, r = r_](std::int64_t k) { r[k] = b[k] - r[k]; });
    return norm_of(vectors_, r_);
  }

  RoundResult run_round(const Norm& norm, double target) {
    vectors_.scale(1 / norm.scale, r_);
    const double floor = kEpsilon * norm.scaled;  // More cannot be gained from one residual.
    return method_.run({a_, team_, range_, vectors_, arguments_.x, r_,
                        r_ + Round::stride_of(a_.rows), norm.scaled,
                        std::max(target / norm.scale, floor), norm.scale,
                        arguments_.max_iter - *arguments_.iterations, arguments_.restart});
  }

  /// What to answer after a round that ended so, with no step left if `spent`, and left `ratio` of
  /// the residual; 0 to go on.
  static std::int64_t after(RoundEnd end, bool spent, double ratio) {
    switch (end) {
      case RoundEnd::kSteps:
        return spent ? COLDCORE_KERNELS_MAX_ITER : ratio < 1 ? 0 : COLDCORE_KERNELS_STAGNATED;
      case RoundEnd::kTarget:
        return spent ? COLDCORE_KERNELS_MAX_ITER : ratio < 0.5 ? 0 : COLDCORE_KERNELS_STAGNATED;
      case RoundEnd::kBreakdown:
        return ratio >= 0.5 ? COLDCORE_KERNELS_BREAKDOWN : spent ? COLDCORE_KERNELS_MAX_ITER : 0;
      case RoundEnd::kIndefinite:
        return COLDCORE_KERNELS_INDEFINITE;
      case RoundEnd::kNotFinite:
        break;
    }
    return COLDCORE_KERNELS_NOT_FINITE;
  }

  const Method& method_;
  const Operator& a_;
  const Solve& arguments_;
  TeamLease lease_;
  Team& team_;
  std::int64_t range_;
  double* r_;
  Vectors vectors_;
};

std::int64_t solve_checked(const Method& method, const Operator& a, const Solve& arguments) {
  if (!is_sound(arguments, a.rows)) return COLDCORE_KERNELS_E_ARGUMENT;
  const std::int64_t bytes = workspace_bytes(method, a.rows, arguments.restart);
  if (bytes < 0) return COLDCORE_KERNELS_E_MEMORY;
  const Space space(arguments, bytes);
  if (space.numbers() == nullptr) return COLDCORE_KERNELS_E_MEMORY;
  return Solver(method, a, arguments, space.numbers()).run();
}

}  // namespace

std::int64_t directions(std::int64_t n, std::int64_t restart) {
  return std::max<std::int64_t>(1, std::min(n, restart));
}

std::int64_t workspace_bytes(const Method& method, std::int64_t n, std::int64_t restart) noexcept {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  if (n > kMost / 16) return -1;
  const Wide numbers = Wide{Round::stride_of(Vectors::pieces_of(n))} + Round::stride_of(n) +
                       method.space(n, directions(n, restart));
  const Wide bytes = numbers * 8 + kAlignment;
  return bytes > kMost ? -1 : static_cast<std::int64_t>(bytes);
}

void solve(const Method& method, const Operator& a, const Solve& arguments) noexcept {
  *arguments.iterations = 0;
  *arguments.residual = std::numeric_limits<double>::quiet_NaN();
  *arguments.status = solve_checked(method, a, arguments);
}

}  // namespace coldcore::kernels
