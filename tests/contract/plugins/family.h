/* SPDX-License-Identifier: Apache-2.0
 *
 * What the test families have in common: digit arithmetic, a view that is checked before it is
 * trusted, and an axis pass that works for any cost of a step. Written for shortness, not for
 * speed.
 */
#ifndef TEST_FAMILY_H
#define TEST_FAMILY_H

#include <coldcore/plugin.h>

typedef int (*step_cost_fn)(int ax, int R, int centre, int target);

/** 0 if the host's view is consistent in itself, else COLDCORE_PLUGIN_E_INTERNAL. */
static inline int judge_view(const coldcore_view* view, int nlayers) {
  int64_t size = 1;
  if (view->struct_size < sizeof *view || view->nlayers != nlayers || view->cnt == NULL) {
    return COLDCORE_PLUGIN_E_INTERNAL;
  }
  for (int j = 0; j < view->n; ++j) {
    if (view->stride[j] != size) return COLDCORE_PLUGIN_E_INTERNAL;
    size *= view->ax[j];
  }
  if (view->size != size || view->mu < 1 || view->planes == NULL || view->planes[0] == NULL) {
    return COLDCORE_PLUGIN_E_INTERNAL;
  }
  if (view->services == NULL || view->services->struct_size < sizeof *view->services ||
      view->services->threads < 1 || view->services->parallel_for == NULL) {
    return COLDCORE_PLUGIN_E_INTERNAL;
  }
  return COLDCORE_PLUGIN_OK;
}

/** The limits of all test families: small shapes, which they accept completely. */
static inline int judge_shape(int n, const int* ax, int R, int max_radius) {
  if (n < 1 || n > 8) return COLDCORE_PLUGIN_E_N;
  for (int j = 0; j < n; ++j) {
    if (ax[j] < 2 || ax[j] > 16) return COLDCORE_PLUGIN_E_AXIS;
  }
  return R < 1 || R > max_radius ? COLDCORE_PLUGIN_E_RADIUS : COLDCORE_PLUGIN_OK;
}

static inline void digits_of(const coldcore_view* view, int64_t word, int* digits) {
  for (int j = 0; j < view->n; ++j) {
    digits[j] = (int)(word % view->ax[j]);
    word /= view->ax[j];
  }
}

/** Adds, in one fibre, the members at distance d - cost into layer d of every digit. */
static inline void pass_fibre(int ax, int R, int32_t* const* planes, int64_t base, int64_t stride,
                              step_cost_fn cost) {
  int32_t old[16][16];
  for (int d = 0; d <= R; ++d) {
    for (int a = 0; a < ax; ++a) old[d][a] = planes[d][base + a * stride];
  }
  for (int d = 0; d <= R; ++d) {
    for (int a = 0; a < ax; ++a) {
      int32_t sum = 0;
      for (int b = 0; b < ax; ++b) {
        const int step = cost(ax, R, b, a);
        if (step >= 0 && step <= d) sum += old[d - step][b];
      }
      planes[d][base + a * stride] = sum;
    }
  }
}

/**
 * Coverage by the sum of the costs: planes[d] counts the members at cost d exactly; their total
 * ends in planes[0]. Needs planes 0..R, R <= 15; planes[0] is the source, the others may hold
 * anything.
 */
static inline void coverage_by_sum(const coldcore_view* view, int32_t* const* planes,
                                   step_cost_fn cost) {
  for (int d = 1; d <= view->R; ++d) {
    for (int64_t x = 0; x < view->size; ++x) planes[d][x] = 0;
  }
  for (int j = 0; j < view->n; ++j) {
    for (int64_t x = 0; x < view->size; ++x) {
      if (x / view->stride[j] % view->ax[j] == 0) {
        pass_fibre(view->ax[j], view->R, planes, x, view->stride[j], cost);
      }
    }
  }
  for (int d = 1; d <= view->R; ++d) {
    for (int64_t x = 0; x < view->size; ++x) planes[0][x] += planes[d][x];
  }
}

/** Leaves the field in planes[0], or moves it to cnt. */
static inline int deliver(const coldcore_view* view, int out_mode) {
  if (out_mode == 1) return COLDCORE_PLUGIN_OK;
  if (out_mode != 2) return COLDCORE_PLUGIN_E_MODE;
  if (view->source_kind != COLDCORE_SOURCE_WORDS) return COLDCORE_PLUGIN_E_INTERNAL;
  for (int64_t x = 0; x < view->size; ++x) view->cnt[x] = (uint16_t)view->planes[0][x];
  return COLDCORE_PLUGIN_OK;
}

/**
 * Lists all patterns of circular shifts whose cheapest steps combine to at most R: the sum of the
 * costs if rule is COLDCORE_COST_SUM, the largest one otherwise. cheapest(ax, R, 0, delta) is the
 * least cost of the shift from any digit, -1 where it is never possible.
 */
static inline long long list_patterns(int n, const int* ax, int R, int rule, step_cost_fn cheapest,
                                      uint64_t* out, long long cap) {
  long long total = 0;
  for (int writing = 0; writing < 2; ++writing) {
    int delta[COLDCORE_MAX_N] = {0};
    long long found = 0;
    if (writing && (out == NULL || cap < total)) break;
    for (int j = 0;
         j < n;) { /* an odometer over all shifts, digit 0 fastest: the centre comes first */
      uint64_t pattern = 0;
      int weight = 0, cost = 0, possible = 1;
      for (int k = 0; k < n; ++k) {
        const int step = delta[k] == 0 ? 0 : cheapest(ax[k], R, 0, delta[k]);
        possible = possible && step >= 0;
        cost = rule == COLDCORE_COST_SUM ? cost + step : step > cost ? step : cost;
        if (delta[k] != 0) pattern |= (uint64_t)(k << 4 | delta[k]) << 8 * weight++;
      }
      if (possible && cost <= R) {
        if (writing) out[found] = pattern;
        ++found;
      }
      for (j = 0; j < n && ++delta[j] == ax[j]; ++j) delta[j] = 0;
    }
    total = found;
  }
  return total;
}

#endif /* TEST_FAMILY_H */
