/* SPDX-License-Identifier: Apache-2.0
 *
 * coldcore/sparse_index.h - what coldcore_incidence.so offers beyond sparse.h. Every symbol is optional: a
 * host looks it up and does without where it is absent. C99. Return codes, errors and the ownership of
 * arrays are those of sparse.h; every call may also answer SPARSE_E_NO_CELL.
 *
 * The inverted index lists for every point the candidates that cover it. With it the map can be kept
 * exact while candidates come and go: only the candidates that share a point whose state changed are
 * touched, where sparse_field reads the whole incidence.
 */
#ifndef COLDCORE_SPARSE_INDEX_H
#define COLDCORE_SPARSE_INDEX_H

#include <coldcore/sparse.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The row of candidate c, points ascending: stores its first min(length, cap) entries in points and
 * weights and returns its length. weights may be NULL if they are not wanted, points too if cap is 0.
 * SPARSE_E_INDEX, SPARSE_E_ARGUMENT (cap < 0), SPARSE_E_NULL.
 */
SPARSE_EXPORT long long coldcore_sparse_row(long long c, int32_t *points, int32_t *weights,
                                            long long cap);

/**
 * The candidates that cover point u, ascending, with the weights of these entries; otherwise as
 * coldcore_sparse_row. SPARSE_E_NO_INDEX, SPARSE_E_INDEX, SPARSE_E_ARGUMENT (cap < 0), SPARSE_E_NULL.
 */
SPARSE_EXPORT long long coldcore_sparse_column(long long u, long long *candidates, int32_t *weights,
                                               long long cap);

/**
 * Builds the inverted index (enable 1; nothing to do if it is there) or drops it (enable 0), which ends
 * tracking. *bytes (may be NULL) receives the bytes it takes, 0 if there is none; they count in
 * sparse_dev_bytes or sparse_host_bytes, wherever the incidence does.
 * SPARSE_E_ARGUMENT (enable), SPARSE_E_SHAPE (n_cand above 2^32), SPARSE_E_MEMORY (checked before anything
 * is allocated).
 */
SPARSE_EXPORT int coldcore_sparse_index(int enable, long long *bytes);

/**
 * Computes the field of role 0 (gain) or 1 (loss) into the map and keeps it exact from then on: through
 * sparse_recount, sparse_ball_update and sparse_set_mu. sparse_field of the same role has nothing to do
 * then; of another role it ends tracking. role -1 ends it too: the map stays as it is.
 * SPARSE_E_ARGUMENT (another role), SPARSE_E_NO_INDEX.
 */
SPARSE_EXPORT int coldcore_sparse_track(int role);

/** The role that is tracked, -1 if none is. */
SPARSE_EXPORT int coldcore_sparse_tracked(void);

/** The name of a return code, "SPARSE_E_NULL" for -3; "unknown" for what is none. Needs no cell. */
SPARSE_EXPORT const char *coldcore_sparse_error_name(int code);

/**
 * The line of the last failing call on this thread, "" before any; valid until the thread's next failing
 * call. Needs no cell.
 */
SPARSE_EXPORT const char *coldcore_sparse_last_error(void);

#ifdef __cplusplus
}
#endif

#endif /* COLDCORE_SPARSE_INDEX_H */
