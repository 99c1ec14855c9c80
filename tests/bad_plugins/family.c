/* SPDX-License-Identifier: Apache-2.0
 *
 * A tiny family in plain C, right as it stands: u covers x if at most R digits differ, for 1 to 4
 * axes of sizes 2 to 4 and R 0..2. -DDEFECT=... breaks it in one place; every file in this folder
 * but the good_* ones is this one with one defect.
 *
 * Also: -DFAMILY=name, -DMARKER=whole marker symbol, -DID, -DINFO_MAJOR, and -DOMIT_x to leave a
 * symbol out.
 */
#include <coldcore/plugin.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
enum {
  NONE,
  /* The info; at load. */
  WRONG_MAGIC, SHORT_STRUCT, WRONG_ID, WRONG_NAME, NO_TITLE, ABORTS_AT_LOAD, PRINTS_AT_LOAD,
  /* validate. */
  REFUSES_ALL, SAYS_TRUE, POSITIVE_CODE, LOW_CODE, LAYERS_ON_REFUSAL, NO_LAYERS, FORGETFUL,
  NEGATIVE_RADIUS, ANY_RADIUS, ANY_SECOND_AXIS,
  TOO_MUCH_FOR_TABLE, TOO_FAR_FOR_TABLE, TOO_MUCH_FOR_AXES, TOO_MUCH_FOR_DEFINITION, THROWS,
  /* covers and axis_cost. */
  ODD_ANSWER, NO_CENTRE, ASYMMETRIC, PRINTS, COST_TOO_HIGH, COST_OF_STAYING, FREE_STEP,
  /* table and table_ox. */
  POINT_TWICE, WITHOUT_CENTRE, CENTRE_LAST, LACKS_POINT, POSITION_OUT_OF_RANGE, DELTA_OUT_OF_RANGE,
  IGNORES_CAP, WEIGHT_9, OX_OTHER_POINT,
  /* bind and axes. */
  PLAN_REPEATS_AXIS, PLAN_OVERSPENDS,
  WORKS_UNBOUND, ANY_MODE, WRONG_CORNER, RECOUNT_STOPS_AT_255, ONLY_MU_1, TOUCHES_CNT,
  PAST_PLANE, FAR_PAST_PLANE, BEFORE_PLANE, CHANGES_VIEW, TRUSTS_SCRATCH, COUNTS_WORKERS, COUNTS_ISA,
  CRASHES, HANGS, EXITS, OVERFLOWS_STACK
};
/* clang-format on */

#ifndef DEFECT
#define DEFECT NONE
#endif
#ifndef FAMILY
#define FAMILY good
#endif
#ifndef ID
#define ID 1000
#endif
#ifndef INFO_MAJOR
#define INFO_MAJOR COLDCORE_PLUGIN_ABI_MAJOR
#endif
#ifndef PRIVATE_WORDS_LACKING
#define PRIVATE_WORDS_LACKING 0
#endif

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#define NAME(suffix) JOIN(FAMILY, suffix)
#define TEXT2(a) #a
#define TEXT(a) TEXT2(a)

#ifndef MARKER
#define MARKER JOIN(JOIN(JOIN(coldcore_plugin_1_, ID), _), FAMILY)
#endif

#ifdef __cplusplus
#define EXPORT extern "C" COLDCORE_EXPORT
#define EXPORT_DATA EXPORT
#define THROW throw 1
#else
#define EXPORT COLDCORE_EXPORT
#define EXPORT_DATA COLDCORE_EXPORT extern
#define THROW abort()
#endif

#ifndef OMIT_marker
EXPORT_DATA const unsigned char MARKER;
const unsigned char MARKER = 1;
#endif

#ifndef OMIT_info
EXPORT_DATA const coldcore_plugin_info NAME(_info);
const coldcore_plugin_info NAME(_info) = {
    DEFECT == WRONG_MAGIC ? UINT32_C(0x12345678) : COLDCORE_PLUGIN_MAGIC,
    DEFECT == SHORT_STRUCT ? 24 : sizeof(coldcore_plugin_info),
    INFO_MAJOR,
    COLDCORE_PLUGIN_ABI_MINOR,
    DEFECT == FREE_STEP ? 10000 : 0, /* As if the SDK had made it. */
    DEFECT == WRONG_ID ? ID + 1 : ID,
    COLDCORE_COST_SUM,
    DEFECT == WRONG_NAME ? "somebody_else" : TEXT(FAMILY),
    DEFECT == NO_TITLE ? NULL : "Words that differ in at most R digits",
    "1.0",
    "Apache-2.0",
    "1 to 4 axes of sizes 2 to 4, R 0..2"};
