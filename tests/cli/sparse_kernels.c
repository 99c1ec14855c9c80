/* SPDX-License-Identifier: Apache-2.0
 *
 * Kernels for `coldcore sparse run`: y = A x in compressed rows as it should be, and with one defect each. The
 * arguments are those of the manifest in test_sparse_run.py.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define KERNEL(name)                                                                                     \
  void name##_csr_fp64(const double *A_data, const int64_t *A_indices, const int64_t *A_indptr,          \
                       const double *x, double *y, int64_t M, int64_t N, int64_t nnz,                    \
                       uint8_t *workspace, int64_t workspace_size);                                      \
  void name##_csr_fp64(const double *A_data, const int64_t *A_indices, const int64_t *A_indptr,          \
                       const double *x, double *y, int64_t M, int64_t N, int64_t nnz,                    \
                       uint8_t *workspace, int64_t workspace_size)

#define CALL(name) name##_csr_fp64(A_data, A_indices, A_indptr, x, y, M, N, nnz, workspace, workspace_size)

KERNEL(good) {
  (void)N;
  (void)nnz;
  (void)workspace;
  (void)workspace_size;
  for (int64_t i = 0; i < M; ++i) {
    double sum = 0;
    for (int64_t e = A_indptr[i]; e < A_indptr[i + 1]; ++e) sum += A_data[e] * x[A_indices[e]];
    y[i] = sum;
  }
}

/* The same sums from their ends. */
KERNEL(backward) {
  (void)N;
  (void)nnz;
  (void)workspace;
  (void)workspace_size;
  for (int64_t i = 0; i < M; ++i) {
    double sum = 0;
    for (int64_t e = A_indptr[i + 1]; e > A_indptr[i]; --e) sum += A_data[e - 1] * x[A_indices[e - 1]];
    y[i] = sum;
  }
}

/* In bands, which begin at max(0, i - lb). */
void good_packed_banded_fp64(const double *A_data, const int64_t *A_lbound, const int64_t *A_ubound,
                             const double *x, double *y, int64_t M, int64_t N, int64_t lb, int64_t ub,
                             uint8_t *workspace, int64_t workspace_size);
void good_packed_banded_fp64(const double *A_data, const int64_t *A_lbound, const int64_t *A_ubound,
                             const double *x, double *y, int64_t M, int64_t N, int64_t lb, int64_t ub,
                             uint8_t *workspace, int64_t workspace_size) {
  (void)workspace;
  (void)workspace_size;
  if (*A_lbound != lb || *A_ubound != ub) return;
  for (int64_t i = 0; i < M; ++i) {
    const int64_t first = i > lb ? i - lb : 0;
    const int64_t last = i + ub < N - 1 ? i + ub : N - 1;
    y[i] = 0;
    for (int64_t j = first; j <= last; ++j) y[i] += A_data[i * (lb + ub + 1) + j - first] * x[j];
  }
}

KERNEL(forgets_last) {
  CALL(good);
  y[M - 1] += 1;
}

/* Right the first time only. */
KERNEL(tires) {
  static int calls;
  CALL(good);
  if (calls++ > 0) y[0] += 1;
}

KERNEL(leaves_open) {
  const double before = y[3];
  CALL(good);
  y[3] = before;
}

KERNEL(gives_nan) {
  CALL(good);
  y[2] = NAN;
}

KERNEL(crashes) {
  CALL(good);
  int *volatile nowhere = (int *)16;
  *nowhere = 1;
}

KERNEL(aborts) {
  CALL(good);
  abort();
}

KERNEL(leaves) {
  CALL(good);
  _exit(0);
}

/* The next byte of memory after y. */
KERNEL(one_past) {
  CALL(good);
  y[M] = 1;
}

KERNEL(one_before) {
  CALL(good);
  y[-1] = 1;
}

KERNEL(far_past) {
  CALL(good);
  for (int64_t i = 0; i < 4096; ++i) y[M + i] = 1;
}

KERNEL(changes_input) {
  CALL(good);
  ((double *)x)[1] = 7;
}

KERNEL(reads_past) {
  volatile double sum = 0;
  for (int64_t i = 0; i < 4096; ++i) sum += x[N + i];
  CALL(good);
}

KERNEL(never_ends) {
  CALL(good);
  for (volatile int on = 1; on;) {
  }
}

KERNEL(talks) {
  CALL(good);
  printf("talk\n");
  fflush(stdout);
}

/* Wants 100 bytes at a multiple of 64, and uses them all. */
KERNEL(takes_scratch) {
  if (workspace == NULL || workspace_size != 100 || (uintptr_t)workspace % 64 != 0) return;
  memset(workspace, 1, 100);
  CALL(good);
}

KERNEL(takes_more_scratch) {
  memset(workspace, 1, 101);
  CALL(good);
}

/* Every type of scalar at its place: 1 everywhere if each has the value that the manifest gives it. Compiled again
 * with EXPECTED it is what this is compared with. */
#ifdef EXPECTED
#define JUDGED(holds) ((void)(holds), 1)
#else
#define JUDGED(holds) (holds)
#endif
void scalars_csr_fp64(const double *A_data, const int64_t *A_indices, const int64_t *A_indptr, double *y,
                      int64_t M, int64_t N, float _Complex c64, float f32, double f64, int64_t i64,
                      int64_t nnz, uint8_t *workspace, int64_t workspace_size);
void scalars_csr_fp64(const double *A_data, const int64_t *A_indices, const int64_t *A_indptr, double *y,
                      int64_t M, int64_t N, float _Complex c64, float f32, double f64, int64_t i64,
                      int64_t nnz, uint8_t *workspace, int64_t workspace_size) {
  const int holds = M == 16 && N == 16 && nnz == A_indptr[16] && c64 == 2.5f && f32 == 0.1f && f64 == 0.1 &&
                    i64 == -2000000000000 && workspace == NULL && workspace_size == 0 && A_data != NULL &&
                    A_indices != NULL;
  for (int64_t i = 0; i < M; ++i) y[i] = JUDGED(holds);
}

#define SOLVER(name)                                                                                     \
  void name##_csr_fp64(const double *A_data, const int64_t *A_indices, const int64_t *A_indptr,          \
                       const double *b, double *x, int64_t N, int64_t max_iter, int64_t nnz, double tol, \
                       uint8_t *workspace, int64_t workspace_size);                                      \
  void name##_csr_fp64(const double *A_data, const int64_t *A_indices, const int64_t *A_indptr,          \
                       const double *b, double *x, int64_t N, int64_t max_iter, int64_t nnz, double tol, \
                       uint8_t *workspace, int64_t workspace_size)

/* One row after the other, again and again: Gauss and Seidel's method. */
SOLVER(sweeps) {
  (void)nnz;
  (void)tol;
  (void)workspace;
  (void)workspace_size;
  for (int64_t sweep = 0; sweep < max_iter; ++sweep) {
    for (int64_t i = 0; i < N; ++i) {
      double rest = b[i];
      double diagonal = 1;
      for (int64_t e = A_indptr[i]; e < A_indptr[i + 1]; ++e) {
        if (A_indices[e] == i) {
          diagonal = A_data[e];
        } else {
          rest -= A_data[e] * x[A_indices[e]];
        }
      }
      x[i] = rest / diagonal;
    }
  }
}

/* It stops long before the tolerance. */
SOLVER(gives_up) {
  (void)max_iter;
  sweeps_csr_fp64(A_data, A_indices, A_indptr, b, x, N, 1, nnz, tol, workspace, workspace_size);
}
