/* SPDX-License-Identifier: Apache-2.0
 *
 * coldcore/kernels.h - the C ABI of libcoldcore_kernels: products with a sparse matrix and iterative solvers,
 * for the eleven layouts of layouts.h. C99, stands alone. docs/kernels.md tells the same at length.
 *
 * The declarations follow from the manifests that are installed with the library: KERNEL_LAYOUT_fp64 with int64
 * indices, KERNEL_i32_LAYOUT_fp64 with int32 indices. Values are doubles. A_* are the buffers of A, which is
 * M x N, for solvers N x N; docs/layouts.md says what they hold. `coldcore sparse binding` prints each of these
 * declarations, and says what an argument is.
 *
 *   spmv      y = A x                    x [N], y [M]
 *   spmm      C = alpha A B + beta C     B [N, K], C [M, K], row-major. beta 0: C is not read. alpha 0: neither A nor B is
 *   cg        A x = b, A symmetric and positive definite
 *   minres    A x = b, A symmetric
 *   bicgstab  A x = b
 *   gmres     A x = b, a new start after each `restart` steps
 *
 * Solvers. b [N]; x [N] has the start and gets the solution; iterations, residual and status have one element.
 * The rule is |b - A x| <= tol |b| in the 2-norm, with b - A x computed afresh: nothing else is called
 * converged. At most max_iter steps. iterations: steps done, 0 if the start is good enough. residual: |b - A x|
 * of the x that is left, also where no solution was found. b = 0 has the solution 0, in no step.
 *
 * Buffers are trusted: a kernel has no way to refuse. Nothing is checked but what solvers say under status; no
 * array overlaps another; an array without elements may be NULL.
 *
 * Workspace. NULL and 0, or coldcore_kernels_workspace bytes at any address, which are scratch and are left with
 * anything in them. A solver whose workspace is too small allocates. Products use none.
 *
 * Threads. As many as the work is worth, at most COLDCORE_THREADS or, if that is not set, the CPUs that this
 * process may use. They sleep between calls and end with the process. Results have the same bits for any number of
 * threads and any instruction set. Kernels may be called from any thread, several at once, and in a child after fork.
 */
#ifndef COLDCORE_KERNELS_H
#define COLDCORE_KERNELS_H

#include <stdint.h>

#if defined(__GNUC__)
#define COLDCORE_KERNELS_EXPORT __attribute__((visibility("default")))
#else
#define COLDCORE_KERNELS_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** What coldcore_kernels_abi_version answers. */
#define COLDCORE_KERNELS_ABI_VERSION 1

/** What a solver writes to status. Below 0: x is as it was and residual is NaN. */
enum {
  COLDCORE_KERNELS_CONVERGED = 0,
  COLDCORE_KERNELS_MAX_ITER = 1,    /**< max_iter steps are done. */
  COLDCORE_KERNELS_BREAKDOWN = 2,   /**< The method would divide by zero: it cannot go on, or A is singular. */
  COLDCORE_KERNELS_INDEFINITE = 3,  /**< cg: A is not positive definite. */
  COLDCORE_KERNELS_STAGNATED = 4,   /**< No more progress: doubles are not finer, or gmres stands still. */
  COLDCORE_KERNELS_NOT_FINITE = 5,  /**< NaN or an infinity came up, in what was given or by overflow. */
  COLDCORE_KERNELS_E_ARGUMENT = -1, /**< N or max_iter is negative, restart below 1, tol negative or NaN. */
  COLDCORE_KERNELS_E_MEMORY = -2    /**< The system gives no memory for the workspace. */
};

/** COLDCORE_KERNELS_ABI_VERSION as the library was built. */
COLDCORE_KERNELS_EXPORT int coldcore_kernels_abi_version(void);

/** The name of a status, "COLDCORE_KERNELS_CONVERGED" for 0; "unknown" for what is none. Static. */
COLDCORE_KERNELS_EXPORT const char *coldcore_kernels_status_name(int64_t status);

/**
 * Bytes of workspace with which a kernel need not allocate, 0 for products. symbol: "gmres_csr_fp64". n: the
 * number of unknowns. restart: as for the call; only gmres looks at it.
 * -1 if symbol is NULL or none of this library, n is negative, restart is below 1 for gmres, or the bytes pass
 * 2^63 - 1.
 */
COLDCORE_KERNELS_EXPORT int64_t coldcore_kernels_workspace(const char *symbol, int64_t n, int64_t restart);

/*
 * The kernels. A layout is the list of its buffers, then its sizes: those whose names sort before K, those
 * between N and alpha, those between max_iter and restart.
 *   nnz entries; ND diagonals; W the width of ell; BR x BC a block, nblk blocks; NJD jagged diagonals; SR rows of
 *   a slice, padded places in all slices; BW the width of the band, lbound + ubound + 1
 */
#define COLDCORE_KERNELS_LIST(...) __VA_ARGS__

