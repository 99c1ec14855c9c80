// SPDX-License-Identifier: Apache-2.0
//
// The kernels on matrices of tests: each is packed by libcoldcore_layouts and passed by the
// argument list that follows from the manifest.
#pragma once

#include <coldcore/kernels.h>

#include <coldcore/layouts.hpp>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "matrices.hpp"

namespace kernels_test {

using coldcore::layouts::Format;
using coldcore::layouts::kFormats;
using coldcore::layouts::Layout;
using coldcore::layouts::Options;

template <class I>
Layout pack(const Matrix& a, Format format, const Options& options = {}) {
  std::vector<I> row;
  std::vector<I> col;
  Doubles data;
  for (const Entry& entry : a.entries) {
    row.push_back(static_cast<I>(entry.row));
    col.push_back(static_cast<I>(entry.col));
    data.push_back(static_cast<double>(entry.value));
  }
  return Layout::from_coo(a.rows, a.cols, row, col, data, format, options);
}

/// Sizes of blocks and slices, and sigma.
inline Options any_options(Random& random) {
  Options options;
  const bool square = below(random, 2) == 0;
  options.block_rows = 1 + below(random, 5);
  options.block_cols = square ? options.block_rows : 1 + below(random, 5);
  constexpr std::int64_t kSlices[] = {1, 3, 4, 8, 12, 16, 32};
  options.slice_rows = kSlices[below(random, 7)];
  options.sigma = below(random, 3) == 0 ? 1 : options.slice_rows * (1 + below(random, 4));
  return options;
}

/// A layout's buffers and sizes, by the names of the manifests.
template <class I>
struct Packed {
  explicit Packed(const Layout& layout) : layout_(layout), info_(layout.info()) {}

  const double* values(const char* role) const { return layout_.elements<double>(role).data(); }
  const I* index(const char* role) const { return layout_.elements<I>(role).data(); }
  const std::int64_t* bound(const char* role) const {
    return layout_.elements<std::int64_t>(role).data();
  }
  std::int64_t extent(const char* role, int axis) const { return layout_.buffer(role).shape[axis]; }
  const coldcore_layout_info& info() const { return info_; }

