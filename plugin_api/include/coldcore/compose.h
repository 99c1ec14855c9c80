/* SPDX-License-Identifier: Apache-2.0
 *
 * coldcore/compose.h - the C ABI of libcoldcore_compose: C = (I_p kron A) J for sparse A and J, that is, A
 * applied to each of the p blocks of rows of J. C99, stands alone. docs/compose.md tells the same at length.
 * Shares nothing with dct.h and sparse.h.
 *
 * A is m x n by rows (CSR), J is p*n x k by columns (CSC), C is p*m x k by columns. Indices are 0-based
 * int64, values are doubles without a unit. Products of sizes are computed in 64 bits and checked: p*n and
 * p*m may be anything up to 2^63 - 1, whatever rows * columns is. n and p alone need no memory.
 *
 * Definition. With b = r / m and i = r % m, the entry of C at row r and column j is
 *   ((+0.0 + A[i,c1] * J[b*n + c1, j]) + A[i,c2] * J[b*n + c2, j]) + ...
 * over the columns c1 < c2 < ... that have an entry both in row i of A and in block b of column j of J. Every
 * product and every sum is rounded to double by itself, without fused multiply-adds, in this order, so the
 * bits depend neither on the number of threads nor on the way taken; only the sign and payload of a NaN are
 * open. Entries are what the arrays list: an explicit 0 is an entry and its products are entries of C.
 *
 * Cost. Sparsity: the multiply-adds, the entries of J and the entries of C, with rows sorted. Values: the
 * multiply-adds, the entries of J and the entries of C. The one-off calls also build the mirror of A, A by
 * columns, in time and memory for its entries and at most 16 columns for each and 2^16 besides; of larger n only
 * columns with entries are kept, and finding one takes a binary search for each entry of J. Values by the
 * one-off call merge rows with columns instead where that certainly costs less than a mirror.
 *
 * Return codes. 0 or a non-negative answer is success, -1..-99 are the codes below. A failing call writes one
 * line to stderr and leaves every output argument, and what a plan computes, as it was. Arguments are checked in
 * full before anything is written; the message names the first offending position.
 *
 * Every array is the caller's and is not kept after the call. Outputs must not overlap inputs. Functions may
 * be called from any thread; calls on one plan are served one at a time.
 */
#ifndef COLDCORE_COMPOSE_H
#define COLDCORE_COMPOSE_H

#include <stdint.h>

#if defined(__GNUC__)
#define COMPOSE_EXPORT __attribute__((visibility("default")))
#else
#define COMPOSE_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** What coldcore_compose_abi_version answers. */
#define COMPOSE_ABI_VERSION 1

enum {
  COMPOSE_OK = 0,
  COMPOSE_E_NULL = -1,         /**< A pointer is NULL where data is needed. */
  COMPOSE_E_ARGUMENT = -2,     /**< A number is outside its range; the message says which. */
  COMPOSE_E_SHAPE = -3,        /**< Sizes are negative, do not match each other and p, or pass 2^63 - 1. */
  COMPOSE_E_INDPTR = -4,       /**< An indptr does not begin with 0, falls, or does not end with nnz. */
  COMPOSE_E_INDEX = -5,        /**< An index is outside its matrix. */
  COMPOSE_E_ORDER = -6,        /**< Indices of a row of A, or of a column, do not ascend strictly. */
  COMPOSE_E_CAPACITY = -7,     /**< C has more entries than the array takes; the message has both. */
  COMPOSE_E_OVERFLOW = -8,     /**< C has more than 2^63 - 1 entries. */
  COMPOSE_E_MEMORY = -9,       /**< The system gives no memory for the mirror or for scratch. */
  COMPOSE_E_ENVIRONMENT = -10, /**< COLDCORE_THREADS has a value that makes no sense. */
  COMPOSE_E_INTERNAL = -11     /**< A defect of the library. */
};

/**
 * A sparse matrix as its owner keeps it: by rows (A) or by columns (J, C). With N the number of rows of A, or
 * of columns of J and C: line i has the entries indptr[i] .. indptr[i+1]-1, indices ascending strictly.
 * indices and values may be NULL if nnz is 0. This struct does not grow.
 */
typedef struct coldcore_compose_matrix {
  int64_t rows;
  int64_t columns;
  int64_t nnz;            /**< How many entries indices and values hold; indptr[N] must be just that. */
  const int64_t *indptr;  /**< [N + 1], from 0 to nnz, not falling. */
  const int64_t *indices; /**< [nnz], columns of A, rows of J and C. */
  const double *values;   /**< [nnz]; read only where the call says so. */
} coldcore_compose_matrix;

/** COMPOSE_ABI_VERSION as the library was built. */
COMPOSE_EXPORT int coldcore_compose_abi_version(void);

/** The last error line of this thread, "" before any. The library's, until the thread's next error. */
COMPOSE_EXPORT const char *coldcore_compose_last_error(void);

/** The name of a code, "unknown" for a number that is none. Static. */
COMPOSE_EXPORT const char *coldcore_compose_error_name(int code);

