/* SPDX-License-Identifier: Apache-2.0
 *
 * coldcore/plugin.h - what a problem family exports.
 *
 * A family is one shared object. Every symbol it exports begins with the family's name, written NAME
 * below: lower-case letters, digits and '_', beginning with a letter, at most 63 characters. The host
 * finds each function by looking its symbol up; a symbol that is optional may simply be absent.
 *
 * The family describes a coverage relation on X = Z_ax[0] x ... x Z_ax[n-1]: "u covers x". It must
 * hold that every word covers itself and that u covers x exactly when x covers u. The engine relies on
 * both: one and the same transform gives, for every word at once, how many members of a set cover it and
 * how many members of a set it covers.
 *
 * The index of the word with digits x[0..n-1] is x[0] + x[1]*ax[0] + x[2]*ax[0]*ax[1] + ...: digit 0 is
 * the fastest.
 *
 * This header is C99 and stands alone. Nothing but integers, pointers and the plain structs below
 * crosses the border; an exception that leaves a plugin ends the process. Structs begin with their own
 * size and only ever grow at the end: a reader takes a larger struct and treats a missing tail as absent.
 *
 * Calls are made by one thread at a time unless the comment says otherwise.
 */
#ifndef COLDCORE_PLUGIN_H
#define COLDCORE_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** ABI of this header. A host refuses another major and accepts any minor. ABI.md lists the steps. */
#define COLDCORE_PLUGIN_ABI_MAJOR 1
#define COLDCORE_PLUGIN_ABI_MINOR 1

/** First field of every NAME_info: the bytes "CCPI" read as a little-endian number. */
#define COLDCORE_PLUGIN_MAGIC UINT32_C(0x49504343)

/** Limits that hold for every family; a family's own limits can only be narrower. */
#define COLDCORE_MAX_N 16
#define COLDCORE_MAX_AXIS 16
#define COLDCORE_MAX_PATTERN_WEIGHT 8
#define COLDCORE_MAX_LAYERS 64
#define COLDCORE_MAX_PASSES 16

#if defined(__GNUC__)
#define COLDCORE_EXPORT __attribute__((visibility("default")))
#else
#define COLDCORE_EXPORT
#endif

/**
 * Return codes of a plugin's functions. A host treats any other negative number as
 * COLDCORE_PLUGIN_E_INTERNAL, and any positive one (where a length is not the answer) as a defect.
 */
enum {
  COLDCORE_PLUGIN_OK = 0,
  COLDCORE_PLUGIN_E_N = -1,        /**< n is outside the family's limits. */
  COLDCORE_PLUGIN_E_AXIS = -2,     /**< An axis size is outside the family's limits. */
  COLDCORE_PLUGIN_E_RADIUS = -3,   /**< R is outside the family's limits for these axes. */
  COLDCORE_PLUGIN_E_TOO_LARGE = -4, /**< The answer does not fit its type (a table, a plane). */
  COLDCORE_PLUGIN_E_MEMORY = -5,   /**< The plugin could not allocate working memory. */
  COLDCORE_PLUGIN_E_MODE = -6,     /**< An out_mode or a source the driver does not know. */
  COLDCORE_PLUGIN_E_STATE = -7,    /**< Called while no view is bound. */
  COLDCORE_PLUGIN_E_INTERNAL = -8  /**< Anything else. */
};

/** How the costs of the single axes combine, where a family has NAME_axis_cost. */
enum {
  COLDCORE_COST_SUM = 0, /**< u covers x iff the sum of the costs is at most R. */
  COLDCORE_COST_MAX = 1  /**< u covers x iff the largest cost is at most R. */
};

/** Instruction sets a host may ask for. A driver uses the best one it has that is not above this. */
enum {
  COLDCORE_ISA_PORTABLE = 0,
  COLDCORE_ISA_AVX2 = 1,  /**< AVX2, FMA, BMI2. */
  COLDCORE_ISA_AVX512 = 2 /**< AVX-512 F, BW, DQ, VL. */
};

/**
 * NAME_info: data, required. Judged before any function of the plugin is called, so it must be
 * initialised without running code.
 */
typedef struct coldcore_plugin_info {
  uint32_t magic;       /**< COLDCORE_PLUGIN_MAGIC. */
  uint32_t struct_size; /**< sizeof(coldcore_plugin_info) as the author compiled it. */
  uint32_t abi_major;   /**< COLDCORE_PLUGIN_ABI_MAJOR. */
  uint32_t abi_minor;   /**< COLDCORE_PLUGIN_ABI_MINOR. */
  uint32_t sdk_version; /**< major * 10000 + minor * 100 + patch of the SDK used, 0 for none. */
  int32_t id;           /**< PROB_* number; third-party families take 1000 or above. */
  int32_t cost_rule;    /**< COLDCORE_COST_*; read only where NAME_axis_cost is exported. */
  const char *name;     /**< NAME. */
  const char *title;    /**< One line for people. */
  const char *version;  /**< The plugin's own version. */
  const char *licence;  /**< SPDX identifier. */
  const char *limits;   /**< One line: the shapes and radii that NAME_validate accepts. */
} coldcore_plugin_info;