#endif

__attribute__((constructor)) static void at_load(void) {
  if (DEFECT == ABORTS_AT_LOAD) abort();
  if (DEFECT == PRINTS_AT_LOAD) puts("hello from a constructor");
}

static const coldcore_view* bound = NULL;

/* Also what the table and the driver go by: the defects of the definition are NAME_covers's alone.
 */
static int near(int n, int R, const int* u, const int* x) {
  int different = 0;
  for (int j = 0; j < n; ++j) {
    if (DEFECT == FREE_STEP && (u[j] ^ x[j]) == 1) continue;
    different += u[j] != x[j];
  }
  return different <= R;
}

static int64_t digits_of(int n, const int* ax, int64_t word, int* digits) {
  for (int j = 0; j < n; ++j) {
    digits[j] = (int)(word % ax[j]);
    word /= ax[j];
  }
  return word; /* 0 for a word of the space. */
}

static int refusal(int n, const int* ax, int R) {
  const int more = DEFECT == TOO_MUCH_FOR_TABLE || DEFECT == TOO_MUCH_FOR_AXES ||
                   DEFECT == TOO_MUCH_FOR_DEFINITION;
  const int max_R = DEFECT == ANY_RADIUS ? INT32_MAX : DEFECT == TOO_FAR_FOR_TABLE ? 63 : 2 + more;
  if (n < 1 || n > 4) return COLDCORE_PLUGIN_E_N;
  for (int j = 0; j < n; ++j) {
    if (DEFECT == ANY_SECOND_AXIS && j == 1 && ax[j] > 16) continue;
    if (ax[j] < 2 || ax[j] > 4) return COLDCORE_PLUGIN_E_AXIS;
  }
  if (R < (DEFECT == NEGATIVE_RADIUS ? -1 : 0) || R > max_R) return COLDCORE_PLUGIN_E_RADIUS;
  return COLDCORE_PLUGIN_OK;
}

#ifndef OMIT_validate
EXPORT int NAME(_validate)(int n, const int* ax, int R, int* nlayers) {
  static int calls = 0;
  int code = refusal(n, ax, R);
  if (DEFECT == REFUSES_ALL) return COLDCORE_PLUGIN_E_N;
  if (DEFECT == FORGETFUL && ++calls % 1000 == 0) return COLDCORE_PLUGIN_E_MEMORY;
  if (DEFECT == THROWS && n == 3) THROW;
  if (code == 0 || DEFECT == LAYERS_ON_REFUSAL) *nlayers = DEFECT == NO_LAYERS && R == 2 ? 0 : 2;
  if (code == 0 && DEFECT == ANY_RADIUS && R > 2) *nlayers = R < INT32_MAX ? R + 1 : R;
  if (code < 0 && DEFECT == POSITIVE_CODE) return 1;
  if (code == 0 && DEFECT == SAYS_TRUE) return 1;
  if (code < 0 && DEFECT == LOW_CODE) return -200;
  return code;
}
#endif

#ifndef OMIT_covers
EXPORT int NAME(_covers)(int n, const int* ax, int R, const int* u, const int* x) {
  int same = 1;
  for (int j = 0; j < n; ++j) same = same && u[j] == x[j];
  if (DEFECT == PRINTS && same && R == 2 && n == 4) puts("u is x");
  if (DEFECT == ODD_ANSWER && same && n == 2) return 2;
  if (DEFECT == NO_CENTRE && same && n == 2) return 0;
  if (DEFECT == ASYMMETRIC && R == 1 && u[0] == 0 && x[0] == ax[0] - 1) return 0;
  if (DEFECT == TOO_MUCH_FOR_DEFINITION && R > 2) R = 2;
  return near(n, R, u, x);
}
#endif

#ifdef WITH_AXIS_COST
EXPORT int NAME(_axis_cost)(int ax, int R, int centre, int target) {
  (void)R;
  if (DEFECT == COST_OF_STAYING && centre == target) return 1;
  if (DEFECT == COST_TOO_HIGH && ax == 4 && centre == 3) return centre == target ? 0 : 9;
  return centre != target;
}
#endif

