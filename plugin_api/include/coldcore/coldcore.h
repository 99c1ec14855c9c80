/* SPDX-License-Identifier: Apache-2.0
 *
 * coldcore/coldcore.h - the coldcore_* group of libcoldcore.so: which problem families there are, and
 * what the last error said. C99, stands alone. See docs/abi.md.
 *
 * The functions may be called from any thread. Pointers they hand out belong to the library and stay
 * valid until the process ends, unless the comment says otherwise.
 */
#ifndef COLDCORE_COLDCORE_H
#define COLDCORE_COLDCORE_H

#include <coldcore/plugin.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A loaded family: the symbols of its .so, resolved once. Optional ones may be NULL. */
typedef struct coldcore_plugin {
  uint32_t struct_size;
  int32_t id;
  const char *name;
  const char *path; /**< The file it was loaded from. */
  const coldcore_plugin_info *info;
  coldcore_validate_fn validate;
  coldcore_bind_fn bind;
  coldcore_axes_fn axes;
  coldcore_table_fn table;
  coldcore_covers_fn covers;
  coldcore_axis_cost_fn axis_cost;     /**< Optional. */
  coldcore_table_ox_fn table_ox;       /**< Optional. */
  coldcore_plane_bytes_fn plane_bytes; /**< Optional. */
  coldcore_axes_fn axes_cuda;          /**< Optional. */
  int32_t reads_source;                /**< 1 if NAME_reads_source is exported and 1. */
  coldcore_plan_fn plan;               /**< Optional. */
} coldcore_plugin;

/** What the registry thinks of a file, without having run any of its code. */
enum {
  COLDCORE_LISTED_USABLE = 0,   /**< Will be loaded on first use. */
  COLDCORE_LISTED_SHADOWED = 1, /**< A file of the same name in an earlier folder is used instead. */
  COLDCORE_LISTED_REFUSED = 2   /**< `note` says why. */
};

/** One file found on the search path. */
typedef struct coldcore_listing {
  uint32_t struct_size;
  int32_t id;        /**< PROB_* id from the marker, -1 if the file has no readable marker. */
  int32_t abi_major; /**< From the marker, -1 likewise. */
  int32_t status;    /**< COLDCORE_LISTED_*. */
  const char *name;  /**< Family name from the marker, "" likewise. */
  const char *path;
  const char *note;  /**< Why it is shadowed or refused; "" for a usable file. */
} coldcore_listing;

/**
 * Looks through the search path (COLDCORE_PLUGIN_PATH, then the plugin folder of this installation or
 * build) and returns how many candidate files there are, good and bad, or a negative DCT_E_* code. Runs
 * no code of the files. Listings of an earlier scan become invalid; loaded families stay.
 */
COLDCORE_EXPORT int coldcore_plugin_scan(void);

/**
 * Fills *out (set its struct_size first) with listing i of the last scan, i in 0..scan-1, in search
 * order. DCT_E_NULL, DCT_E_ARGUMENT; *out is untouched then.
 */
COLDCORE_EXPORT int coldcore_plugin_listing(int i, coldcore_listing *out);

/**
 * The PROB_* id of the family called name, without loading it; DCT_E_PROBLEM if there is none or two
 * files in one folder claim the name (the message says which).
 */
COLDCORE_EXPORT int coldcore_plugin_id(const char *name);

/**
 * Loads the family called name, or finds it loaded, and stores it in *out. It stays loaded until exit.
 * DCT_E_NULL; DCT_E_PROBLEM: no such family; DCT_E_PLUGIN: refused, and the message names the file, what
 * was expected and what was found. *out is untouched on error.
 */
COLDCORE_EXPORT int coldcore_plugin_load(const char *name, const coldcore_plugin **out);

/** The same by PROB_* id. DCT_E_PROBLEM also where two usable files of different names claim the id. */
COLDCORE_EXPORT int coldcore_plugin_load_id(int id, const coldcore_plugin **out);

/** The library's version, "major.minor.patch". */
COLDCORE_EXPORT const char *coldcore_version(void);

/** The name of a return code, "DCT_E_TABLE" for instance; "unknown code" for a number that is none. */
COLDCORE_EXPORT const char *coldcore_error_name(int code);

/**
 * What the last failing dct_* or coldcore_* call of this thread wrote to stderr, without the newline; ""
 * if none failed. Valid until the thread's next failing call.
 */
COLDCORE_EXPORT const char *coldcore_last_error(void);

#ifdef __cplusplus
}
#endif

#endif /* COLDCORE_COLDCORE_H */
