/* SPDX-License-Identifier: Apache-2.0
 *
 * coldcore/search.h - the C interface of the search, libcoldcore_search.so: look for a small cover, and
 * recount one. C99, stands alone. It does what `coldcore solve` and `coldcore verify` do, in the caller's
 * process: docs/python.md has the same in Python, docs/symmetry.md tells about groups.
 *
 * The library finds the engines beside itself and loads them when they are first needed. An engine has one
 * cell a process, so while the caller has a cell open with dct_init or sparse_init, a search that needs the
 * same engine is refused, and while a search runs, so is the caller's init. Recounts need no cell.
 *
 * Members of a cover are rows of numbers: the n digits of a word, digit 0 first; the k points of a block, from
 * 1, ascending; or the number of a set in its instance, from 1.
 *
 * Structures begin with their size as the caller knows it, so that later versions may add fields at the end;
 * fields that a caller does not know of count as 0. Return codes: 0 or more is success, negative numbers are
 * the codes below. A failing call leaves its output arguments as they were, and its reason to
 * coldcore_search_last_error. Functions may be called from any thread; a result is for one thread at a time.
 */
#ifndef COLDCORE_SEARCH_H
#define COLDCORE_SEARCH_H

#include <stdint.h>

#if defined(__GNUC__)
#define COLDCORE_SEARCH_EXPORT __attribute__((visibility("default")))
#else
#define COLDCORE_SEARCH_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** What coldcore_search_abi_version answers. */
#define COLDCORE_SEARCH_ABI_VERSION 1

enum {
  COLDCORE_SEARCH_OK = 0,
  COLDCORE_SEARCH_E_NULL = -1,     /**< A pointer is NULL where data is needed. */
  COLDCORE_SEARCH_E_ARGUMENT = -2, /**< A problem, option or member makes no sense; the message says which. */
  COLDCORE_SEARCH_E_FAMILY = -3,   /**< The family is unknown, or its plugin was refused. */
  COLDCORE_SEARCH_E_MEMORY = -4,   /**< The machine lacks the memory. */
  COLDCORE_SEARCH_E_FILE = -5,     /**< A file could not be read or written. */
  COLDCORE_SEARCH_E_ENGINE = -6,   /**< An engine cannot be loaded, or it failed. */
  COLDCORE_SEARCH_E_CELL_OPEN = -7, /**< A cell is open in this process: close it first. */
  COLDCORE_SEARCH_E_NO_COVER = -8, /**< There is no cover to write. */
  COLDCORE_SEARCH_E_INTERNAL = -9  /**< A defect of the library. */
};

/** Kinds of problems. UNKNOWN is for files, whose comments say what they are for. */
enum {
  COLDCORE_PROBLEM_UNKNOWN = 0,
  COLDCORE_PROBLEM_PRODUCT = 1,
  COLDCORE_PROBLEM_DESIGN = 2,
  COLDCORE_PROBLEM_SET_COVER = 3
};

/** Which problem. Fields of other kinds are ignored. Texts and arrays are read during the call only. */
typedef struct coldcore_search_problem {
  uint32_t struct_size;
  int32_t kind;         /**< COLDCORE_PROBLEM_*. */
  const char *family;   /**< Of a product space. */
  const int32_t *axes;  /**< [n] sizes, digit 0 first. */
  int32_t n;
  int32_t radius;       /**< -1 if a file is to say it. */
  int32_t v, k, t;      /**< Of a design: its k-subsets of v points have to cover the t-subsets. */
  int32_t mu;           /**< Cover everything at least so often, 1..65535; 0 is 1, or what a file says. */
  const char *instance; /**< Of a set cover: the file. */
  const char *format;   /**< Of that file: "or", "rail", "sts", "sets", or NULL to detect it. */
  int32_t distinct;     /**< 1: no member twice. */
} coldcore_search_problem;

/** How to search. All zero but the size, or NULL, is a search without limits from seed 0. */
typedef struct coldcore_search_options {
  uint32_t struct_size;
  int32_t threads;        /**< 0: as many as the machine has. */
  double seconds;         /**< 0: no limit. */
  int64_t iterations;     /**< Steps, after which the result depends on the seed alone; 0: no limit. */
  uint64_t seed;
  int64_t target;         /**< Stop at a cover of this size (cost) or less; 0: at the lower bound only. */
  const char *const *group; /**< [group_count] as `--group` takes them. */
  int64_t group_count;
  const int32_t *warm_start; /**< [warm_count * width] members to begin with, no cover necessarily. */
  int64_t warm_count;
} coldcore_search_options;

