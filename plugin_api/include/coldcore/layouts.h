/* SPDX-License-Identifier: Apache-2.0
 *
 * coldcore/layouts.h - the flat C ABI of libcoldcore_layouts: sparse matrices as named buffers. C99, stands
 * alone; layouts.hpp is the same for C++. docs/layouts.md has every format with an example.
 *
 * A layout is one rows x cols matrix in one format: a fixed list of buffers, each known by its role. It is
 * built from coordinates or compressed rows, converted from another layout, or adopted from buffers that
 * the caller has. Indices count from 0 and have 32 or 64 bits, values are float32 or float64.
 *
 * What is stored is canonical: entries that name one place are summed in the order given, in the type of
 * the values; columns of a row ascend; entries whose value is 0 are kept. Formats that store positions and
 * not entries (dia, bcsr, bcoo, packed_banded, dense) cannot tell such a zero from their fill: converted
 * from there, a position with a zero of either sign is no entry.
 *
 *   format         buffers, in this order; P is the number of stored values, padding included
 *   csr            indptr [rows + 1], indices [P], data [P]
 *   csc            indptr [cols + 1], indices [P], data [P]
 *   coo            row [P], col [P], data [P]
 *   dia            data [D, cols], offsets [D]
 *   ell            indices [rows, W], data [rows, W]
 *   bcsr           indptr [ceil(rows / r) + 1], indices [B], data [B, r, c]
 *   jds            perm [rows], jd_ptr [longest row + 1], col_ind [P], jdiag [P]
 *   sell_c_sigma   slice_ptr [ceil(rows / C) + 1], col_idx [P], val [P], row_len [rows], perm [rows]
 *   packed_banded  data [rows, lbound + ubound + 1], lbound [], ubound []
 *   dense          data [rows, cols]
 *   bcoo           row [B], col [B], data [B, r, c]
 *
 * Arrays are row-major. Index buffers of a layout have one width; lbound and ubound are single int64.
 *
 * Return codes. 0 or a non-negative answer is success, the codes below are failures. A failing call leaves
 * one line for coldcore_layout_last_error (what, where, the limit, what to do; of several defects the first
 * one in its buffer), writes nothing to stderr, and leaves every output argument as it was. Nothing wraps: a
 * number that does not fit is refused.
 *
 * Memory. What a call allocates, scratch included, is estimated before it is allocated and held against
 * memory_limit. Input arrays are the caller's and are not kept after the call, with one exception, which is
 * an adopted layout without a copy.
 *
 * Threads. There is no state but the line of the last error, which each thread has for itself. A layout is
 * not changed by any call until coldcore_layout_free, so that threads may share it.
 */
#ifndef COLDCORE_LAYOUTS_H
#define COLDCORE_LAYOUTS_H

#include <stdint.h>

#if defined(__GNUC__)
#define COLDCORE_LAYOUT_EXPORT __attribute__((visibility("default")))
#else
#define COLDCORE_LAYOUT_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** What coldcore_layout_abi_version answers. */
#define COLDCORE_LAYOUT_ABI_VERSION 1

/** One matrix in one format. Opaque. */
typedef struct coldcore_layout coldcore_layout;

/** Formats. 0 is none, so that a field that was never set is refused. */
enum {
  COLDCORE_LAYOUT_CSR = 1,
  COLDCORE_LAYOUT_CSC = 2,
  COLDCORE_LAYOUT_COO = 3,
  COLDCORE_LAYOUT_DIA = 4,
  COLDCORE_LAYOUT_ELL = 5,
  COLDCORE_LAYOUT_BCSR = 6,
  COLDCORE_LAYOUT_JDS = 7,
  COLDCORE_LAYOUT_SELL_C_SIGMA = 8,
  COLDCORE_LAYOUT_PACKED_BANDED = 9,
  COLDCORE_LAYOUT_DENSE = 10,
  COLDCORE_LAYOUT_BCOO = 11
};

/** Types of elements. */
enum {
  COLDCORE_LAYOUT_INT32 = 1,
  COLDCORE_LAYOUT_INT64 = 2,
  COLDCORE_LAYOUT_FLOAT32 = 3,
  COLDCORE_LAYOUT_FLOAT64 = 4
};

/** Kinds of roles. */
enum {
  COLDCORE_LAYOUT_ROLE_INDEX = 1,  /**< int32 or int64, the layout's index type. */
  COLDCORE_LAYOUT_ROLE_VALUE = 2,  /**< float32 or float64, the layout's value type. */
  COLDCORE_LAYOUT_ROLE_SCALAR = 3  /**< One int64. */
};

