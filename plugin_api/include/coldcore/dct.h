/* SPDX-License-Identifier: Apache-2.0
 *
 * coldcore/dct.h - the flat C ABI of libcoldcore.so: one product-space cell per process.
 * C99, stands alone. docs/abi.md tells the same at length, with the state machine.
 *
 * The space is X = Z_ax[0] x ... x Z_ax[n-1], 1 <= n <= 16, axis sizes 2..16, |X| <= 2^40. The index of
 * a word is the sum of digit[j] * ax[0] * ... * ax[j-1].
 *
 * State. A cell is opened by dct_init3 (or a legacy form) and closed by dct_free. It holds
 *  - the represented multiset: the solution whose multiplicities cnt[x] (how many of its occurrences
 *    cover x) are kept exactly. Empty after init. Replaced by dct_transform(0, 2) and dct_loss_owner,
 *    changed by dct_ball_update. At most 65,535 occurrences, so that a uint16 always holds cnt;
 *  - the pending multiset: what dct_set_code uploaded last. Read by dct_transform(0, ...), kept after it;
 *  - mu, the multiplicity asked of a cover, 1 until dct_set_mu;
 *  - the map A_0[x], a field over the candidates: gain, loss or coverage sum, whichever dct_transform(., 1)
 *    computed last. It does not follow later updates; dct_transform(0, 2) destroys it.
 *
 * Return codes. 0 or a non-negative answer is success; -1..-99 are the codes below; -100-e is the CUDA
 * error e. A failing call writes one line to stderr and leaves every field, and every output argument,
 * as it was. Only DCT_E_PLUGIN and DCT_E_INTERNAL out of dct_transform may leave fields lost: the cell
 * then refuses everything but dct_free with DCT_E_LOST.
 *
 * Every array is the caller's, for input and output alike, and is not kept after the call. Calls are
 * serialised by the library: they may come from any thread, one at a time is served.
 */
#ifndef COLDCORE_DCT_H
#define COLDCORE_DCT_H

#include <stdint.h>

#include <coldcore/plugin.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Ids of the families that come with coldcore. Third-party families take 1000 or above. */
enum { PROB_HAMMING = 0, PROB_TORUS_LINF = 1, PROB_LEE = 2, PROB_GRID_LINF = 3 };

enum {
  DCT_OK = 0,
  DCT_E_NO_CELL = -1,     /**< No cell is open. */
  DCT_E_CELL_OPEN = -2,   /**< A cell is open already: dct_free first. */
  DCT_E_NULL = -3,        /**< A pointer is NULL where data is needed. */
  DCT_E_ARGUMENT = -4,    /**< A number is outside its range; the message says which. */
  DCT_E_INDEX = -5,       /**< A word index is outside 0..|X|-1. */
  DCT_E_SIGN = -6,        /**< An update sign is not +1 or -1. */
  DCT_E_ABSENT = -7,      /**< A removal exceeds the word's active multiplicity. */
  DCT_E_CAPACITY = -8,    /**< More than 65,535 active occurrences. */
  DCT_E_PAIR = -9,        /**< Not one of the pairs (0,1), (0,2), (1,1), (2,1). */
  DCT_E_NO_CODE = -10,    /**< dct_transform(0, .) before any dct_set_code. */
  DCT_E_NO_MAP = -11,     /**< A_0 holds no field: dct_transform(., 1) first. */
  DCT_E_PROBLEM = -12,    /**< No family with this id or name. */
  DCT_E_SHAPE = -13,      /**< n, an axis size or |X| is outside the engine's limits. */
  DCT_E_REFUSED = -14,    /**< The family does not take this shape or radius. */
  DCT_E_TABLE = -15,      /**< The support table is malformed. */
  DCT_E_MEMORY = -16,     /**< The machine lacks the memory for the cell, or the threads asked for. */
  DCT_E_FORMAT = -17,     /**< That table format is not there: no dct_set_tbl2, or the family has none. */
  DCT_E_NO_OWNER = -18,   /**< The cell was opened without the owner plane. */
  DCT_E_TOO_LARGE = -19,  /**< The space has 2^32 words or more: use dct_map_extract64. */
  DCT_E_PLUGIN = -20,     /**< The family's .so was refused, or one of its functions failed. */
  DCT_E_DEVICE = -21,     /**< COLDCORE_DEVICE asks for what is not there. */
  DCT_E_ENVIRONMENT = -22, /**< An environment variable has a value that makes no sense. */
  DCT_E_LOST = -23,       /**< An earlier failure destroyed the fields: dct_free. */
  DCT_E_INTERNAL = -24    /**< A defect of the library. */
};

