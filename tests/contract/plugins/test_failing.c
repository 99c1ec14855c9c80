/* SPDX-License-Identifier: Apache-2.0
 *
 * test_failing: every word covers itself only. Its functions fail when a test asks for it, through
 * the variables below, which the test finds with dlsym.
 */
#include "family.h"

COLDCORE_EXPORT const unsigned char coldcore_plugin_1_1005_test_failing = 1;
COLDCORE_EXPORT const coldcore_plugin_info test_failing_info = {COLDCORE_PLUGIN_MAGIC,
                                                                sizeof(coldcore_plugin_info),
                                                                COLDCORE_PLUGIN_ABI_MAJOR,
                                                                COLDCORE_PLUGIN_ABI_MINOR,
                                                                0,
                                                                1005,
                                                                COLDCORE_COST_SUM,
                                                                "test_failing",
                                                                "fails on demand",
                                                                "1.0.0",
                                                                "Apache-2.0",
                                                                "n 1..8, axes 2..16, R 1..8"};

/** What bind and axes return, the planes that validate asks for, and whether a view is bound. */
COLDCORE_EXPORT int test_failing_bind_code = 0;
COLDCORE_EXPORT int test_failing_axes_code = 0;
COLDCORE_EXPORT int test_failing_layers = 1;
COLDCORE_EXPORT int test_failing_is_bound = 0;

static const coldcore_view* bound;

COLDCORE_EXPORT int test_failing_validate(int n, const int* ax, int R, int* nlayers) {
  const int rc = judge_shape(n, ax, R, 8);
  if (rc == COLDCORE_PLUGIN_OK) *nlayers = test_failing_layers;
  return rc;
}

COLDCORE_EXPORT int test_failing_bind(const coldcore_view* view) {
  bound = view;
  test_failing_is_bound = view != NULL;
  return test_failing_bind_code;
}

/** Fails half-way: the fields it was to write are spoilt by then. */
COLDCORE_EXPORT int test_failing_axes(int out_mode, int blocks, int threads) {
  (void)blocks;
  (void)threads;
  if (bound == NULL) return COLDCORE_PLUGIN_E_STATE;
  if (test_failing_axes_code == 0) return deliver(bound, out_mode);
  bound->planes[0][0] = -12345;
  if (out_mode == 2) bound->cnt[0] = 54321;
  return test_failing_axes_code;
}

COLDCORE_EXPORT long long test_failing_table(int n, const int* ax, int R, uint64_t* out,
                                             long long cap) {
  (void)n;
  (void)ax;
  (void)R;
  if (out != NULL && cap >= 1) out[0] = 0;
  return 1;
}

COLDCORE_EXPORT int test_failing_covers(int n, const int* ax, int R, const int* u, const int* x) {
  (void)ax;
  (void)R;
  for (int j = 0; j < n; ++j) {
    if (u[j] != x[j]) return 0;
  }
  return 1;
}