/**
 * The symbolic phase: where C has entries. Values of a and j are not read and may be NULL.
 * blocks: p >= 1; j->rows must be blocks * a->columns.
 * threads: how many to work with, 1..1024, or 0: as many as the work is worth, at most COLDCORE_THREADS or, if
 * that is not set, the CPUs that this process may use.
 * c_indptr: [j->columns + 1], NULL if not wanted. c_indices: [capacity], the rows of each column ascending;
 * (NULL, 0) only counts, at less cost.
 *
 * Returns the number of entries of C, or COMPOSE_E_NULL, COMPOSE_E_ARGUMENT (blocks, threads, capacity < 0),
 * COMPOSE_E_SHAPE, COMPOSE_E_INDPTR, COMPOSE_E_INDEX, COMPOSE_E_ORDER, COMPOSE_E_CAPACITY (c_indices is given
 * and capacity is less than the number of entries), COMPOSE_E_OVERFLOW, COMPOSE_E_MEMORY,
 * COMPOSE_E_ENVIRONMENT (threads 0).
 */
COMPOSE_EXPORT int64_t coldcore_compose_sparsity(const coldcore_compose_matrix *a, int64_t blocks,
                                                 const coldcore_compose_matrix *j, int64_t *c_indptr,
                                                 int64_t *c_indices, int64_t capacity, int threads);

/**
 * The numeric phase: c_values[e], for every entry e of c, by the definition above. c gives the pattern, its
 * values are not read. It need not be what coldcore_compose_sparsity finds: an entry without products gets
 * +0.0, and products that fall on no entry are left out.
 * blocks, threads: as above; c->rows must be blocks * a->rows, c->columns must be j->columns.
 * c_values: [c->nnz], may be NULL if that is 0.
 *
 * COMPOSE_E_NULL, COMPOSE_E_ARGUMENT, COMPOSE_E_SHAPE, COMPOSE_E_INDPTR, COMPOSE_E_INDEX, COMPOSE_E_ORDER,
 * COMPOSE_E_MEMORY, COMPOSE_E_ENVIRONMENT.
 */
COMPOSE_EXPORT int coldcore_compose_values(const coldcore_compose_matrix *a, int64_t blocks,
                                           const coldcore_compose_matrix *j, const coldcore_compose_matrix *c,
                                           double *c_values, int threads);

/**
 * A in the form that both phases need, for those who use one A often: its own copy by columns, and scratch
 * that is allocated by the first call that needs it and then kept, for each thread an accumulator of
 * a->rows doubles (values) and a set of a->rows bits (sparsity).
 */
typedef struct coldcore_compose_plan coldcore_compose_plan;

/**
 * Makes a plan of a, whose values it copies as those of this version. *plan is the caller's until
 * coldcore_compose_plan_free.
 * COMPOSE_E_NULL, COMPOSE_E_SHAPE, COMPOSE_E_INDPTR, COMPOSE_E_INDEX, COMPOSE_E_ORDER, COMPOSE_E_MEMORY.
 */
COMPOSE_EXPORT int coldcore_compose_plan_create(const coldcore_compose_matrix *a, int64_t version,
                                                coldcore_compose_plan **plan);

/** Frees a plan; no call on it may be running. NULL does nothing. */
COMPOSE_EXPORT void coldcore_compose_plan_free(coldcore_compose_plan *plan);

/**
 * Brings the plan to these values of the same entries, values: [nnz], in a's order, if `version` is another
 * than the plan's; if it is the same, nothing is read. So a caller that bumps a number whenever it changes
 * values may call this before every product. Pays for nnz. Returns 1 if values were taken, 0 if not,
 * COMPOSE_E_NULL, COMPOSE_E_SHAPE (nnz is not the plan's).
 */
COMPOSE_EXPORT int coldcore_compose_plan_refresh(coldcore_compose_plan *plan, const double *values, int64_t nnz,
                                                 int64_t version);

/** coldcore_compose_sparsity with the plan's matrix; the same answers and errors. */
COMPOSE_EXPORT int64_t coldcore_compose_plan_sparsity(coldcore_compose_plan *plan, int64_t blocks,
                                                      const coldcore_compose_matrix *j, int64_t *c_indptr,
                                                      int64_t *c_indices, int64_t capacity, int threads);

/** coldcore_compose_values with the plan's matrix and values; the same bits and errors. */
COMPOSE_EXPORT int coldcore_compose_plan_values(coldcore_compose_plan *plan, int64_t blocks,
                                                const coldcore_compose_matrix *j,
                                                const coldcore_compose_matrix *c, double *c_values,
                                                int threads);

/** Bytes of the arrays that the plan holds now: mirror, accumulators, sets. COMPOSE_E_NULL. */
COMPOSE_EXPORT int64_t coldcore_compose_plan_bytes(coldcore_compose_plan *plan);

#ifdef __cplusplus
}
#endif

#endif /* COLDCORE_COMPOSE_H */