/**
 * Opens a cell. problem: PROB_* id, its .so is found and loaded if need be. ax: [n] axis sizes.
 * ballpat: [balllen] support table in v1 format (plugin.h, NAME_table), copied. extract_cap: the most
 * entries one extraction may store, at least 1. *bytes (may be NULL) receives all bytes allocated.
 * layers_mode, cnt_mode: placement of the planes and of cnt, 0 device memory, 1 CPU memory bound to NUMA
 * node 0, 2 managed; without a device every mode works and gives the same results. use_owner: 1
 * allocates the owner plane that dct_loss_owner needs.
 *
 * DCT_E_CELL_OPEN, DCT_E_NULL, DCT_E_ARGUMENT (a mode, extract_cap, use_owner), DCT_E_SHAPE,
 * DCT_E_PROBLEM, DCT_E_PLUGIN, DCT_E_REFUSED, DCT_E_TABLE (a point listed twice, entry 0 not the centre,
 * a position >= n or repeated, a delta outside 1..ax-1, more than INT32_MAX entries), DCT_E_MEMORY
 * (checked before anything is allocated; the message has the bytes needed and available), DCT_E_DEVICE,
 * DCT_E_ENVIRONMENT. No cell is open after an error.
 */
COLDCORE_EXPORT int dct_init3(int problem, int n, const int *ax, int R, const uint64_t *ballpat,
                              long long balllen, int extract_cap, long long *bytes, int layers_mode,
                              int cnt_mode, int use_owner);

/** Legacy: dct_init3 for problem 0 with n axes of size q. */
COLDCORE_EXPORT int dct_init2(int q, int n, int R, const uint64_t *ballpat, long long balllen,
                              int extract_cap, long long *bytes, int layers_mode, int cnt_mode,
                              int use_owner);

/** Legacy: dct_init2 with both modes 0 and no owner plane. */
COLDCORE_EXPORT int dct_init(int q, int n, int R, const uint64_t *ballpat, long long balllen,
                             int extract_cap, long long *bytes);

/** Closes the cell, frees its memory, resets mu to 1. DCT_E_NO_CELL if none is open. */
COLDCORE_EXPORT int dct_free(void);

/** Bytes that the last successful init placed by modes 1 and 2; 0 before any. Survives dct_free. */
COLDCORE_EXPORT long long dct_host_bytes(void);

/**
 * Uploads the pending multiset idx[0..M-1]. The represented one is not touched. (NULL, 0) empties it.
 * DCT_E_NO_CELL, DCT_E_NULL, DCT_E_ARGUMENT (M < 0), DCT_E_INDEX, DCT_E_CAPACITY (M > 65,535).
 */
COLDCORE_EXPORT int dct_set_code(const long long *idx, int M);

/**
 * Computes a field for every word at once. init_mode chooses the set: 0 the pending multiset, 1 the
 * deficient words (cnt < mu), 2 the critical ones (1 <= cnt <= mu). out_mode 1 writes to A_0 the number
 * of members that cover each word: coverage sum, gain and loss respectively. out_mode 2, for init_mode 0
 * only, writes cnt, makes the pending multiset the represented one and leaves A_0 without a field.
 * DCT_E_NO_CELL, DCT_E_PAIR, DCT_E_NO_CODE, DCT_E_PLUGIN.
 */
COLDCORE_EXPORT int dct_transform(int init_mode, int out_mode);

/**
 * Adds (delta +1) or removes (-1) every word of words[0..nwords-1], repetitions counted, in the
 * represented multiset and updates cnt exactly.
 * DCT_E_NO_CELL, DCT_E_NULL, DCT_E_ARGUMENT (nwords < 0), DCT_E_SIGN, DCT_E_INDEX, DCT_E_ABSENT,
 * DCT_E_CAPACITY. All of it is checked before the first count changes.
 */
COLDCORE_EXPORT int dct_ball_update(const long long *words, int nwords, int delta);

/**
 * out[i] = how many words x that words[i] covers have cnt[x] == target, for i < nwords, from cnt as it
 * is now. With mu above 1, targets 0 and 1 mean deficient (cnt < mu) and critical (1 <= cnt <= mu); at
 * mu = 1 that is the same as the literal count.
 * DCT_E_NO_CELL, DCT_E_NULL, DCT_E_ARGUMENT (nwords < 0, target outside 0..65535), DCT_E_INDEX.
 */
