/* SPDX-License-Identifier: Apache-2.0
 *
 * coldcore/sparse.h - the flat C ABI of coldcore_incidence.so: one incidence cell per process.
 * C99, stands alone. docs/incidence.md tells the same at length. Shares nothing with dct.h: a process
 * may hold one cell of each.
 *
 * Candidates 0..n_cand-1 cover points 0..n_univ-1 of a universe, by an explicit list: row c holds the
 * points that candidate c covers, each with a weight w >= 1, and every point u has a weight uw >= 1.
 * Rows of a fixed length d have all weights 1 (sparse_init); rows of any length, empty ones included,
 * may have them (sparse_init_csr).
 *
 * State. A cell is opened by one of the two inits and closed by sparse_free. It holds
 *  - its own copy of the incidence;
 *  - the represented multiset of chosen candidates, empty after init. Replaced by sparse_recount, changed
 *    by sparse_ball_update. cnt[u] is the sum of w over all entries (u, w) of the rows of its occurrences;
 *  - mu, the multiplicity asked of a cover, 1 until sparse_set_mu;
 *  - the map, one int32 for each candidate, which sparse_field computes. It does not follow later calls,
 *    unless coldcore_sparse_track (sparse_index.h) says so.
 *
 * Fields. What is missing for a cover is the deficiency D = sum over u of uw * max(0, mu - cnt[u]). For a
 * candidate c, summed over the entries (u, w) of its row:
 *  - role 0, the gain: uw * (max(0, mu - cnt) - max(0, mu - cnt - w)): how much D falls if c is added;
 *  - role 1, the loss: uw * (max(0, mu - max(0, cnt - w)) - max(0, mu - cnt)): how much D rises if an
 *    occurrence of c is removed. For a candidate that is not chosen, whose cnt may be less than w, the
 *    count is taken to stop at 0;
 *  - any other role r >= 0: the number of entries with cnt[u] == r, without weights.
 * If all weights are 1, the gain counts the deficient points of the row (cnt < mu) and the loss the
 * critical ones (1 <= cnt <= mu).
 *
 * Return codes. 0 or a non-negative answer is success; -1..-99 are the codes below; -100-e is the CUDA
 * error e. A failing call writes one line to stderr and leaves every field, and every output argument,
 * as it was. Nothing wraps: what cannot be held in 32 bits (64 for D) is refused.
 *
 * Every array is the caller's, for input and output alike, and is not kept after the call. Calls are
 * serialised by the library: they may come from any thread, one at a time is served.
 */
#ifndef COLDCORE_SPARSE_H
#define COLDCORE_SPARSE_H

#include <stdint.h>

#if defined(__GNUC__)
#define SPARSE_EXPORT __attribute__((visibility("default")))
#else
#define SPARSE_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** What sparse_abi_version answers. */
#define SPARSE_ABI_VERSION 2

enum {
  SPARSE_OK = 0,
  SPARSE_E_NO_CELL = -1,      /**< No cell is open. */
  SPARSE_E_CELL_OPEN = -2,    /**< A cell is open already: sparse_free first. */
  SPARSE_E_NULL = -3,         /**< A pointer is NULL where data is needed. */
  SPARSE_E_ARGUMENT = -4,     /**< A number is outside its range; the message says which. */
  SPARSE_E_INDEX = -5,        /**< A candidate is outside 0..n_cand-1, or a point outside 0..n_univ-1. */
  SPARSE_E_SIGN = -6,         /**< An update sign is not +1 or -1. */
  SPARSE_E_ABSENT = -7,       /**< A removal exceeds the candidate's multiplicity. */
  SPARSE_E_OVERFLOW = -8,     /**< A count, a marginal or the deficiency could pass its type. */
  SPARSE_E_NO_MAP = -9,       /**< The map holds no field: sparse_field first. */
  SPARSE_E_SHAPE = -10,       /**< n_cand, d, n_univ or nnz is outside its limits. */
  SPARSE_E_INDPTR = -11,      /**< indptr does not begin with 0, falls, or does not end with nnz. */
  SPARSE_E_ENTRY = -12,       /**< A row names a point outside the universe, or one point twice. */
  SPARSE_E_WEIGHT = -13,      /**< A weight is less than 1. */
  SPARSE_E_MEMORY = -14,      /**< The machine lacks the memory for the cell, or the threads asked for. */
  SPARSE_E_DEVICE = -15,      /**< COLDCORE_DEVICE asks for what is not there. */
  SPARSE_E_ENVIRONMENT = -16, /**< An environment variable has a value that makes no sense. */
  SPARSE_E_NO_INDEX = -17,    /**< There is no inverted index: coldcore_sparse_index first. */
  SPARSE_E_INTERNAL = -18     /**< A defect of the library. */
};

