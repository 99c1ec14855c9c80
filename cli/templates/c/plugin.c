/* SPDX-License-Identifier: Apache-2.0 */
/* The family @NAME@ in plain C: change limits and axis_cost. As it stands, an axis is a ring, and u covers
 * x if at most R steps from a digit to a neighbouring one turn u into x. */
#include <coldcore/plugin.h>

/* At most 8 axes of at most 10 values: then a table has at most 8 changes a pattern and 10^8 patterns,
 * which is within the host's limits whatever axis_cost says. */
enum { kMaxN = 8, kMinAxis = 2, kMaxAxis = 10, kMaxR = 6 };

COLDCORE_EXPORT extern const unsigned char coldcore_plugin_1_@ID@_@NAME@;
const unsigned char coldcore_plugin_1_@ID@_@NAME@ = 1;

COLDCORE_EXPORT extern const coldcore_plugin_info @NAME@_info;
const coldcore_plugin_info @NAME@_info = {
    .magic = COLDCORE_PLUGIN_MAGIC,
    .struct_size = sizeof(coldcore_plugin_info),
    .abi_major = COLDCORE_PLUGIN_ABI_MAJOR,
    .abi_minor = COLDCORE_PLUGIN_ABI_MINOR,
    .sdk_version = 0, /* Written without the SDK. */
    .id = @ID@,
    .cost_rule = COLDCORE_COST_SUM,
    .name = "@NAME@",
    .title = "Steps on rings",
    .version = "0.1.0",
    .licence = "Apache-2.0",
    .limits = "n 1..8, axes 2..10, R 0..6",
};

/* What turning digit centre into digit target costs on an axis of size ax: 0 if they are equal, otherwise
 * positive, or -1 if it is impossible. The way back must cost the same. */
static int axis_cost(int ax, int R, int centre, int target) {
  const int forward = (target - centre + ax) % ax;
  (void)R;
  return forward <= ax - forward ? forward : ax - forward;
}

/* Exported, the host asks it at every step, so any cost will do. A family whose cost depends on
 * (target - centre) mod ax alone may leave it out: the host's walks then are faster. */
COLDCORE_EXPORT int @NAME@_axis_cost(int ax, int R, int centre, int target) {
  return axis_cost(ax, R, centre, target);
}

COLDCORE_EXPORT int @NAME@_validate(int n, const int *ax, int R, int *nlayers) {
  if (n < 1 || n > kMaxN) return COLDCORE_PLUGIN_E_N;
  for (int j = 0; j < n; ++j) {
    if (ax[j] < kMinAxis || ax[j] > kMaxAxis) return COLDCORE_PLUGIN_E_AXIS;
  }
  if (R < 0 || R > kMaxR) return COLDCORE_PLUGIN_E_RADIUS;
  *nlayers = R + 1;
  return COLDCORE_PLUGIN_OK;
}

COLDCORE_EXPORT int @NAME@_covers(int n, const int *ax, int R, const int *u, const int *x) {
  int total = 0;
  for (int j = 0; j < n; ++j) {
    const int cost = axis_cost(ax[j], R, u[j], x[j]);
    if (cost < 0) return 0;
    total += cost;
  }
  return total <= R;
}

/* --- The support table: all shifts, as combinations of shifts of single axes. ------------------- */

/* The cheapest cost of the circular shift by delta, wherever it starts; -1 if it is never possible. */
static int shift_cost(int ax, int R, int delta) {
  int best = -1;
  for (int centre = 0; centre < ax; ++centre) {
    const int cost = axis_cost(ax, R, centre, (centre + delta) % ax);
    if (cost >= 0 && (best < 0 || cost < best)) best = cost;
  }
  return best;
}

typedef struct {
  int n, R;
  const int *ax;
  uint64_t *out; /* NULL: only count. */
  long long count;
} Table;

/* Appends the pattern, and all that also change axes j and above and still cost at most R. changes: axes
 * changed so far; total: their cost. */