/**
 * Work for the host's thread pool: handle items begin..end-1. Called from several threads at once, with
 * worker in 0..threads-1 and different in each; it must not call back into the host and must not throw.
 */
typedef void (*coldcore_task_fn)(void *arg, int64_t begin, int64_t end, int32_t worker);

/** What a host lends to a plugin. */
typedef struct coldcore_services {
  uint32_t struct_size; /**< As the host compiled it. */
  int32_t threads;      /**< Workers in the host's pool, the caller included; at least 1. */
  int32_t isa;          /**< COLDCORE_ISA_*: the best that this CPU and the user's settings allow. */
  /**
   * Splits items 0..count-1 into ranges of at most `grain` (0: the host chooses) and runs `task` on each,
   * by at most max_workers threads (0: all). Returns when all are done.
   */
  void (*parallel_for)(int64_t count, int64_t grain, int32_t max_workers, coldcore_task_fn task,
                       void *arg);
} coldcore_services;

/** Where the set or multiset S of the next NAME_axes call comes from. */
enum {
  COLDCORE_SOURCE_NONE = 0,
  COLDCORE_SOURCE_COUNTS = 1, /**< S = the words x with source_low <= cnt[x] <= source_high. */
  COLDCORE_SOURCE_WORDS = 2   /**< S = the multiset words[0..nwords-1], at most 65,535 of them. */
};

/**
 * The cell as a plugin sees it. The host owns the struct and all that it points to; they stay valid
 * until the next NAME_bind. Nothing but the planes, the private storage and (for out_mode 2) cnt may be
 * written.
 */
typedef struct coldcore_view {
  uint32_t struct_size; /**< As the host compiled it. */
  int32_t n;            /**< Axes, 1..16. */
  int32_t R;            /**< Radius. */
  int32_t nlayers;      /**< Planes, as NAME_validate said. */
  int32_t ax[COLDCORE_MAX_N];     /**< [n] axis sizes. */
  int64_t stride[COLDCORE_MAX_N]; /**< [n] index distance of neighbours along each axis. */
  int64_t size;                   /**< |X|. */
  /**
   * [nlayers] planes of `size` numbers each. Where NAME_plane_bytes is exported only planes[0] exists
   * and the others are NULL.
   */
  int32_t *const *planes;
  uint16_t *cnt;           /**< [size] multiplicities of the represented solution. */
  int32_t mu;              /**< Multiplicity asked of a cover, 1..65535. */
  int32_t source_kind;     /**< COLDCORE_SOURCE_*. */
  int32_t source_low;      /**< For COLDCORE_SOURCE_COUNTS. */
  int32_t source_high;     /**< For COLDCORE_SOURCE_COUNTS. */
  const int64_t *words;    /**< For COLDCORE_SOURCE_WORDS: [nwords] indices, not sorted. */
  int64_t nwords;          /**< For COLDCORE_SOURCE_WORDS. */
  void *private_storage;   /**< [private_bytes], 64-byte aligned; NULL without NAME_plane_bytes. */
  int64_t private_bytes;   /**< What NAME_plane_bytes returned. */
  const coldcore_services *services;
} coldcore_view;

/** One pass of a driver over the cell, as NAME_plan tells of it. */
typedef struct coldcore_plan_pass {
  int32_t first_axis;    /**< The pass does the axes first_axis..last_axis. */
  int32_t last_axis;
  int64_t tile_bytes;    /**< What one worker has at hand at a time; it should fit into a cache. */
  int64_t read_bytes;    /**< Moved from memory by the whole pass. */
  int64_t written_bytes; /**< Moved to memory by the whole pass. */
} coldcore_plan_pass;

/** How a driver goes about a gain or loss map (out_mode 1 from COLDCORE_SOURCE_COUNTS). */
typedef struct coldcore_plan {
  uint32_t struct_size; /**< As the host compiled it, set by the host. */
  int32_t passes;       /**< 1..COLDCORE_MAX_PASSES. */
  int64_t private_bytes; /**< Of the storage between passes, those that this kind of map uses. */
  coldcore_plan_pass pass[COLDCORE_MAX_PASSES]; /**< In the order they are made. */
} coldcore_plan;