 private:
  const Layout& layout_;
  coldcore_layout_info info_;
};

struct Solution {
  Doubles x;
  std::int64_t iterations = -7;
  double residual = -7;
  std::int64_t status = -7;
};

/// What a solver is asked for.
struct Request {
  Doubles b;
  Doubles x;
  std::int64_t max_iter = 1000;
  std::int64_t restart = 30;
  double tol = 1e-10;
};

enum class SolverKind { kCg, kBicgstab, kGmres, kMinres };
inline constexpr SolverKind kSolvers[] = {SolverKind::kCg, SolverKind::kBicgstab,
                                          SolverKind::kGmres, SolverKind::kMinres};

struct Scratch {
  std::uint8_t* memory = nullptr;
  std::int64_t bytes = 0;
};

#define GIVE_csr p.values("data"), p.index("indices"), p.index("indptr"),
#define GIVE_csc GIVE_csr
#define GIVE_coo p.index("col"), p.values("data"), p.index("row"),
#define GIVE_dia p.values("data"), p.index("offsets"),
#define GIVE_ell p.values("data"), p.index("indices"),
#define GIVE_bcsr GIVE_csr
#define GIVE_bcoo GIVE_coo
#define GIVE_jds p.index("col_ind"), p.index("jd_ptr"), p.values("jdiag"), p.index("perm"),
#define GIVE_sell_c_sigma \
  p.index("col_idx"), p.index("perm"), p.index("row_len"), p.index("slice_ptr"), p.values("val"),
#define GIVE_packed_banded p.values("data"), p.bound("lbound"), p.bound("ubound"),
#define GIVE_dense p.values("data"),

// Sizes whose names sort before K; between N and alpha; between max_iter and restart.
#define FIRST_csr
#define FIRST_csc
#define FIRST_coo
#define FIRST_dia
#define FIRST_ell
#define FIRST_bcsr p.info().block_cols, p.info().block_rows,
#define FIRST_bcoo FIRST_bcsr
#define FIRST_jds
#define FIRST_sell_c_sigma
#define FIRST_packed_banded p.extent("data", 1),
#define FIRST_dense
#define MIDDLE_csr
#define MIDDLE_csc
#define MIDDLE_coo
#define MIDDLE_dia p.extent("offsets", 0),
#define MIDDLE_ell p.extent("data", 1),
#define MIDDLE_bcsr
#define MIDDLE_bcoo
#define MIDDLE_jds p.extent("jd_ptr", 0) - 1,
#define MIDDLE_sell_c_sigma p.info().slice_rows,
#define MIDDLE_packed_banded
#define MIDDLE_dense
#define LAST_csr p.extent("data", 0),
#define LAST_csc LAST_csr
#define LAST_coo LAST_csr
#define LAST_dia
#define LAST_ell
#define LAST_bcsr LAST_csr
#define LAST_bcoo LAST_csr
#define LAST_jds p.extent("jdiag", 0),
#define LAST_sell_c_sigma p.extent("val", 0),
#define LAST_packed_banded
#define LAST_dense

#define CALL_SPMV(INFIX, LAYOUT)                                      \
  spmv##INFIX##LAYOUT##_fp64(GIVE_##LAYOUT x, y, FIRST_##LAYOUT M, N, \
                             MIDDLE_##LAYOUT LAST_##LAYOUT nullptr, 0)
#define CALL_SPMM(INFIX, LAYOUT)                                                                \
  spmm##INFIX##LAYOUT##_fp64(GIVE_##LAYOUT B, C, FIRST_##LAYOUT K, M, N, MIDDLE_##LAYOUT alpha, \
                             beta, LAST_##LAYOUT nullptr, 0)
#define CALL_SOLVER(KERNEL, INFIX, LAYOUT)                                                         \
  KERNEL##INFIX##LAYOUT##_fp64(GIVE_##LAYOUT b, iterations, residual, status, x, FIRST_##LAYOUT N, \
                               MIDDLE_##LAYOUT r.max_iter, LAST_##LAYOUT r.tol, scratch.memory,    \
                               scratch.bytes)
#define CALL_GMRES(INFIX, LAYOUT)                                                                 \
  gmres##INFIX##LAYOUT##_fp64(GIVE_##LAYOUT b, iterations, residual, status, x, FIRST_##LAYOUT N, \
                              MIDDLE_##LAYOUT r.max_iter, LAST_##LAYOUT r.restart, r.tol,         \
                              scratch.memory, scratch.bytes)

#define FOR_EACH_FORMAT(DO, INFIX)        \
  DO(INFIX, kCsr, csr)                    \
  DO(INFIX, kCsc, csc)                    \
  DO(INFIX, kCoo, coo)                    \
  DO(INFIX, kDia, dia)                    \
  DO(INFIX, kEll, ell)                    \
  DO(INFIX, kBcsr, bcsr)                  \
  DO(INFIX, kBcoo, bcoo)                  \
  DO(INFIX, kJds, jds)                    \
  DO(INFIX, kSellCSigma, sell_c_sigma)    \
  DO(INFIX, kPackedBanded, packed_banded) \
  DO(INFIX, kDense, dense)

#define SPMV_CASE(INFIX, FORMAT, LAYOUT) \
  case Format::FORMAT:                   \
    return CALL_SPMV(INFIX, LAYOUT);
#define SPMM_CASE(INFIX, FORMAT, LAYOUT) \
  case Format::FORMAT:                   \
    return CALL_SPMM(INFIX, LAYOUT);
