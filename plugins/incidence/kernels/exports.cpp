// SPDX-License-Identifier: Apache-2.0
//
// The exported functions: they put their arguments into a matrix and hand it on.
#include <coldcore/kernels.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

#include "operator.hpp"
#include "solve.hpp"

using namespace coldcore::kernels;

namespace {

template <class A>
void run_spmv(const A& matrix, const double* x, double* y) noexcept {
  const Operator a = operator_of(matrix);
  TeamLease lease(threads_for(a.rows + a.stored));
  Team& team = lease.team();
  multiply(a, team, rows_at_once(a, team), x, y);
}

template <class A>
void run_spmm(const A& matrix, const Columns& columns) noexcept {
  const Operator a = operator_of(matrix);
  const std::int64_t wide = std::max<std::int64_t>(1, columns.count);
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  const std::int64_t each = a.rows + a.stored;
  const std::int64_t work = each > kMost / wide ? kMost : each * wide;
  TeamLease lease(threads_for(work));
  multiply_columns(a, lease.team(), columns);
}

struct NamedMethod {
  std::string_view kernel;
  const Method* method;  ///< nullptr for products.
};

constexpr std::array kKernels = {NamedMethod{"spmv", nullptr},  NamedMethod{"spmm", nullptr},
                                 NamedMethod{"cg", &kCg},       NamedMethod{"bicgstab", &kBicgstab},
                                 NamedMethod{"gmres", &kGmres}, NamedMethod{"minres", &kMinres}};

constexpr std::array<std::string_view, kLayouts> kLayoutNames = {
    "csr",  "csc", "coo",          "dia",           "ell",  "bcsr",
    "bcoo", "jds", "sell_c_sigma", "packed_banded", "dense"};

bool is_layout(std::string_view name) {
  return std::ranges::find(kLayoutNames, name) != kLayoutNames.end();
}

/// "_csr_fp64" or "_i32_csr_fp64".
bool is_rest_of_symbol(std::string_view rest) {
  constexpr std::string_view kEnd = "_fp64";
  if (!rest.starts_with('_') || !rest.ends_with(kEnd)) return false;
  rest.remove_prefix(1);
  rest.remove_suffix(std::min(kEnd.size(), rest.size()));
  return is_layout(rest) || (rest.starts_with("i32_") && is_layout(rest.substr(4)));
}

const NamedMethod* find_kernel(std::string_view symbol) {
  for (const NamedMethod& kernel : kKernels) {
    if (!symbol.starts_with(kernel.kernel)) continue;
    if (is_rest_of_symbol(symbol.substr(kernel.kernel.size()))) return &kernel;
  }
  return nullptr;
}

}  // namespace

int coldcore_kernels_abi_version(void) { return COLDCORE_KERNELS_ABI_VERSION; }

const char* coldcore_kernels_status_name(int64_t status) {
  static constexpr std::array kNames = {
      "COLDCORE_KERNELS_E_MEMORY",  "COLDCORE_KERNELS_E_ARGUMENT", "COLDCORE_KERNELS_CONVERGED",
      "COLDCORE_KERNELS_MAX_ITER",  "COLDCORE_KERNELS_BREAKDOWN",  "COLDCORE_KERNELS_INDEFINITE",
      "COLDCORE_KERNELS_STAGNATED", "COLDCORE_KERNELS_NOT_FINITE"};
  constexpr std::int64_t kLeast = COLDCORE_KERNELS_E_MEMORY;
  static_assert(kNames.size() == COLDCORE_KERNELS_NOT_FINITE - kLeast + 1);
  if (status < kLeast || status > COLDCORE_KERNELS_NOT_FINITE) return "unknown";
  return kNames[static_cast<std::size_t>(status - kLeast)];
}

int64_t coldcore_kernels_workspace(const char* symbol, int64_t n, int64_t restart) {
  const NamedMethod* const kernel = symbol == nullptr ? nullptr : find_kernel(symbol);
  if (kernel == nullptr || n < 0) return -1;
  if (kernel->method == nullptr) return 0;
  if (kernel->method == &kGmres && restart < 1) return -1;
  return workspace_bytes(*kernel->method, n, restart);
}

