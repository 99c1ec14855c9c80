/* SPDX-License-Identifier: Apache-2.0
 *
 * test_path: a box of paths without wrap-around; u covers x iff the sum of |u_j - x_j| is at most
 * R. Its steps depend on the digit they start from, so it exports axis_cost with the rule of the
 * sum.
 */
#include "family.h"

COLDCORE_EXPORT const unsigned char coldcore_plugin_1_1001_test_path = 1;
COLDCORE_EXPORT const coldcore_plugin_info test_path_info = {COLDCORE_PLUGIN_MAGIC,
                                                             sizeof(coldcore_plugin_info),
                                                             COLDCORE_PLUGIN_ABI_MAJOR,
                                                             COLDCORE_PLUGIN_ABI_MINOR,
                                                             0,
                                                             1001,
                                                             COLDCORE_COST_SUM,
                                                             "test_path",
                                                             "box of paths",
                                                             "1.0.0",
                                                             "Apache-2.0",
                                                             "n 1..8, axes 2..16, R 1..8"};

static const coldcore_view* bound;

COLDCORE_EXPORT int test_path_axis_cost(int ax, int R, int centre, int target) {
  (void)ax;
  (void)R;
  return centre < target ? target - centre : centre - target;
}

static int least_cost(int ax, int R, int centre, int delta) {
  (void)R;
  (void)centre;
  return delta < ax - delta ? delta : ax - delta; /* either up from 0 or down from the last digit */
}

COLDCORE_EXPORT int test_path_validate(int n, const int* ax, int R, int* nlayers) {
  const int rc = judge_shape(n, ax, R, 8);
  if (rc == COLDCORE_PLUGIN_OK) *nlayers = R + 1;
  return rc;
}

COLDCORE_EXPORT int test_path_bind(const coldcore_view* view) {
  bound = view;
  return view == NULL ? COLDCORE_PLUGIN_OK : judge_view(view, view->R + 1);
}

COLDCORE_EXPORT int test_path_axes(int out_mode, int blocks, int threads) {
  (void)blocks;
  (void)threads;
  if (bound == NULL) return COLDCORE_PLUGIN_E_STATE;
  coverage_by_sum(bound, bound->planes, test_path_axis_cost);
  return deliver(bound, out_mode);
}

COLDCORE_EXPORT long long test_path_table(int n, const int* ax, int R, uint64_t* out,
                                          long long cap) {
  return list_patterns(n, ax, R, COLDCORE_COST_SUM, least_cost, out, cap);
}

COLDCORE_EXPORT int test_path_covers(int n, const int* ax, int R, const int* u, const int* x) {
  int sum = 0;
  (void)ax;
  for (int j = 0; j < n; ++j) sum += u[j] < x[j] ? x[j] - u[j] : u[j] - x[j];
  return sum <= R;
}