enum {
  COLDCORE_LAYOUT_OK = 0,
  COLDCORE_LAYOUT_E_NULL = -1,         /**< A pointer is NULL where data is needed. */
  COLDCORE_LAYOUT_E_ARGUMENT = -2,     /**< A format, type, option or flag that does not exist. */
  COLDCORE_LAYOUT_E_SHAPE = -3,        /**< rows, cols or nnz is outside 0..2^48. */
  COLDCORE_LAYOUT_E_BUFFER = -4,       /**< A buffer is missing, unknown, named twice, or of wrong type or shape. */
  COLDCORE_LAYOUT_E_POINTER = -5,      /**< An array of starts does not begin with 0, falls, or ends wrongly. */
  COLDCORE_LAYOUT_E_INDEX = -6,        /**< An index is outside its range. */
  COLDCORE_LAYOUT_E_ORDER = -7,        /**< Indices do not ascend, or one place is named twice. */
  COLDCORE_LAYOUT_E_PADDING = -8,      /**< A position that is no entry holds something. */
  COLDCORE_LAYOUT_E_PERMUTATION = -9,  /**< perm is no permutation, or not one that the format allows. */
  COLDCORE_LAYOUT_E_OVERFLOW = -10,    /**< A size passes int32, and int32 indices were asked for. */
  COLDCORE_LAYOUT_E_MEMORY = -11,      /**< More bytes than memory_limit, or than the machine has. */
  COLDCORE_LAYOUT_E_INTERNAL = -12     /**< A defect of the library. */
};

/**
 * How a layout shall be made. Zeros are the defaults, and so is a NULL where options are taken. A format
 * uses what concerns it and ignores the rest, but every number must be in its range.
 */
typedef struct coldcore_layout_options {
  uint32_t struct_size;   /**< sizeof(coldcore_layout_options) as the caller was compiled. At least 8. */
  int32_t index;          /**< COLDCORE_LAYOUT_INT32 or _INT64; 0: as the input has. */
  int64_t memory_limit;   /**< The most bytes to allocate; 0: what the machine has available. */
  int64_t block_rows;     /**< r of bcsr and bcoo, 1..65536; 0: 2 (adopt: what data says). */
  int64_t block_cols;     /**< c of bcsr and bcoo, likewise. */
  int64_t slice_rows;     /**< C of sell_c_sigma, 1..65536; 0: 4. */
  int64_t sigma;          /**< sigma of sell_c_sigma, 1..2^48; 0: slice_rows. 1 sorts nothing. */
  int32_t sorted_blocks;  /**< bcsr, bcoo: 0 blocks of a block row as they are met, 1 by column. */
  int32_t reserved;       /**< 0. */
} coldcore_layout_options;

/** A buffer as it is seen from outside. */
typedef struct coldcore_layout_buffer {
  const char *role;  /**< A name from the table above. As output: static. */
  int32_t dtype;     /**< COLDCORE_LAYOUT_INT32 .. _FLOAT64. */
  int32_t rank;      /**< 0..3; 0 is a single element. */
  int64_t shape[3];  /**< [rank]; as output 1 beyond it, as input not read there. */
  const void *data;  /**< Aligned for its type, as output from an owning layout to 64 bytes and not NULL. */
  int64_t bytes;     /**< Of all elements. */
} coldcore_layout_buffer;

/** What a layout is. */
typedef struct coldcore_layout_info {
  uint32_t struct_size;   /**< Set by the caller; at least 8. No more than this is written. */
  int32_t format;
  int32_t index;          /**< Type of the index buffers; of a format without any, what was asked for. */
  int32_t value;
  int64_t rows;
  int64_t cols;
  int64_t stored;         /**< P: values stored, padding included. */
  int64_t block_rows;     /**< bcsr, bcoo; else 0. */
  int64_t block_cols;
  int64_t slice_rows;     /**< sell_c_sigma; else 0. */
  int64_t sigma;
  int64_t lbound;         /**< packed_banded; else 0. */
  int64_t ubound;
  int32_t sorted_blocks;  /**< bcsr, bcoo; else 0. */
  int32_t borrowed;       /**< 1 if the buffers are the caller's. */
} coldcore_layout_info;

/** COLDCORE_LAYOUT_ABI_VERSION as the library was built. */
COLDCORE_LAYOUT_EXPORT int coldcore_layout_abi_version(void);

/**
 * Builds a layout from coordinates in any order: entry k adds data[k] at (row[k], col[k]). row, col: [nnz] of
 * type index; data: [nnz] of type value; all may be NULL if nnz is 0. rows, cols and nnz are 0..2^48. *out
 * receives the layout, which the caller frees.
 *
 * E_NULL, E_ARGUMENT (format, index, value, options), E_SHAPE, E_INDEX (the message has the first entry),
 * E_OVERFLOW (with int32: rows, cols, nnz as given, or the values stored by the format, pass INT32_MAX),
 * E_MEMORY (the message has the bytes).
 */
COLDCORE_LAYOUT_EXPORT int coldcore_layout_from_coo(int64_t rows, int64_t cols, int64_t nnz, int index,
                                                    const void *row, const void *col, int value,
                                                    const void *data, int format,
                                                    const coldcore_layout_options *options,
                                                    coldcore_layout **out);