COLDCORE_EXPORT int dct_ball_gather(const long long *words, int nwords, int target, int32_t *out);

/**
 * Replaces the represented multiset by words[0..M-1] and stores in out[i] the loss of words[i]: how many
 * of the words it covers are critical. Needs use_owner = 1. A_0 is not touched.
 * DCT_E_NO_CELL, DCT_E_NO_OWNER, DCT_E_NULL, DCT_E_ARGUMENT (M < 0), DCT_E_INDEX, DCT_E_CAPACITY.
 */
COLDCORE_EXPORT int dct_loss_owner(const long long *words, int M, int32_t *out);

/** How many words have cnt == target, 0 <= target <= 65535. DCT_E_NO_CELL, DCT_E_ARGUMENT. */
COLDCORE_EXPORT long long dct_count_eq(int target);

/** *out = the largest A_0. DCT_E_NO_CELL, DCT_E_NO_MAP, DCT_E_NULL. */
COLDCORE_EXPORT int dct_map_max(int32_t *out);

/**
 * Histogram of the positive values of A_0: v counts in bin (v-1)*nbins/vmax, or in the last bin if that
 * is past it. out: [nbins], 1 <= nbins <= 4096, vmax >= 1. A bin that would pass INT32_MAX stays there.
 * DCT_E_NO_CELL, DCT_E_NO_MAP, DCT_E_NULL, DCT_E_ARGUMENT.
 */
COLDCORE_EXPORT int dct_map_hist(int nbins, int32_t vmax, int32_t *out);

/**
 * Finds the words with A_0 >= thr, stores the first min(cap, extract_cap) of them by index, with their
 * values, in idx and val, and returns how many there are in all. idx and val may be NULL if cap is 0.
 * DCT_E_NO_CELL, DCT_E_NO_MAP, DCT_E_NULL, DCT_E_ARGUMENT (cap < 0), DCT_E_TOO_LARGE.
 */
COLDCORE_EXPORT long long dct_map_extract(int32_t thr, uint32_t *idx, int32_t *val, int cap);

/** The same with 64-bit indices, for a space of any size. */
COLDCORE_EXPORT long long dct_map_extract64(int32_t thr, int64_t *idx, int32_t *val, int cap);

/** out[i] = A_0[idx[i]] for i < k. DCT_E_NO_CELL, DCT_E_NO_MAP, DCT_E_NULL, DCT_E_ARGUMENT, DCT_E_INDEX. */
COLDCORE_EXPORT int dct_map_read_at(const long long *idx, int k, int32_t *out);

/** out[i] = cnt[off + i] for i < len. DCT_E_NO_CELL, DCT_E_NULL, DCT_E_ARGUMENT (len < 0), DCT_E_INDEX. */
COLDCORE_EXPORT int dct_read_cnt(long long off, long long len, uint16_t *out);

/**
 * Uploads the support table in ox format (plugin.h, NAME_table_ox), copied. It must list the same points
 * as the v1 table. The format in use does not change.
 * DCT_E_NO_CELL, DCT_E_FORMAT (the family has no ox format), DCT_E_NULL, DCT_E_TABLE.
 */
COLDCORE_EXPORT int dct_set_tbl2(const uint16_t *mask, const uint64_t *offs, long long len);

/** Format that walks use: 0 v1, 1 ox. Results are the same. DCT_E_NO_CELL, DCT_E_ARGUMENT, DCT_E_FORMAT. */
COLDCORE_EXPORT int dct_use_fmt(int fmt);

/** Sets mu, 1..65535, for all later calls; cnt and A_0 stay. DCT_E_NO_CELL, DCT_E_ARGUMENT. */
COLDCORE_EXPORT int dct_set_mu(int mu);

/** mu as it is, 1 if no cell is open. */
COLDCORE_EXPORT int dct_get_mu(void);

/**
 * dct_ball_gather by role at any mu: 0 deficient (cnt < mu), 1 critical (1 <= cnt <= mu).
 * DCT_E_ARGUMENT for another role; else as dct_ball_gather.
 */
COLDCORE_EXPORT int dct_ball_gather_mu(const long long *words, int nwords, int role, int32_t *out);

/** What is missing for a cover: the sum over all words of max(0, mu - cnt). DCT_E_NO_CELL. */
COLDCORE_EXPORT long long dct_count_deficit(void);

#ifdef __cplusplus
}
#endif

#endif /* COLDCORE_DCT_H */