#define COLDCORE_KERNELS_FOR_EACH_LAYOUT(DO, INFIX, INDEX)                                                  \
  DO(INFIX, INDEX, csr, (const double *A_data, const INDEX *A_indices, const INDEX *A_indptr, ), (), (),    \
     (int64_t nnz, ))                                                                                       \
  DO(INFIX, INDEX, csc, (const double *A_data, const INDEX *A_indices, const INDEX *A_indptr, ), (), (),    \
     (int64_t nnz, ))                                                                                       \
  DO(INFIX, INDEX, coo, (const INDEX *A_col, const double *A_data, const INDEX *A_row, ), (), (),           \
     (int64_t nnz, ))                                                                                       \
  DO(INFIX, INDEX, dia, (const double *A_data, const INDEX *A_offsets, ), (), (int64_t ND, ), ())           \
  DO(INFIX, INDEX, ell, (const double *A_data, const INDEX *A_indices, ), (), (int64_t W, ), ())            \
  DO(INFIX, INDEX, bcsr, (const double *A_data, const INDEX *A_indices, const INDEX *A_indptr, ),           \
     (int64_t BC, int64_t BR, ), (), (int64_t nblk, ))                                                      \
  DO(INFIX, INDEX, bcoo, (const INDEX *A_col, const double *A_data, const INDEX *A_row, ),                  \
     (int64_t BC, int64_t BR, ), (), (int64_t nblk, ))                                                      \
  DO(INFIX, INDEX, jds,                                                                                     \
     (const INDEX *A_col_ind, const INDEX *A_jd_ptr, const double *A_jdiag, const INDEX *A_perm, ), (),     \
     (int64_t NJD, ), (int64_t nnz, ))                                                                      \
  DO(INFIX, INDEX, sell_c_sigma,                                                                            \
     (const INDEX *A_col_idx, const INDEX *A_perm, const INDEX *A_row_len, const INDEX *A_slice_ptr,        \
      const double *A_val, ),                                                                               \
     (), (int64_t SR, ), (int64_t padded, ))                                                                \
  DO(INFIX, INDEX, packed_banded,                                                                           \
     (const double *A_data, const int64_t *A_lbound, const int64_t *A_ubound, ), (int64_t BW, ), (), ())    \
  DO(INFIX, INDEX, dense, (const double *A, ), (), (), ())

#define COLDCORE_KERNELS_SPMV(INFIX, LAYOUT, BUFFERS, FIRST, MIDDLE, LAST)                                  \
  COLDCORE_KERNELS_EXPORT void spmv##INFIX##LAYOUT##_fp64(                                                  \
      COLDCORE_KERNELS_LIST BUFFERS const double *x, double *y, COLDCORE_KERNELS_LIST FIRST int64_t M,      \
      int64_t N, COLDCORE_KERNELS_LIST MIDDLE COLDCORE_KERNELS_LIST LAST uint8_t *workspace,                \
      int64_t workspace_size)

#define COLDCORE_KERNELS_SPMM(INFIX, LAYOUT, BUFFERS, FIRST, MIDDLE, LAST)                                  \
  COLDCORE_KERNELS_EXPORT void spmm##INFIX##LAYOUT##_fp64(                                                  \
      COLDCORE_KERNELS_LIST BUFFERS const double *B, double *C, COLDCORE_KERNELS_LIST FIRST int64_t K,      \
      int64_t M, int64_t N, COLDCORE_KERNELS_LIST MIDDLE double alpha, double beta,                         \
      COLDCORE_KERNELS_LIST LAST uint8_t *workspace, int64_t workspace_size)

#define COLDCORE_KERNELS_SOLVER(KERNEL, INFIX, LAYOUT, BUFFERS, FIRST, MIDDLE, LAST, RESTART)               \
  COLDCORE_KERNELS_EXPORT void KERNEL##INFIX##LAYOUT##_fp64(                                                \
      COLDCORE_KERNELS_LIST BUFFERS const double *b, int64_t *iterations, double *residual,                 \
      int64_t *status, double *x, COLDCORE_KERNELS_LIST FIRST int64_t N, COLDCORE_KERNELS_LIST MIDDLE       \
      int64_t max_iter, COLDCORE_KERNELS_LIST LAST COLDCORE_KERNELS_LIST RESTART double tol,                \
      uint8_t *workspace, int64_t workspace_size)

#define COLDCORE_KERNELS_DECLARE(INFIX, INDEX, LAYOUT, BUFFERS, FIRST, MIDDLE, LAST)                        \
  COLDCORE_KERNELS_SPMV(INFIX, LAYOUT, BUFFERS, FIRST, MIDDLE, LAST);                                       \
  COLDCORE_KERNELS_SPMM(INFIX, LAYOUT, BUFFERS, FIRST, MIDDLE, LAST);                                       \
  COLDCORE_KERNELS_SOLVER(cg, INFIX, LAYOUT, BUFFERS, FIRST, MIDDLE, LAST, ());                             \
  COLDCORE_KERNELS_SOLVER(bicgstab, INFIX, LAYOUT, BUFFERS, FIRST, MIDDLE, LAST, ());                       \
  COLDCORE_KERNELS_SOLVER(minres, INFIX, LAYOUT, BUFFERS, FIRST, MIDDLE, LAST, ());                         \
  COLDCORE_KERNELS_SOLVER(gmres, INFIX, LAYOUT, BUFFERS, FIRST, MIDDLE, LAST, (int64_t restart, ));

COLDCORE_KERNELS_FOR_EACH_LAYOUT(COLDCORE_KERNELS_DECLARE, _, int64_t)
COLDCORE_KERNELS_FOR_EACH_LAYOUT(COLDCORE_KERNELS_DECLARE, _i32_, int32_t)

#ifdef __cplusplus
}
#endif

#endif /* COLDCORE_KERNELS_H */