/* The words that word 0 covers, each as its digits: the shifts that lead there. */
static long long list_patterns(int n, const int* ax, int R, uint64_t* v1, uint16_t* mask,
                               uint64_t* offs) {
  const int zero[4] = {0, 0, 0, 0};
  int x[4] = {0, 0, 0, 0};
  long long length = 0;
  for (int64_t word = 0; digits_of(n, ax, word, x) == 0; ++word) {
    uint64_t pattern = 0, deltas = 0;
    unsigned changed = 0;
    int shift = 0;
    if (!near(n, R, zero, x)) continue;
    if (DEFECT == WITHOUT_CENTRE && R > 0 && word == 0) continue;
    if (DEFECT == LACKS_POINT && x[0] == 2) continue;
    for (int j = 0; j < n; ++j) {
      if (x[j] == 0) continue;
      pattern |= (uint64_t)(j << 4 | x[j]) << shift;
      deltas |= (uint64_t)x[j] << 4 * j;
      changed |= 1U << j;
      shift += 8;
    }
    if (v1 != NULL) v1[length] = pattern;
    if (mask != NULL) mask[length] = (uint16_t)changed;
    if (offs != NULL) offs[length] = deltas;
    ++length;
  }
  return length;
}

static void spoil_table(int n, uint64_t* out, long long length) {
  if (length < 3) return;
  if (DEFECT == POINT_TWICE) out[2] = out[1];
  if (DEFECT == POSITION_OUT_OF_RANGE) out[1] = (uint64_t)(n << 4 | 1);
  if (DEFECT == DELTA_OUT_OF_RANGE) out[1] = 5;
  if (DEFECT == CENTRE_LAST) {
    out[0] = out[length - 1];
    out[length - 1] = 0;
  }
}

#ifndef OMIT_table
EXPORT long long NAME(_table)(int n, const int* ax, int R, uint64_t* out, long long cap) {
  long long length;
  if (DEFECT == TOO_MUCH_FOR_TABLE && R > 2) return COLDCORE_PLUGIN_E_RADIUS;
  if (DEFECT == TOO_FAR_FOR_TABLE && R > 40) return COLDCORE_PLUGIN_E_RADIUS;
  length = list_patterns(n, ax, R, NULL, NULL, NULL);
  if (out == NULL || (cap < length && DEFECT != IGNORES_CAP)) return length;
  list_patterns(n, ax, R, out, NULL, NULL);
  spoil_table(n, out, length);
  return length;
}
#endif

EXPORT long long NAME(_table_ox)(int n, const int* ax, int R, uint16_t* mask, uint64_t* offs,
                                 long long cap) {
  const long long length = list_patterns(n, ax, R, NULL, NULL, NULL);
  if (mask == NULL || offs == NULL || cap < length) return length;
  list_patterns(n, ax, R, NULL, mask, offs);
  if (DEFECT == WEIGHT_9 && length > 1) mask[length - 1] = 0x1ff;
  if (DEFECT == OX_OTHER_POINT && length > 1) offs[1] ^= ax[0] > 2 ? 3 : 0;
  return length;
}

#ifdef WITH_PRIVATE
EXPORT long long NAME(_plane_bytes)(int n, const int* ax, int R) {
  int64_t words = 1;
  (void)R;
  for (int j = 0; j < n; ++j) words *= ax[j];
  return (words - PRIVATE_WORDS_LACKING) * (int64_t)sizeof(int32_t);
}
#endif

#ifdef WITH_PLAN
EXPORT int NAME(_plan)(int n, const int* ax, int R, coldcore_plan* plan) {
  int64_t words = 1;
  (void)R;
  for (int j = 0; j < n; ++j) words *= ax[j];
  plan->passes = n;
  plan->private_bytes = DEFECT == PLAN_OVERSPENDS ? 1 : 0;
  for (int j = 0; j < n; ++j) {
    const coldcore_plan_pass pass = {j, j, 4 * ax[j], 4 * words, 4 * words};
    plan->pass[j] = pass;
    if (DEFECT == PLAN_REPEATS_AXIS && n > 1) plan->pass[j].first_axis = plan->pass[j].last_axis = 0;
  }
  return COLDCORE_PLUGIN_OK;
}
#endif

#ifndef OMIT_bind
EXPORT int NAME(_bind)(const coldcore_view* view) {
  if (view != NULL || DEFECT != WORKS_UNBOUND) bound = view;
  return COLDCORE_PLUGIN_OK;
}
#endif