/**
 * Builds a layout from compressed rows: row i has the entries indptr[i] .. indptr[i + 1] - 1, their columns in
 * any order. indptr: [rows + 1] ascending from 0 to nnz; indices: [nnz]; both of type index; data: [nnz] of
 * type value. indices and data may be NULL if nnz is 0. The rest and the errors as coldcore_layout_from_coo,
 * and also E_POINTER.
 */
COLDCORE_LAYOUT_EXPORT int coldcore_layout_from_csr(int64_t rows, int64_t cols, int64_t nnz, int index,
                                                    const void *indptr, const void *indices, int value,
                                                    const void *data, int format,
                                                    const coldcore_layout_options *options,
                                                    coldcore_layout **out);

/**
 * Makes a layout from the buffers of one, in any order, after checking all of them: every role once, one
 * width of indices, one type of values, the shapes of the table, and the content as docs/layouts.md says
 * under "check". Columns of a row must ascend strictly; entries in another order go through
 * coldcore_layout_from_coo. buffers: [count]. copy 1 copies the buffers; with copy 0 the layout refers to
 * them, and they must stay as they are until it is freed. options: index, sizes of blocks and slices, sigma
 * and sorted_blocks say what the buffers claim to be.
 *
 * E_NULL, E_ARGUMENT (format, copy, options), E_SHAPE, E_BUFFER, E_POINTER, E_INDEX, E_ORDER, E_PADDING,
 * E_PERMUTATION, E_OVERFLOW (as above), E_MEMORY (the copy, and scratch of the checks).
 */
COLDCORE_LAYOUT_EXPORT int coldcore_layout_adopt(int format, int64_t rows, int64_t cols,
                                                 const coldcore_layout_buffer *buffers, int count, int copy,
                                                 const coldcore_layout_options *options,
                                                 coldcore_layout **out);

/**
 * Makes the same matrix in another format, or in the same one with other options. The values keep their
 * type. To csr it is the canonical form of the matrix. The source stays; if its buffers are the caller's,
 * they are checked again.
 *
 * E_NULL, E_ARGUMENT (format, options), E_OVERFLOW, E_MEMORY, and for a borrowed source what
 * coldcore_layout_adopt says.
 */
COLDCORE_LAYOUT_EXPORT int coldcore_layout_convert(const coldcore_layout *layout, int format,
                                                   const coldcore_layout_options *options,
                                                   coldcore_layout **out);

/** Checks the content of all buffers again, as coldcore_layout_adopt does, with memory_limit bytes (0: what
 * the machine has) for scratch. The same errors. */
COLDCORE_LAYOUT_EXPORT int coldcore_layout_check(const coldcore_layout *layout, int64_t memory_limit);

/** Frees a layout and the buffers that it owns. NULL is no error. */
COLDCORE_LAYOUT_EXPORT void coldcore_layout_free(coldcore_layout *layout);

/** Fills *info up to its struct_size. E_NULL, E_ARGUMENT (struct_size). */
COLDCORE_LAYOUT_EXPORT int coldcore_layout_get_info(const coldcore_layout *layout, coldcore_layout_info *info);

/**
 * Stores the first min(cap, count) buffers, in the order of the table, and returns their count. They live as
 * long as the layout. buffers may be NULL if cap is 0. E_NULL, E_ARGUMENT (cap < 0).
 */
COLDCORE_LAYOUT_EXPORT int coldcore_layout_buffers(const coldcore_layout *layout,
                                                   coldcore_layout_buffer *buffers, int cap);

/** *out = the buffer of this role. E_NULL, E_ARGUMENT (the format has no such role). */
COLDCORE_LAYOUT_EXPORT int coldcore_layout_buffer_of(const coldcore_layout *layout, const char *role,
                                                     coldcore_layout_buffer *out);

/** "csr" for COLDCORE_LAYOUT_CSR; NULL for what is no format. */
COLDCORE_LAYOUT_EXPORT const char *coldcore_layout_format_name(int format);

/** COLDCORE_LAYOUT_CSR for "csr". E_NULL, E_ARGUMENT (no such format). */
COLDCORE_LAYOUT_EXPORT int coldcore_layout_format_of(const char *name);

/** The i-th role of a format in the order of the table; NULL beyond the last one, and for no format. */
COLDCORE_LAYOUT_EXPORT const char *coldcore_layout_role(int format, int i);

/** Its kind, COLDCORE_LAYOUT_ROLE_INDEX .. _SCALAR. E_ARGUMENT where there is none. */
COLDCORE_LAYOUT_EXPORT int coldcore_layout_role_kind(int format, int i);

/** The name of a return code, "COLDCORE_LAYOUT_E_NULL" for -1; "unknown" for what is none. */
COLDCORE_LAYOUT_EXPORT const char *coldcore_layout_error_name(int code);

/** The line of the last failing call on this thread, "" before any; valid until its next failing call. */
COLDCORE_LAYOUT_EXPORT const char *coldcore_layout_last_error(void);

#ifdef __cplusplus
}
#endif

#endif /* COLDCORE_LAYOUTS_H */