/** Where a running search stands. Valid during the call of the progress function. */
typedef struct coldcore_search_progress {
  uint32_t struct_size;
  int32_t improved;    /**< 1: this call is about a new best cover, 0: about time that has passed. */
  const char *phase;   /**< "greedy", "focused", "lns", ... */
  double seconds;
  int64_t iterations;
  int64_t size;        /**< Members of the multiset at hand, */
  int64_t deficit;     /**< and what it lacks for a cover. */
  int64_t best;        /**< Cost of the best cover so far, its size where all cost 1; -1: none yet. */
} coldcore_search_progress;

/**
 * Hears of a search while it runs, on the thread that called coldcore_search_solve and at most some fifty
 * times a second, new best covers aside. Another answer than 0 ends the search, which then returns with what
 * it has. It must not throw, and must not begin another search.
 */
typedef int (*coldcore_search_progress_fn)(const coldcore_search_progress *now, void *user);

/** Why a search ended. */
enum {
  COLDCORE_ENDED_NO_SEARCH = 0,  /**< The result is a recount. */
  COLDCORE_ENDED_TARGET = 1,     /**< The target is reached. */
  COLDCORE_ENDED_OPTIMAL = 2,    /**< The cost equals the lower bound. */
  COLDCORE_ENDED_TIME = 3,
  COLDCORE_ENDED_ITERATIONS = 4,
  COLDCORE_ENDED_STOPPED = 5,    /**< The progress function asked for it. */
  COLDCORE_ENDED_CAPACITY = 6,   /**< No cover within what the engine holds. */
  COLDCORE_ENDED_INFEASIBLE = 7  /**< No cover exists. */
};

/** A result: members with what an independent recount says of them. */
typedef struct coldcore_search_result coldcore_search_result;

/** A result in numbers. Texts belong to it. */
typedef struct coldcore_search_summary {
  uint32_t struct_size;
  int32_t kind;             /**< COLDCORE_PROBLEM_*. */
  int32_t width;            /**< Numbers of a member. */
  int32_t mu;
  int32_t distinct;
  int32_t covered;          /**< 1: the recount says that the members are a cover. */
  int32_t ended;            /**< COLDCORE_ENDED_*. */
  int32_t weighted;         /**< 1: members have costs of their own. */
  int64_t size;             /**< Members; 0 after a search that found no cover. */
  int64_t cost;
  int64_t lower;            /**< No cover costs less; 0 if the recount of a set cover left it out. */
  int64_t upper;            /**< A cover of this size is known from elsewhere; 0 if none is. */
  int64_t points;           /**< To be covered, */
  int64_t deficient;        /**< and those that lack coverage. */
  int64_t min_multiplicity; /**< The least and most times that a point is covered; 65535 stands for that */
  int64_t max_multiplicity; /**< or more. */
  int64_t stated_size;      /**< What the comments of a recounted file state, -1 if nothing. */
  int64_t stated_cost;
  int64_t iterations;
  uint64_t seed;
  double seconds;
  const char *title;        /**< "hamming 3^6 R=1". */
  const char *problem;      /**< The problem as a JSON object (docs/output.md). */
  const char *lower_source; /**< Where the bounds come from, "" where there is none. */
  const char *upper_source;
  const char *ended_text;   /**< Why the search ended, in words. */
  const char *notices;      /**< What was odd but stopped nothing, a line each. */
} coldcore_search_summary;

/** A moment of a search. */
typedef struct coldcore_search_event {
  double seconds;
  int64_t iterations;
  int64_t size;    /**< Members of the multiset at hand, */
  int64_t deficit; /**< and what it lacks for a cover. */
  int64_t best;    /**< Cost of the best cover, -1: none yet. */
} coldcore_search_event;

/** COLDCORE_SEARCH_ABI_VERSION as the library was built. */
COLDCORE_SEARCH_EXPORT int coldcore_search_abi_version(void);

