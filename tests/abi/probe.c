/* SPDX-License-Identifier: Apache-2.0
 *
 * Everything of plugin.h and coldcore.h that a compiled plugin or host relies on, as debug information: what
 * abidiff compares. When a header gains something, it comes here at the end.
 */
#include <coldcore/coldcore.h>

/* A number has no debug information; the length of an array has. */
#define PROBE_VALUE(name) char(*name##_value)[1000 + (name)]

struct probe {
  const coldcore_plugin_info *info;
  const coldcore_services *services;
  const coldcore_view *view;
  const coldcore_plugin *plugin;
  const coldcore_listing *listing;
  coldcore_task_fn task;
  coldcore_validate_fn validate;
  coldcore_bind_fn bind;
  coldcore_axes_fn axes;
  coldcore_table_fn table;
  coldcore_covers_fn covers;
  coldcore_axis_cost_fn axis_cost;
  coldcore_table_ox_fn table_ox;
  coldcore_plane_bytes_fn plane_bytes;
  __typeof__(&coldcore_plugin_scan) plugin_scan;
  __typeof__(&coldcore_plugin_listing) plugin_listing;
  __typeof__(&coldcore_plugin_id) plugin_id;
  __typeof__(&coldcore_plugin_load) plugin_load;
  __typeof__(&coldcore_plugin_load_id) plugin_load_id;
  __typeof__(&coldcore_version) version;
  __typeof__(&coldcore_error_name) error_name;
  __typeof__(&coldcore_last_error) last_error;
  char (*magic_low)[1 + (COLDCORE_PLUGIN_MAGIC & 0xffff)];
  char (*magic_high)[1 + (COLDCORE_PLUGIN_MAGIC >> 16)];
  PROBE_VALUE(COLDCORE_PLUGIN_ABI_MAJOR);
  PROBE_VALUE(COLDCORE_MAX_N);
  PROBE_VALUE(COLDCORE_MAX_AXIS);
  PROBE_VALUE(COLDCORE_MAX_PATTERN_WEIGHT);
  PROBE_VALUE(COLDCORE_MAX_LAYERS);
  PROBE_VALUE(COLDCORE_PLUGIN_OK);
  PROBE_VALUE(COLDCORE_PLUGIN_E_N);
  PROBE_VALUE(COLDCORE_PLUGIN_E_AXIS);
  PROBE_VALUE(COLDCORE_PLUGIN_E_RADIUS);
  PROBE_VALUE(COLDCORE_PLUGIN_E_TOO_LARGE);
  PROBE_VALUE(COLDCORE_PLUGIN_E_MEMORY);
  PROBE_VALUE(COLDCORE_PLUGIN_E_MODE);
  PROBE_VALUE(COLDCORE_PLUGIN_E_STATE);
  PROBE_VALUE(COLDCORE_PLUGIN_E_INTERNAL);
  PROBE_VALUE(COLDCORE_COST_SUM);
  PROBE_VALUE(COLDCORE_COST_MAX);
  PROBE_VALUE(COLDCORE_ISA_PORTABLE);
  PROBE_VALUE(COLDCORE_ISA_AVX2);
  PROBE_VALUE(COLDCORE_ISA_AVX512);
  PROBE_VALUE(COLDCORE_SOURCE_NONE);
  PROBE_VALUE(COLDCORE_SOURCE_COUNTS);
  PROBE_VALUE(COLDCORE_SOURCE_WORDS);
  PROBE_VALUE(COLDCORE_LISTED_USABLE);
  PROBE_VALUE(COLDCORE_LISTED_SHADOWED);
  PROBE_VALUE(COLDCORE_LISTED_REFUSED);
  const coldcore_plan *plan;
  const coldcore_plan_pass *plan_pass;
  coldcore_plan_fn plan_function;
  PROBE_VALUE(COLDCORE_MAX_PASSES);
} *probe;