static void list_patterns(Table *table, int j, int changes, int total, uint64_t pattern) {
  if (table->out != NULL) table->out[table->count] = pattern;
  ++table->count;
  for (; j < table->n; ++j) {
    for (int delta = 1; delta < table->ax[j]; ++delta) {
      const int cost = shift_cost(table->ax[j], table->R, delta);
      const uint64_t change = (uint64_t)(j << 4 | delta) << 8 * changes;
      if (cost < 0 || total + cost > table->R) continue;
      list_patterns(table, j + 1, changes + 1, total + cost, pattern | change);
    }
  }
}

COLDCORE_EXPORT long long @NAME@_table(int n, const int *ax, int R, uint64_t *out, long long cap) {
  Table table = {n, R, ax, NULL, 0};
  int nlayers;
  const int code = @NAME@_validate(n, ax, R, &nlayers);
  if (code != COLDCORE_PLUGIN_OK) return code;
  list_patterns(&table, 0, 0, 0, 0);
  if (out == NULL || cap < table.count) return table.count;
  table.out = out;
  table.count = 0;
  list_patterns(&table, 0, 0, 0, 0);
  return table.count;
}

/* --- The axis passes: plane d counts the members of S at cost at most d along the axes done so far. ---- */

static const coldcore_view *view;

COLDCORE_EXPORT int @NAME@_bind(const coldcore_view *new_view) {
  view = new_view;
  return COLDCORE_PLUGIN_OK;
}

/* With no axis done, every plane is S itself. */
static void copy_source(void *arg, int64_t begin, int64_t end, int32_t worker) {
  (void)arg, (void)worker;
  for (int d = 1; d <= view->R; ++d) {
    for (int64_t x = begin; x < end; ++x) view->planes[d][x] = view->planes[0][x];
  }
}

/* One axis, for the fibres begin..end-1: the words that differ on this axis alone. Downwards in d, so that
 * the lower planes are still as they were when a plane needs them. */
static void run_fibres(void *arg, int64_t begin, int64_t end, int32_t worker) {
  const int axis = *(const int *)arg;
  const int ax = view->ax[axis];
  const int64_t stride = view->stride[axis];
  (void)worker;
  for (int64_t fibre = begin; fibre < end; ++fibre) {
    const int64_t first = fibre / stride * stride * ax + fibre % stride;
    for (int d = view->R; d >= 0; --d) {
      int32_t sum[kMaxAxis] = {0};
      for (int a = 0; a < ax; ++a) {
        for (int b = 0; b < ax; ++b) {
          const int cost = axis_cost(ax, view->R, b, a);
          if (cost >= 0 && cost <= d) sum[a] += view->planes[d - cost][first + b * stride];
        }
      }
      for (int a = 0; a < ax; ++a) view->planes[d][first + a * stride] = sum[a];
    }
  }
}

/* Plane R is the answer. */
static void copy_result(void *arg, int64_t begin, int64_t end, int32_t worker) {
  const int to_cnt = *(const int *)arg == 2;
  const int32_t *field = view->planes[view->R];
  (void)worker;
  for (int64_t x = begin; x < end; ++x) {
    if (to_cnt) {
      view->cnt[x] = (uint16_t)field[x];
    } else {
      view->planes[0][x] = field[x];
    }
  }
}

COLDCORE_EXPORT int @NAME@_axes(int out_mode, int blocks, int threads) {
  (void)blocks;
  if (view == NULL) return COLDCORE_PLUGIN_E_STATE;
  if (out_mode != 1 && out_mode != 2) return COLDCORE_PLUGIN_E_MODE;
  if (out_mode == 2 && view->source_kind != COLDCORE_SOURCE_WORDS) return COLDCORE_PLUGIN_E_MODE;
  view->services->parallel_for(view->size, 0, threads, copy_source, NULL);
  for (int axis = 0; axis < view->n; ++axis) {
    view->services->parallel_for(view->size / view->ax[axis], 0, threads, run_fibres, &axis);
  }
  view->services->parallel_for(view->size, 0, threads, copy_result, &out_mode);
  return COLDCORE_PLUGIN_OK;
}