/** SPARSE_ABI_VERSION as the library was built. Needs no cell. */
SPARSE_EXPORT int sparse_abi_version(void);

/**
 * Opens a cell of rows of one length, all weights 1. inc: [n_cand * d], row-major: row c is
 * inc[c * d .. c * d + d - 1], distinct points in any order. n_cand >= 1, 1 <= d <= n_univ <= INT32_MAX.
 * inc_mode: where the incidence lives, 0 device memory, 1 CPU memory bound to NUMA node 0; without a
 * device both are CPU memory and give the same results. extract_cap: the most entries one extraction may
 * store, at least 1. *bytes_dev and *bytes_host (each may be NULL) receive what sparse_dev_bytes and
 * sparse_host_bytes answer.
 *
 * SPARSE_E_CELL_OPEN, SPARSE_E_NULL, SPARSE_E_ARGUMENT (inc_mode, extract_cap), SPARSE_E_SHAPE,
 * SPARSE_E_ENVIRONMENT, SPARSE_E_DEVICE, SPARSE_E_MEMORY (checked before anything is allocated; the
 * message has the bytes needed and available), SPARSE_E_ENTRY (the message names the first place). No
 * cell is open after an error.
 */
SPARSE_EXPORT int sparse_init(long long n_cand, int d, long long n_univ, const int32_t *inc,
                              int inc_mode, int extract_cap, long long *bytes_dev,
                              long long *bytes_host);

/**
 * Opens a cell of rows of any length with weights. Row c covers indices[indptr[c] .. indptr[c+1]-1],
 * distinct points in any order, with the weights w at the same places. indptr: [n_cand + 1], ascending
 * from 0 to nnz. indices, w: [nnz]; uw: [n_univ]. w and uw may be NULL, which stands for all ones;
 * indices may be NULL if nnz is 0. The rest as sparse_init, and also SPARSE_E_INDPTR, SPARSE_E_WEIGHT and
 * SPARSE_E_OVERFLOW (a row whose gain or loss could pass INT32_MAX at mu = 1).
 */
SPARSE_EXPORT int sparse_init_csr(long long n_cand, long long n_univ, long long nnz,
                                  const int64_t *indptr, const int32_t *indices, const int32_t *w,
                                  const int32_t *uw, int inc_mode, int extract_cap,
                                  long long *bytes_dev, long long *bytes_host);

/** Closes the cell, frees its memory, resets mu to 1. SPARSE_E_NO_CELL if none is open. */
SPARSE_EXPORT int sparse_free(void);

/** The placement of the incidence, as given to init. SPARSE_E_NO_CELL. */
SPARSE_EXPORT int sparse_inc_mode(void);

/** 1 if the cell was opened by sparse_init_csr, else 0. SPARSE_E_NO_CELL. */
SPARSE_EXPORT int sparse_is_csr(void);

/**
 * Sets mu >= 1 for all later calls; cnt and a map that is not tracked stay.
 * SPARSE_E_NO_CELL, SPARSE_E_ARGUMENT, SPARSE_E_OVERFLOW (a row's gain or loss could pass INT32_MAX, or D
 * INT64_MAX, at this mu; the message names the row).
 */
SPARSE_EXPORT int sparse_set_mu(int mu);

/** mu as it is, 1 if no cell is open. */
SPARSE_EXPORT int sparse_get_mu(void);

/**
 * Replaces the represented multiset by idx[0..M-1], repetitions counted. (NULL, 0) empties it.
 * SPARSE_E_NO_CELL, SPARSE_E_NULL, SPARSE_E_ARGUMENT (M < 0), SPARSE_E_INDEX, SPARSE_E_OVERFLOW (a count
 * would pass INT32_MAX), SPARSE_E_MEMORY (only where a count might, as the old ones are kept meanwhile).
 */