#define SOLVER_CASE(INFIX, FORMAT, LAYOUT)           \
  case Format::FORMAT:                               \
    switch (solver) {                                \
      case SolverKind::kCg:                          \
        return CALL_SOLVER(cg, INFIX, LAYOUT);       \
      case SolverKind::kBicgstab:                    \
        return CALL_SOLVER(bicgstab, INFIX, LAYOUT); \
      case SolverKind::kMinres:                      \
        return CALL_SOLVER(minres, INFIX, LAYOUT);   \
      case SolverKind::kGmres:                       \
        return CALL_GMRES(INFIX, LAYOUT);            \
    }                                                \
    return;

inline void call_spmv(const Packed<std::int64_t>& p, const double* x, double* y) {
  const std::int64_t M = p.info().rows;
  const std::int64_t N = p.info().cols;
  switch (static_cast<Format>(p.info().format)) { FOR_EACH_FORMAT(SPMV_CASE, _) }
}
inline void call_spmv(const Packed<std::int32_t>& p, const double* x, double* y) {
  const std::int64_t M = p.info().rows;
  const std::int64_t N = p.info().cols;
  switch (static_cast<Format>(p.info().format)) { FOR_EACH_FORMAT(SPMV_CASE, _i32_) }
}

inline void call_spmm(const Packed<std::int64_t>& p, std::int64_t K, double alpha, const double* B,
                      double beta, double* C) {
  const std::int64_t M = p.info().rows;
  const std::int64_t N = p.info().cols;
  switch (static_cast<Format>(p.info().format)) { FOR_EACH_FORMAT(SPMM_CASE, _) }
}
inline void call_spmm(const Packed<std::int32_t>& p, std::int64_t K, double alpha, const double* B,
                      double beta, double* C) {
  const std::int64_t M = p.info().rows;
  const std::int64_t N = p.info().cols;
  switch (static_cast<Format>(p.info().format)) { FOR_EACH_FORMAT(SPMM_CASE, _i32_) }
}

inline void call_solver(SolverKind solver, const Packed<std::int64_t>& p, const Request& r,
                        const Scratch& scratch, double* x, std::int64_t* iterations,
                        double* residual, std::int64_t* status) {
  const std::int64_t N = p.info().rows;
  const double* const b = r.b.data();
  switch (static_cast<Format>(p.info().format)) { FOR_EACH_FORMAT(SOLVER_CASE, _) }
}
inline void call_solver(SolverKind solver, const Packed<std::int32_t>& p, const Request& r,
                        const Scratch& scratch, double* x, std::int64_t* iterations,
                        double* residual, std::int64_t* status) {
  const std::int64_t N = p.info().rows;
  const double* const b = r.b.data();
  switch (static_cast<Format>(p.info().format)) { FOR_EACH_FORMAT(SOLVER_CASE, _i32_) }
}

/// y = A x, with NaN in y before.
template <class I>
Doubles spmv(const Layout& a, const Doubles& x) {
  Doubles y(static_cast<std::size_t>(a.info().rows), kNan);
  call_spmv(Packed<I>(a), x.data(), y.data());
  return y;
}

template <class I>
Doubles spmm(const Layout& a, std::int64_t count, double alpha, const Doubles& b, double beta,
             Doubles c) {
  call_spmm(Packed<I>(a), count, alpha, b.data(), beta, c.data());
  return c;
}

template <class I = std::int64_t>
Solution solve(SolverKind solver, const Layout& a, const Request& request,
               const Scratch& scratch = {}) {
  Solution s{request.x};
  call_solver(solver, Packed<I>(a), request, scratch, s.x.data(), &s.iterations, &s.residual,
              &s.status);
  return s;
}

/// Sets a variable of the environment for a while.
class Setting {
 public:
  Setting(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    setenv(name, value.c_str(), 1);
  }
  ~Setting() {
    if (before_) {
      setenv(name_, before_->c_str(), 1);
    } else {
      unsetenv(name_);
    }
  }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

inline bool same_bits(const Doubles& a, const Doubles& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), 8 * a.size()) == 0);
}

}  // namespace kernels_test