/**
 * Looks for a cover and recounts the best one. options and progress may be NULL. *result receives it, to be
 * freed by coldcore_search_free; without a cover it has no members, and `ended` says why.
 * COLDCORE_SEARCH_E_NULL, _ARGUMENT (also a target below the lower bound), _FAMILY, _MEMORY, _FILE, _ENGINE,
 * _CELL_OPEN, _INTERNAL (also a cover that the recount does not confirm).
 */
COLDCORE_SEARCH_EXPORT int coldcore_search_solve(const coldcore_search_problem *problem,
                                                 const coldcore_search_options *options,
                                                 coldcore_search_progress_fn progress, void *user,
                                                 coldcore_search_result **result);

/**
 * Recounts members: rows: [count * width], in any order, width being n, k or 1. No engine takes part: only the
 * definition of the problem counts. Codes as coldcore_search_solve.
 */
COLDCORE_SEARCH_EXPORT int coldcore_search_verify(const coldcore_search_problem *problem,
                                                  const int32_t *rows, int64_t count,
                                                  coldcore_search_result **result);

/**
 * The same of a file. given, which may be NULL, replaces what the file's comments say; its kind may be
 * COLDCORE_PROBLEM_UNKNOWN, its family NULL, n 0, radius -1, v 0, mu 0.
 */
COLDCORE_SEARCH_EXPORT int coldcore_search_verify_file(const char *file,
                                                       const coldcore_search_problem *given,
                                                       coldcore_search_result **result);

/** Fills *out; set its struct_size first. COLDCORE_SEARCH_E_NULL, _ARGUMENT (struct_size). */
COLDCORE_SEARCH_EXPORT int coldcore_search_summarize(const coldcore_search_result *result,
                                                     coldcore_search_summary *out);

/** Members first..first+count-1, out: [count * width]. COLDCORE_SEARCH_E_NULL, _ARGUMENT (not 0..size). */
COLDCORE_SEARCH_EXPORT int coldcore_search_rows(const coldcore_search_result *result, int64_t first,
                                                int64_t count, int32_t *out);

/**
 * Stores the first min(length, cap) moments of the search in out and returns their number in all, some
 * thousands at most. out may be NULL if cap is 0. COLDCORE_SEARCH_E_NULL, _ARGUMENT (cap < 0); so below.
 */
COLDCORE_SEARCH_EXPORT int64_t coldcore_search_history(const coldcore_search_result *result,
                                                       coldcore_search_event *out, int64_t cap);

/** How many points are covered how often: pairs (times, points), ascending. out: [2 * cap]. */
COLDCORE_SEARCH_EXPORT int64_t coldcore_search_histogram(const coldcore_search_result *result, int64_t *out,
                                                         int64_t cap);

/** Point i of the first hundred that lack coverage, as a text that belongs to the result; NULL beyond. */
COLDCORE_SEARCH_EXPORT const char *coldcore_search_uncovered(const coldcore_search_result *result, int64_t i);

/** Generator i of the symmetries that the cover was found with, likewise. */
COLDCORE_SEARCH_EXPORT const char *coldcore_search_group(const coldcore_search_result *result, int64_t i);

/**
 * Writes the cover to a file: beside it, read back and recounted before it takes the name, so that the file
 * is the old one or a verified cover. A file that exists is refused unless overwrite is 1.
 * COLDCORE_SEARCH_E_NULL, _NO_COVER, _FILE, _MEMORY, _INTERNAL.
 */
COLDCORE_SEARCH_EXPORT int coldcore_search_write(const coldcore_search_result *result, const char *file,
                                                 int overwrite);

/** Frees a result; NULL is none. */
COLDCORE_SEARCH_EXPORT void coldcore_search_free(coldcore_search_result *result);

/** The name of a return code, "COLDCORE_SEARCH_E_NULL" for -1; "unknown" for what is none. */
COLDCORE_SEARCH_EXPORT const char *coldcore_search_error_name(int code);

/** The reason of the last failing call on this thread, "" before any; valid until the next one. */
COLDCORE_SEARCH_EXPORT const char *coldcore_search_last_error(void);

#ifdef __cplusplus
}
#endif

#endif /* COLDCORE_SEARCH_H */