/* The functions. Digit arrays and ax have n entries, each axis size is 2..16. */

/**
 * NAME_validate, required. Accepts or refuses a shape and says how many planes the driver wants
 * (1..COLDCORE_MAX_LAYERS). A shape that is accepted must work in every other function. On refusal
 * returns the code that names what is wrong and leaves *nlayers alone. [any thread]
 */
typedef int (*coldcore_validate_fn)(int n, const int *ax, int R, int *nlayers);

/**
 * NAME_bind, required. Hands over the view of the cell: once when the cell opens, again before each
 * NAME_axes with the source filled in, and with NULL when the cell closes. The plugin keeps the pointer.
 */
typedef int (*coldcore_bind_fn)(const coldcore_view *view);

/**
 * NAME_axes, required. The axis passes: turns a set or multiset S into its coverage field, which at x
 * counts the members of S (with multiplicity) that cover x.
 *
 * out_mode 1 writes the field to planes[0]; out_mode 2 writes it to cnt, and is called only with
 * COLDCORE_SOURCE_WORDS. Unless NAME_reads_source is exported, on entry planes[0][x] is the multiplicity
 * of x in S, and the other planes hold garbage. Other planes and, for out_mode 2, planes[0] are scratch.
 *
 * blocks and threads are hints: 0 leaves the choice to the host; threads bounds the workers that may be
 * borrowed. The result must not depend on either. After an error the host treats planes and, for
 * out_mode 2, cnt as lost.
 */
typedef int (*coldcore_axes_fn)(int out_mode, int blocks, int threads);

/**
 * NAME_table, required. The support table in v1 format: the words that word 0 covers, as patterns of
 * circular shifts. One uint64 a pattern; byte k is pos << 4 | delta with delta in 1..ax[pos]-1, positions
 * ascending from the low byte, a zero byte ends it, at most 8 bytes. Entry 0 is the empty pattern. Where
 * NAME_axis_cost resolves boundaries, the table lists every shift that is legal from at least one word.
 *
 * Returns the number of entries; writes them if out is not NULL and cap is at least that number, and
 * nothing otherwise. A negative code where the table would have more than INT32_MAX entries.
 * [any thread]
 */
typedef long long (*coldcore_table_fn)(int n, const int *ax, int R, uint64_t *out, long long cap);

/**
 * NAME_covers, required. The definition itself: 1 if the word with digits u covers the word with digits
 * x, else 0. It is what the verification gate trusts, so it should be the shortest truth there is and
 * share nothing with the driver or the table. [any thread]
 */
typedef int (*coldcore_covers_fn)(int n, const int *ax, int R, const int *u, const int *x);

/**
 * NAME_axis_cost, optional. What the step from digit centre to digit target costs on an axis of size ax:
 * 0 for centre == target, otherwise a positive cost, or -1 if the step is not possible. u covers x iff
 * no step is impossible and the costs, combined by info.cost_rule, are at most R. Exported by families
 * with open boundaries: table entries are then resolved against the centre's digits at walk time.
 * Absent, every table entry counts and shifts are circular. [any thread]
 */
typedef int (*coldcore_axis_cost_fn)(int ax, int R, int centre, int target);

/**
 * NAME_table_ox, optional. The same patterns, in any order, as a uint16 mask of the changed positions
 * and a uint64 with the delta of position p in bits 4p..4p+3. Lengths and return value as NAME_table.
 * Absent, the host refuses that format for the family. [any thread]
 */
typedef long long (*coldcore_table_ox_fn)(int n, const int *ax, int R, uint16_t *mask,
                                          uint64_t *offs, long long cap);

/**
 * NAME_plane_bytes, optional. Bytes of private storage the driver wants for the whole cell instead of
 * planes 1..nlayers-1. Negative: a code. [any thread]
 */
typedef long long (*coldcore_plane_bytes_fn)(int n, const int *ax, int R);

/**
 * NAME_plan, optional (since 1.1). Fills *plan for people who want to know what a map will cost; every axis is
 * in exactly one pass. The same answer as long as the machine is the same. *plan is left alone on refusal.
 * [any thread]
 */
typedef int (*coldcore_plan_fn)(int n, const int *ax, int R, coldcore_plan *plan);

/*
 * NAME_reads_source, optional: an int32_t, 1 = the driver reads S from the view's source fields by
 * itself, so the host does not fill planes[0] first.
 *
 * The marker, required: a const unsigned char called coldcore_plugin_MAJOR_ID_NAME, for instance
 * coldcore_plugin_1_1000_my_family. Hosts list, shadow and refuse files by that name alone, without
 * running any of their code.
 */

#ifdef __cplusplus
}
#endif

#endif /* COLDCORE_PLUGIN_H */
