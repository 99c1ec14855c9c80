/* SPDX-License-Identifier: Apache-2.0
 *
 * test_reader: windows on rings; u covers x iff no digit is more than R steps round from the other.
 * It reads the source that the view describes by itself and borrows the host's threads.
 */
#include "family.h"

COLDCORE_EXPORT const unsigned char coldcore_plugin_1_1004_test_reader = 1;
COLDCORE_EXPORT const int32_t test_reader_reads_source = 1;
COLDCORE_EXPORT const coldcore_plugin_info test_reader_info = {COLDCORE_PLUGIN_MAGIC,
                                                               sizeof(coldcore_plugin_info),
                                                               COLDCORE_PLUGIN_ABI_MAJOR,
                                                               COLDCORE_PLUGIN_ABI_MINOR,
                                                               0,
                                                               1004,
                                                               COLDCORE_COST_MAX,
                                                               "test_reader",
                                                               "windows on rings",
                                                               "1.0.0",
                                                               "Apache-2.0",
                                                               "n 1..8, axes 2..16, R 1..8"};

static const coldcore_view* bound;

static int way_round(int ax, int R, int centre, int target) {
  const int up = (target - centre + ax) % ax;
  (void)R;
  return up < ax - up ? up : ax - up;
}

COLDCORE_EXPORT int test_reader_validate(int n, const int* ax, int R, int* nlayers) {
  const int rc = judge_shape(n, ax, R, 8);
  if (rc == COLDCORE_PLUGIN_OK) *nlayers = 1;
  return rc;
}

COLDCORE_EXPORT int test_reader_covers(int n, const int* ax, int R, const int* u, const int* x) {
  for (int j = 0; j < n; ++j) {
    if (way_round(ax[j], R, u[j], x[j]) > R) return 0;
  }
  return 1;
}

COLDCORE_EXPORT int test_reader_bind(const coldcore_view* view) {
  bound = view;
  return view == NULL ? COLDCORE_PLUGIN_OK : judge_view(view, 1);
}

static int in_source(const coldcore_view* view, int64_t word) {
  return view->source_low <= view->cnt[word] && view->cnt[word] <= view->source_high;
}

/** How many members of the source cover x. */
static int32_t covering_members(const coldcore_view* view, const int* x) {
  const int from_words = view->source_kind == COLDCORE_SOURCE_WORDS;
  const int64_t candidates = from_words ? view->nwords : view->size;
  int32_t members = 0;
  for (int64_t i = 0; i < candidates; ++i) {
    int u[COLDCORE_MAX_N];
    if (!from_words && !in_source(view, i)) continue;
    digits_of(view, from_words ? view->words[i] : i, u);
    members += test_reader_covers(view->n, view->ax, view->R, u, x);
  }
  return members;
}

static void fill(void* arg, int64_t begin, int64_t end, int32_t worker) {
  const coldcore_view* view = (const coldcore_view*)arg;
  (void)worker;
  for (int64_t word = begin; word < end; ++word) {
    int x[COLDCORE_MAX_N];
    digits_of(view, word, x);
    view->planes[0][word] = covering_members(view, x);
  }
}

COLDCORE_EXPORT int test_reader_axes(int out_mode, int blocks, int threads) {
  (void)blocks;
  if (bound == NULL) return COLDCORE_PLUGIN_E_STATE;
  if (bound->source_kind == COLDCORE_SOURCE_NONE) return COLDCORE_PLUGIN_E_MODE;
  bound->services->parallel_for(bound->size, 0, threads, fill, (void*)bound);
  return deliver(bound, out_mode);
}

COLDCORE_EXPORT long long test_reader_table(int n, const int* ax, int R, uint64_t* out,
                                            long long cap) {
  return list_patterns(n, ax, R, COLDCORE_COST_MAX, way_round, out, cap);
}
