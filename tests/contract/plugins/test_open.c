/* SPDX-License-Identifier: Apache-2.0
 *
 * test_open: a box with open boundaries; u covers x iff no digit differs by more than R. Steps that
 * leave the window are impossible rather than dear: axis_cost answers -1, with the rule of the
 * maximum.
 */
#include "family.h"

COLDCORE_EXPORT const unsigned char coldcore_plugin_1_1002_test_open = 1;
COLDCORE_EXPORT const coldcore_plugin_info test_open_info = {COLDCORE_PLUGIN_MAGIC,
                                                             sizeof(coldcore_plugin_info),
                                                             COLDCORE_PLUGIN_ABI_MAJOR,
                                                             COLDCORE_PLUGIN_ABI_MINOR,
                                                             0,
                                                             1002,
                                                             COLDCORE_COST_MAX,
                                                             "test_open",
                                                             "open windows",
                                                             "1.0.0",
                                                             "Apache-2.0",
                                                             "n 1..8, axes 2..16, R 1..8"};

static const coldcore_view* bound;

COLDCORE_EXPORT int test_open_axis_cost(int ax, int R, int centre, int target) {
  const int step = centre < target ? target - centre : centre - target;
  (void)ax;
  return step <= R ? step : -1;
}

static int least_cost(int ax, int R, int centre, int delta) {
  const int step = delta < ax - delta ? delta : ax - delta;
  (void)centre;
  return step <= R ? step : -1;
}

/* With one layer, a step that is possible at all must not use up anything. */
static int free_step(int ax, int R, int centre, int target) {
  return test_open_axis_cost(ax, R, centre, target) < 0 ? -1 : 0;
}

COLDCORE_EXPORT int test_open_validate(int n, const int* ax, int R, int* nlayers) {
  const int rc = judge_shape(n, ax, R, 8);
  if (rc == COLDCORE_PLUGIN_OK) *nlayers = 1;
  return rc;
}

COLDCORE_EXPORT int test_open_bind(const coldcore_view* view) {
  bound = view;
  return view == NULL ? COLDCORE_PLUGIN_OK : judge_view(view, 1);
}

COLDCORE_EXPORT int test_open_axes(int out_mode, int blocks, int threads) {
  (void)blocks;
  (void)threads;
  if (bound == NULL) return COLDCORE_PLUGIN_E_STATE;
  for (int j = 0; j < bound->n; ++j) {
    for (int64_t x = 0; x < bound->size; ++x) {
      if (x / bound->stride[j] % bound->ax[j] != 0) continue;
      int32_t old[16];
      for (int a = 0; a < bound->ax[j]; ++a) old[a] = bound->planes[0][x + a * bound->stride[j]];
      for (int a = 0; a < bound->ax[j]; ++a) {
        int32_t sum = 0;
        for (int b = 0; b < bound->ax[j]; ++b) {
          if (free_step(bound->ax[j], bound->R, b, a) == 0) sum += old[b];
        }
        bound->planes[0][x + a * bound->stride[j]] = sum;
      }
    }
  }
  return deliver(bound, out_mode);
}

COLDCORE_EXPORT long long test_open_table(int n, const int* ax, int R, uint64_t* out,
                                          long long cap) {
  return list_patterns(n, ax, R, COLDCORE_COST_MAX, least_cost, out, cap);
}

COLDCORE_EXPORT int test_open_covers(int n, const int* ax, int R, const int* u, const int* x) {
  (void)ax;
  for (int j = 0; j < n; ++j) {
    if (u[j] - x[j] > R || x[j] - u[j] > R) return 0;
  }
  return 1;
}
