/* SPDX-License-Identifier: Apache-2.0
 *
 * A family in plain C, without the SDK, and one that the SDK could not express: what a change costs depends
 * on which axis it is on. u covers x if they agree from digit R on (Rosenbloom-Tsfasman balls). Such balls
 * are boxes that tile the space, so the smallest cover has one word a box: |X| / (ax[0] * ... * ax[R-1]).
 */
#include <coldcore/plugin.h>

COLDCORE_EXPORT extern const unsigned char coldcore_plugin_1_1100_prefix;
const unsigned char coldcore_plugin_1_1100_prefix = 1;

COLDCORE_EXPORT extern const coldcore_plugin_info prefix_info;
const coldcore_plugin_info prefix_info = {
    .magic = COLDCORE_PLUGIN_MAGIC,
    .struct_size = sizeof(coldcore_plugin_info),
    .abi_major = COLDCORE_PLUGIN_ABI_MAJOR,
    .abi_minor = COLDCORE_PLUGIN_ABI_MINOR,
    .sdk_version = 0,
    .id = 1100,
    .cost_rule = COLDCORE_COST_SUM,
    .name = "prefix",
    .title = "Rosenbloom-Tsfasman balls",
    .version = "1.0.0",
    .licence = "Apache-2.0",
    .limits = "axes 2..16, R 0..7 and R <= n",
};

/* At most 7 axes change, and 16^7 patterns still fit a table. */
enum { kMaxRadius = 7 };

COLDCORE_EXPORT int prefix_validate(int n, const int *ax, int R, int *nlayers) {
  if (n < 1 || n > COLDCORE_MAX_N) return COLDCORE_PLUGIN_E_N;
  for (int j = 0; j < n; ++j) {
    if (ax[j] < 2 || ax[j] > COLDCORE_MAX_AXIS) return COLDCORE_PLUGIN_E_AXIS;
  }
  if (R < 0 || R > kMaxRadius || R > n) return COLDCORE_PLUGIN_E_RADIUS;
  *nlayers = 1;
  return COLDCORE_PLUGIN_OK;
}

COLDCORE_EXPORT int prefix_covers(int n, const int *ax, int R, const int *u, const int *x) {
  (void)ax;
  for (int j = R; j < n; ++j) {
    if (u[j] != x[j]) return 0;
  }
  return 1;
}

/* The shifts of the first R axes by offsets[]; a byte for each axis that moves. */
static uint64_t pattern_of(int R, const int *offsets) {
  uint64_t pattern = 0;
  int bytes = 0;
  for (int j = 0; j < R; ++j) {
    if (offsets[j] != 0) pattern |= (uint64_t)(j << 4 | offsets[j]) << 8 * bytes++;
  }
  return pattern;
}

COLDCORE_EXPORT long long prefix_table(int n, const int *ax, int R, uint64_t *out, long long cap) {
  int offsets[kMaxRadius] = {0};
  int nlayers;
  long long length = 1;
  const int code = prefix_validate(n, ax, R, &nlayers);
  if (code != COLDCORE_PLUGIN_OK) return code;
  for (int j = 0; j < R; ++j) length *= ax[j];
  if (out == NULL || cap < length) return length;
  for (long long i = 0; i < length; ++i) {
    out[i] = pattern_of(R, offsets);
    for (int j = 0; j < R && ++offsets[j] == ax[j]; ++j) offsets[j] = 0;
  }
  return length;
}

static const coldcore_view *view;

COLDCORE_EXPORT int prefix_bind(const coldcore_view *new_view) {
  view = new_view;
  return COLDCORE_PLUGIN_OK;
}

/* Words of a box, which stand together. */
static int64_t box_size(void) { return view->R < view->n ? view->stride[view->R] : view->size; }

/* The boxes begin..end-1: every word gets what its box holds. */
static void fill_boxes(void *arg, int64_t begin, int64_t end, int32_t worker) {
  const int to_cnt = *(const int *)arg == 2;
  const int64_t box = box_size();
  (void)worker;
  for (int64_t first = begin * box; first < end * box; first += box) {
    int32_t sum = 0;
    for (int64_t i = 0; i < box; ++i) sum += view->planes[0][first + i];
    for (int64_t i = 0; i < box; ++i) {
      if (to_cnt) {
        view->cnt[first + i] = (uint16_t)sum;
      } else {
        view->planes[0][first + i] = sum;
      }
    }
  }
}

COLDCORE_EXPORT int prefix_axes(int out_mode, int blocks, int threads) {
  (void)blocks;
  if (view == NULL) return COLDCORE_PLUGIN_E_STATE;
  if (out_mode != 1 && out_mode != 2) return COLDCORE_PLUGIN_E_MODE;
  if (out_mode == 2 && view->source_kind != COLDCORE_SOURCE_WORDS) return COLDCORE_PLUGIN_E_MODE;
  view->services->parallel_for(view->size / box_size(), 0, threads, fill_boxes, &out_mode);
  return COLDCORE_PLUGIN_OK;
}