#define MATRIX_csr(I) (Csr<I>{M, N, A_indptr, A_indices, A_data, nnz})
#define MATRIX_csc(I) (Csc<I>{M, N, A_indptr, A_indices, A_data, nnz})
#define MATRIX_coo(I) (Coo<I>{M, N, A_row, A_col, A_data, nnz})
#define MATRIX_dia(I) (Dia<I>{M, N, A_data, A_offsets, ND, (ND) * (N)})
#define MATRIX_ell(I) (Ell<I>{M, N, A_indices, A_data, W, (M) * (W)})
#define MATRIX_bcsr(I) (Bcsr<I>{M, N, A_indptr, A_indices, A_data, BR, BC, (nblk) * (BR) * (BC)})
#define MATRIX_bcoo(I) (Bcoo<I>{M, N, A_row, A_col, A_data, BR, BC, nblk, (nblk) * (BR) * (BC)})
#define MATRIX_jds(I) (Jds<I>{M, N, A_perm, A_jd_ptr, A_col_ind, A_jdiag, NJD, nnz})
#define MATRIX_sell_c_sigma(I) \
  (Sell<I>{M, N, A_slice_ptr, A_col_idx, A_val, A_row_len, A_perm, SR, padded})
#define MATRIX_packed_banded(I) (Banded{M, N, A_data, A_lbound, A_ubound, BW, (M) * (BW)})
#define MATRIX_dense(I) (Dense{M, N, A, (M) * (N)})

#define NO_WORKSPACE static_cast<void>(workspace), static_cast<void>(workspace_size)

#define DEFINE_SOLVER(KERNEL, METHOD, INFIX, INDEX, LAYOUT, BUFFERS, FIRST, MIDDLE, LAST, RESTART, \
                      DIRECTIONS)                                                                  \
  COLDCORE_KERNELS_SOLVER(KERNEL, INFIX, LAYOUT, BUFFERS, FIRST, MIDDLE, LAST, RESTART) {          \
    const int64_t M = N;                                                                           \
    const auto matrix = MATRIX_##LAYOUT(INDEX);                                                    \
    solve(METHOD, operator_of(matrix),                                                             \
          {b, x, iterations, residual, status, max_iter, DIRECTIONS, tol, workspace,               \
           workspace_size});                                                                       \
  }

#define DEFINE_KERNELS(INFIX, INDEX, LAYOUT, BUFFERS, FIRST, MIDDLE, LAST)                      \
  COLDCORE_KERNELS_SPMV(INFIX, LAYOUT, BUFFERS, FIRST, MIDDLE, LAST) {                          \
    NO_WORKSPACE;                                                                               \
    run_spmv(MATRIX_##LAYOUT(INDEX), x, y);                                                     \
  }                                                                                             \
  COLDCORE_KERNELS_SPMM(INFIX, LAYOUT, BUFFERS, FIRST, MIDDLE, LAST) {                          \
    NO_WORKSPACE;                                                                               \
    run_spmm(MATRIX_##LAYOUT(INDEX), {B, C, K, alpha, beta});                                   \
  }                                                                                             \
  DEFINE_SOLVER(cg, kCg, INFIX, INDEX, LAYOUT, BUFFERS, FIRST, MIDDLE, LAST, (), 1)             \
  DEFINE_SOLVER(bicgstab, kBicgstab, INFIX, INDEX, LAYOUT, BUFFERS, FIRST, MIDDLE, LAST, (), 1) \
  DEFINE_SOLVER(minres, kMinres, INFIX, INDEX, LAYOUT, BUFFERS, FIRST, MIDDLE, LAST, (), 1)     \
  DEFINE_SOLVER(gmres, kGmres, INFIX, INDEX, LAYOUT, BUFFERS, FIRST, MIDDLE, LAST,              \
                (int64_t restart, ), restart)

COLDCORE_KERNELS_FOR_EACH_LAYOUT(DEFINE_KERNELS, _, int64_t)
COLDCORE_KERNELS_FOR_EACH_LAYOUT(DEFINE_KERNELS, _i32_, int32_t)