SPARSE_EXPORT int sparse_recount(const long long *idx, long long M);

/** Computes the field of this role into the map. SPARSE_E_NO_CELL, SPARSE_E_ARGUMENT (role < 0). */
SPARSE_EXPORT int sparse_field(int role);

/**
 * Adds (delta +1) or removes (-1) every candidate of idx[0..m-1], repetitions counted.
 * SPARSE_E_NO_CELL, SPARSE_E_NULL, SPARSE_E_ARGUMENT (m < 0), SPARSE_E_SIGN, SPARSE_E_INDEX,
 * SPARSE_E_ABSENT, SPARSE_E_OVERFLOW (a count would pass INT32_MAX). All or nothing.
 */
SPARSE_EXPORT int sparse_ball_update(const long long *idx, long long m, int delta);

/**
 * out[i] = the field of this role at candidate idx[i], for i < m, from cnt as it is now. The map is
 * neither read nor written.
 * SPARSE_E_NO_CELL, SPARSE_E_NULL, SPARSE_E_ARGUMENT (m < 0, role < 0), SPARSE_E_INDEX.
 */
SPARSE_EXPORT int sparse_ball_gather(const long long *idx, long long m, int role, int32_t *out);

/** How many points have cnt == target, target >= 0. SPARSE_E_NO_CELL, SPARSE_E_ARGUMENT. */
SPARSE_EXPORT long long sparse_count_eq(int target);

/** D, what is missing for a cover: the sum over u of uw * max(0, mu - cnt[u]). SPARSE_E_NO_CELL. */
SPARSE_EXPORT long long sparse_count_deficit(void);

/** *out = the largest value of the map. SPARSE_E_NO_CELL, SPARSE_E_NO_MAP, SPARSE_E_NULL. */
SPARSE_EXPORT int sparse_map_max(int32_t *out);

/**
 * Histogram of the positive values of the map: v counts in bin (v-1)*nbins/vmax, or in the last bin if
 * that is past it. out: [nbins], 1 <= nbins <= 4096, vmax >= 1. A bin that would pass INT32_MAX stays there.
 * SPARSE_E_NO_CELL, SPARSE_E_NO_MAP, SPARSE_E_NULL, SPARSE_E_ARGUMENT.
 */
SPARSE_EXPORT int sparse_map_hist(int nbins, int32_t vmax, int32_t *out);

/**
 * Finds the candidates with map >= thr, stores the first min(cap, extract_cap) of them by index, with
 * their values, in idx and val, and returns how many there are in all. idx and val may be NULL if cap is 0.
 * SPARSE_E_NO_CELL, SPARSE_E_NO_MAP, SPARSE_E_NULL, SPARSE_E_ARGUMENT (cap < 0).
 */
SPARSE_EXPORT long long sparse_map_extract(int32_t thr, int64_t *idx, int32_t *val, int cap);

/**
 * out[i] = map[idx[i]] for i < k.
 * SPARSE_E_NO_CELL, SPARSE_E_NO_MAP, SPARSE_E_NULL, SPARSE_E_ARGUMENT (k < 0), SPARSE_E_INDEX.
 */
SPARSE_EXPORT int sparse_map_read_at(const long long *idx, long long k, int32_t *out);

/**
 * out[i] = cnt[off + i] for i < len.
 * SPARSE_E_NO_CELL, SPARSE_E_NULL, SPARSE_E_ARGUMENT (len < 0), SPARSE_E_INDEX.
 */
SPARSE_EXPORT int sparse_read_cnt(long long off, long long len, int32_t *out);

/**
 * Bytes that the open cell holds now, whole pages of every array; 0 if none is open. Host bytes are those
 * of the incidence (and of its inverted index, sparse_index.h) in mode 1, device bytes all others.
 */
SPARSE_EXPORT long long sparse_dev_bytes(void);
SPARSE_EXPORT long long sparse_host_bytes(void);

#ifdef __cplusplus
}
#endif

#endif /* COLDCORE_SPARSE_H */
