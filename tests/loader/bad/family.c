/* SPDX-License-Identifier: Apache-2.0
 *
 * A family that accepts nothing, for tests of the loader. FAMILY and ID say who it is; every other
 * macro plants one defect. See meson.build for the list.
 */
#define _POSIX_C_SOURCE 200112L /* setenv */

#include <coldcore/plugin.h>
#include <stdlib.h>

#ifndef MAJOR
#define MAJOR COLDCORE_PLUGIN_ABI_MAJOR
#endif
#ifndef INFO_MAGIC
#define INFO_MAGIC COLDCORE_PLUGIN_MAGIC
#endif
#ifndef INFO_SIZE
#define INFO_SIZE sizeof(coldcore_plugin_info)
#endif
#ifndef INFO_MAJOR
#define INFO_MAJOR COLDCORE_PLUGIN_ABI_MAJOR
#endif
#ifndef INFO_ID
#define INFO_ID ID
#endif
#ifndef INFO_NAME
#define INFO_NAME TEXT(FAMILY)
#endif
#ifndef INFO_TITLE
#define INFO_TITLE "a family for tests"
#endif

#define TEXT(x) TEXT_(x)
#define TEXT_(x) #x
#define JOIN(a, b) JOIN_(a, b)
#define JOIN_(a, b) a##b
#define SYMBOL(suffix) JOIN(FAMILY, suffix)

#define DEFINE_MARKER(major, id, family) DEFINE_MARKER_(major, id, family)
#define DEFINE_MARKER_(major, id, family)                                               \
  extern COLDCORE_EXPORT const unsigned char coldcore_plugin_##major##_##id##_##family; \
  const unsigned char coldcore_plugin_##major##_##id##_##family = 1

#ifndef WITHOUT_MARKER
DEFINE_MARKER(MAJOR, ID, FAMILY);
#endif
#ifdef SECOND_MARKER
DEFINE_MARKER(MAJOR, ID, SECOND_MARKER);
#endif

/* Shows whether any code of the file has run. */
__attribute__((constructor)) static void leave_a_trace(void) {
  setenv("COLDCORE_TEST_TRACE_" TEXT(FAMILY), "1", 1);
}

#ifndef WITHOUT_INFO
extern COLDCORE_EXPORT const coldcore_plugin_info SYMBOL(_info);
const coldcore_plugin_info SYMBOL(_info) = {
    INFO_MAGIC,
    INFO_SIZE,
    INFO_MAJOR,
    COLDCORE_PLUGIN_ABI_MINOR,
    0,
    INFO_ID,
#ifdef INFO_COST_RULE
    INFO_COST_RULE,
#else
    COLDCORE_COST_SUM,
#endif
    INFO_NAME,
    INFO_TITLE,
    "1.0",
    "Apache-2.0",
    "none",
};
#endif

#ifdef UNDEFINED_SYMBOL
extern int coldcore_test_defined_nowhere(void);
#define REFUSAL coldcore_test_defined_nowhere()
#else
#define REFUSAL COLDCORE_PLUGIN_E_N
#endif

COLDCORE_EXPORT int SYMBOL(_validate)(int n, const int* ax, int R, int* nlayers);
COLDCORE_EXPORT int SYMBOL(_validate)(int n, const int* ax, int R, int* nlayers) {
  (void)n, (void)ax, (void)R, (void)nlayers;
  return REFUSAL;
}

COLDCORE_EXPORT int SYMBOL(_bind)(const coldcore_view* view);
COLDCORE_EXPORT int SYMBOL(_bind)(const coldcore_view* view) {
  (void)view;
  return COLDCORE_PLUGIN_OK;
}

#ifndef WITHOUT_AXES
COLDCORE_EXPORT int SYMBOL(_axes)(int out_mode, int blocks, int threads);
COLDCORE_EXPORT int SYMBOL(_axes)(int out_mode, int blocks, int threads) {
  (void)out_mode, (void)blocks, (void)threads;
  return COLDCORE_PLUGIN_E_STATE;
}
#endif

COLDCORE_EXPORT long long SYMBOL(_table)(int n, const int* ax, int R, uint64_t* out, long long cap);
COLDCORE_EXPORT long long SYMBOL(_table)(int n, const int* ax, int R, uint64_t* out,
                                         long long cap) {
  (void)n, (void)ax, (void)R, (void)out, (void)cap;
  return COLDCORE_PLUGIN_E_N;
}

#ifndef WITHOUT_COVERS
COLDCORE_EXPORT int SYMBOL(_covers)(int n, const int* ax, int R, const int* u, const int* x);
COLDCORE_EXPORT int SYMBOL(_covers)(int n, const int* ax, int R, const int* u, const int* x) {
  (void)n, (void)ax, (void)R, (void)u, (void)x;
  return 1;
}
#endif

#ifdef INFO_COST_RULE
COLDCORE_EXPORT int SYMBOL(_axis_cost)(int ax, int R, int centre, int target);
COLDCORE_EXPORT int SYMBOL(_axis_cost)(int ax, int R, int centre, int target) {
  (void)ax, (void)R;
  return centre != target;
}
#endif

#ifdef READS_SOURCE
extern COLDCORE_EXPORT const int32_t SYMBOL(_reads_source);
const int32_t SYMBOL(_reads_source) = 1;
#endif
