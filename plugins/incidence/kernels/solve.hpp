// SPDX-License-Identifier: Apache-2.0
//
// Iterative methods for A x = b, all inside one frame: a round improves x, starting from a residual
// that was computed afresh; the frame decides whether that is enough. So nothing is called
// converged because a recurrence says so.
#pragma once

#include <cstdint>

#include "operator.hpp"
#include "vectors.hpp"

namespace coldcore::kernels {

/// What a round works on.
struct Round {
  const Operator& a;
  Team& team;
  std::int64_t range;  ///< Rows at once, for multiply.
  Vectors& vectors;
  double* x;
  double* r;             ///< (b - A x) / scale, which the round may overwrite.
  double* space;         ///< As many vectors and numbers as the method asks for.
  double norm;           ///< Of r.
  double target;         ///< The round is over when the norm of what r becomes is this or less.
  double scale;          ///< A power of two: x is to get scale times what solves A d = r.
  std::int64_t steps;    ///< At most as many, 1 or more.
  std::int64_t restart;  ///< gmres: directions at most, 1 or more.

  /// w = A v.
  void apply(const double* v, double* w) const { multiply(a, team, range, v, w); }
  /// Vector i of space.
  double* vector(std::int64_t i) const { return space + i * stride_of(vectors.size()); }

  /// Vectors begin at a multiple of 64 bytes.
  static std::int64_t stride_of(std::int64_t n) { return (n + 7) / 8 * 8; }
};

enum class RoundEnd {
  kTarget,      ///< The recurrence for the residual has got to target.
  kSteps,       ///< All steps, or all directions, are done.
  kBreakdown,   ///< The next step would divide by zero, or by what is zero but for rounding.
  kIndefinite,  ///< p'A p <= 0, so A is not positive definite.
  kNotFinite    ///< NaN or an infinity came up, and was kept out of x.
};

struct RoundResult {
  std::int64_t steps;
  RoundEnd end;
};

__extension__ typedef __int128 Wide;

struct Method {
  RoundResult (*run)(const Round& round);
  /// Numbers in space beyond one residual, for n unknowns.
  Wide (*space)(std::int64_t n, std::int64_t restart);
};

extern const Method kCg;
extern const Method kBicgstab;
extern const Method kGmres;
extern const Method kMinres;

/// Directions that gmres has room for.
std::int64_t directions(std::int64_t n, std::int64_t restart);

/// The arguments of a solver as the ABI has them.
struct Solve {
  const double* b;
  double* x;
  std::int64_t* iterations;
  double* residual;
  std::int64_t* status;
  std::int64_t max_iter;
  std::int64_t restart;  ///< 1 for methods without.
  double tol;
  std::uint8_t* workspace;
  std::int64_t workspace_size;
};

/// Bytes of workspace that a method uses, the room to align it among them. -1 if they pass 2^63
/// - 1.
std::int64_t workspace_bytes(const Method& method, std::int64_t n, std::int64_t restart) noexcept;

/// Solves A x = b as kernels.h says. A is square.
void solve(const Method& method, const Operator& a, const Solve& arguments) noexcept;

}  // namespace coldcore::kernels