#ifdef WITH_READS_SOURCE
EXPORT_DATA const int32_t NAME(_reads_source);
const int32_t NAME(_reads_source) = 1;

static void read_source(const coldcore_view* view) {
  int32_t* const source = view->planes[0];
  for (int64_t x = 0; x < view->size; ++x) {
    const int low = view->source_low, high = view->source_high;
    const int counts = view->source_kind == COLDCORE_SOURCE_COUNTS;
    source[x] = counts && low <= view->cnt[x] && view->cnt[x] <= high;
    if (DEFECT == ONLY_MU_1 && counts) source[x] = view->cnt[x] == low;
  }
  if (view->source_kind != COLDCORE_SOURCE_WORDS) return;
  for (int64_t i = 0; i < view->nwords; ++i) ++source[view->words[i]];
}
#endif

static volatile uintptr_t nowhere = 8;

static void misbehave(const coldcore_view* view) {
  volatile int32_t* const plane = view->planes[0];
  if (DEFECT == PAST_PLANE) plane[view->size] = 7;
  if (DEFECT == FAR_PAST_PLANE) plane[view->size + 64] = 7;
  if (DEFECT == BEFORE_PLANE) plane[-1] = 7;
  if (DEFECT == CHANGES_VIEW) ((coldcore_view*)view)->mu = 99;
  if (DEFECT == CRASHES && view->n == 2) *(int*)nowhere = 1;
  if (DEFECT == EXITS) exit(0);
  if (DEFECT == HANGS) {
    for (volatile int running = 1; running;) continue;
  }
}

static volatile int depth = 0;

static int recurse(int level) {
  volatile char room[4096];
  room[0] = (char)level;
  depth = level;
  return depth < 0 ? 0 : recurse(level + 1) + room[0];
}

/* Sums over pairs: no cleverness that could hide a second mistake. */
static int32_t members_that_cover(const coldcore_view* view, const int32_t* source, int64_t word) {
  int x[4], u[4];
  int32_t sum = 0;
  digits_of(view->n, view->ax, word, x);
  for (int64_t member = 0; member < view->size; ++member) {
    digits_of(view->n, view->ax, member, u);
    if (source[member] != 0 && near(view->n, view->R, u, x)) sum += source[member];
  }
  return sum;
}

static void compute(const coldcore_view* view, int out_mode, int32_t* scratch) {
  int32_t* const plane = view->planes[0];
  if (DEFECT != TRUSTS_SCRATCH) memset(scratch, 0, (size_t)view->size * sizeof *scratch);
  for (int64_t x = 0; x < view->size; ++x) scratch[x] += members_that_cover(view, plane, x);
  if (DEFECT == WRONG_CORNER && view->R > 0) scratch[view->size - 1] -= plane[0];
  if (DEFECT == COUNTS_WORKERS) scratch[0] += view->services->threads > 2;
  if (DEFECT == COUNTS_ISA) scratch[0] += view->services->isa == COLDCORE_ISA_PORTABLE;
  for (int64_t x = 0; x < view->size; ++x) {
    if (out_mode == 1) plane[x] = scratch[x];
    if (out_mode == 2) view->cnt[x] = (uint16_t)scratch[x];
    if (out_mode == 2 && DEFECT == RECOUNT_STOPS_AT_255 && scratch[x] > 255) view->cnt[x] = 255;
  }
  if (DEFECT == TOUCHES_CNT && out_mode == 1) view->cnt[0] = 5;
}

#ifndef OMIT_axes
EXPORT int NAME(_axes)(int out_mode, int blocks, int threads) {
  (void)blocks, (void)threads;
  if (bound == NULL) return DEFECT == WORKS_UNBOUND ? 0 : COLDCORE_PLUGIN_E_STATE;
  if (out_mode != 1 && out_mode != 2 && DEFECT != ANY_MODE) return COLDCORE_PLUGIN_E_MODE;
  if (DEFECT == TOO_MUCH_FOR_AXES && bound->R > 2) return COLDCORE_PLUGIN_E_RADIUS;
  if (DEFECT == OVERFLOWS_STACK) return recurse(0);
  misbehave(bound);
#ifdef WITH_READS_SOURCE
  read_source(bound);
#endif
  compute(bound, out_mode,
          bound->planes[1] != NULL ? bound->planes[1] : (int32_t*)bound->private_storage);
  return COLDCORE_PLUGIN_OK;
}
#endif
