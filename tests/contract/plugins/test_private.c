/* SPDX-License-Identifier: Apache-2.0
 *
 * test_private: rings; u covers x iff the sum of the ways round is at most R. It has one host plane
 * and keeps the others in storage of its own, by plane_bytes.
 */
#include "family.h"

COLDCORE_EXPORT const unsigned char coldcore_plugin_1_1003_test_private = 1;
COLDCORE_EXPORT const coldcore_plugin_info test_private_info = {COLDCORE_PLUGIN_MAGIC,
                                                                sizeof(coldcore_plugin_info),
                                                                COLDCORE_PLUGIN_ABI_MAJOR,
                                                                COLDCORE_PLUGIN_ABI_MINOR,
                                                                0,
                                                                1003,
                                                                COLDCORE_COST_SUM,
                                                                "test_private",
                                                                "rings",
                                                                "1.0.0",
                                                                "Apache-2.0",
                                                                "n 1..8, axes 2..16, R 1..8"};

static const coldcore_view* bound;

static int way_round(int ax, int R, int centre, int target) {
  const int up = (target - centre + ax) % ax;
  (void)R;
  return up < ax - up ? up : ax - up;
}

COLDCORE_EXPORT int test_private_validate(int n, const int* ax, int R, int* nlayers) {
  const int rc = judge_shape(n, ax, R, 8);
  if (rc == COLDCORE_PLUGIN_OK) *nlayers = R + 1;
  return rc;
}

COLDCORE_EXPORT long long test_private_plane_bytes(int n, const int* ax, int R) {
  long long size = 1;
  for (int j = 0; j < n; ++j) size *= ax[j];
  return (long long)sizeof(int32_t) * size * R;
}

static int judge_storage(const coldcore_view* view) {
  const long long need = test_private_plane_bytes(view->n, view->ax, view->R);
  if (view->private_bytes != need || view->private_storage == NULL) {
    return COLDCORE_PLUGIN_E_INTERNAL;
  }
  if ((uintptr_t)view->private_storage % 64 != 0) return COLDCORE_PLUGIN_E_INTERNAL;
  for (int d = 1; d < view->nlayers; ++d) {
    if (view->planes[d] != NULL) return COLDCORE_PLUGIN_E_INTERNAL;
  }
  return COLDCORE_PLUGIN_OK;
}

COLDCORE_EXPORT int test_private_bind(const coldcore_view* view) {
  bound = view;
  if (view == NULL) return COLDCORE_PLUGIN_OK;
  const int rc = judge_view(view, view->R + 1);
  return rc == COLDCORE_PLUGIN_OK ? judge_storage(view) : rc;
}

COLDCORE_EXPORT int test_private_axes(int out_mode, int blocks, int threads) {
  int32_t* planes[16];
  (void)blocks;
  (void)threads;
  if (bound == NULL) return COLDCORE_PLUGIN_E_STATE;
  planes[0] = bound->planes[0];
  for (int d = 1; d <= bound->R; ++d) {
    planes[d] = (int32_t*)bound->private_storage + (d - 1) * bound->size;
  }
  coverage_by_sum(bound, planes, way_round);
  return deliver(bound, out_mode);
}

COLDCORE_EXPORT long long test_private_table(int n, const int* ax, int R, uint64_t* out,
                                             long long cap) {
  return list_patterns(n, ax, R, COLDCORE_COST_SUM, way_round, out, cap);
}

COLDCORE_EXPORT int test_private_covers(int n, const int* ax, int R, const int* u, const int* x) {
  int sum = 0;
  for (int j = 0; j < n; ++j) sum += way_round(ax[j], R, u[j], x[j]);
  return sum <= R;
}
