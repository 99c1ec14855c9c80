// SPDX-License-Identifier: Apache-2.0
//
// The exported symbols of a family. One translation unit of the plugin consists of
//
//   #include "family.hpp"
//   #include <coldcore/sdk/plugin.hpp>
//   COLDCORE_SDK_PLUGIN(lee, 2, Family, "Lee metric", "1.0.0", "Apache-2.0", "axes 2..16, R 0..6")
//   COLDCORE_SDK_CIRCULAR(lee, Family)
//
// COLDCORE_SDK_CIRCULAR is for families whose axis cost depends on the circular difference of the
// digits alone; it exports the ox table. COLDCORE_SDK_OPEN is for all others; it exports axis_cost.
#pragma once

#include <coldcore/sdk/machine.hpp>
#include <coldcore/sdk/support.hpp>

#include <type_traits>

/// major * 10000 + minor * 100 + patch.
#define COLDCORE_SDK_VERSION 10000

extern "C" {
using coldcore_sdk_axes_fn = int(const coldcore_view*, int, int);
}

namespace coldcore::sdk {
namespace {

/// The best driver that was compiled in and that the host allows.
inline int run_best_axes(const coldcore_view* view, int out_mode, int threads,
                         coldcore_sdk_axes_fn* portable, coldcore_sdk_axes_fn* avx2,
                         coldcore_sdk_axes_fn* avx512) {
  if (view == nullptr) return COLDCORE_PLUGIN_E_STATE;
  if (out_mode != 1 && out_mode != 2) return COLDCORE_PLUGIN_E_MODE;
  if (out_mode == 2 && view->source_kind != COLDCORE_SOURCE_WORDS) return COLDCORE_PLUGIN_E_MODE;
  const int isa = view->services->isa;
  if (isa >= COLDCORE_ISA_AVX512 && avx512 != nullptr) return avx512(view, out_mode, threads);
  if (isa >= COLDCORE_ISA_AVX2 && avx2 != nullptr) return avx2(view, out_mode, threads);
  return portable(view, out_mode, threads);
}

/// NAME_plane_bytes: what the plans keep between their passes. A set may have wider planes than a
/// multiset, which has no bytes.
template <class Family>
long long plane_bytes(int n, const int* ax, int R) {
  const int code = check_shape<Family>(n, ax, R);
  if (code != COLDCORE_PLUGIN_OK) return code;
  return cell_bytes<Family>(n, ax, R, machine_caches());
}

/// What pass g moves through memory: the source where it reads it, what the one before left, and
/// what it leaves.
inline coldcore_plan_pass plan_pass(const Plan& plan, int g) {
  const Group& group = plan.group[g];
  const bool last = g + 1 == plan.groups;
  const std::int64_t words = plan.outer * plan.low_words;
  coldcore_plan_pass pass = {};
  pass.first_axis = plan.order[group.first];
  pass.last_axis = plan.order[group.last - 1];
  pass.tile_bytes = tile_bytes(tile_shape(plan, g));
  pass.read_bytes = (reads_source(plan, g) ? 2 * words : 0) + (g > 0 ? left_bytes(plan, g - 1) : 0);
  pass.written_bytes = last ? 4 * words : left_bytes(plan, g);
  return pass;
}

/// NAME_plan.
template <class Family>
int describe_plan(int n, const int* ax, int R, coldcore_plan* out) {
  const int code = check_shape<Family>(n, ax, R);
  if (code != COLDCORE_PLUGIN_OK) return code;
  if (out == nullptr || out->struct_size < sizeof *out) return COLDCORE_PLUGIN_E_TOO_LARGE;
  const Plan plan = make_plan<Family>(n, ax, R, true, machine_caches());
  out->passes = plan.groups;
  out->private_bytes = private_bytes(plan);
  for (int g = 0; g < plan.groups; ++g) out->pass[g] = plan_pass(plan, g);
  return COLDCORE_PLUGIN_OK;
}

}  // namespace
}  // namespace coldcore::sdk

#define COLDCORE_SDK_PLUGIN(NAME, ID, FAMILY, TITLE, VERSION, LICENCE, LIMITS)                    \
  static_assert(std::is_same_v<decltype(FAMILY::accepts(1, nullptr, 0)), int>,                    \
                "accepts returns an int: COLDCORE_PLUGIN_OK or a code");                          \
  static_assert(FAMILY::kLimits.max_R <= 255, "max_R is at most 255");                            \
  static_assert(FAMILY::kLimits.max_n <= COLDCORE_MAX_N, "max_n is at most 16");                  \
  static_assert(FAMILY::kLimits.min_axis >= 2 && FAMILY::kLimits.max_axis <= COLDCORE_MAX_AXIS,   \
                "axes are 2..16");                                                                \
  static_assert(coldcore::sdk::plane_count<FAMILY>(FAMILY::kLimits.max_R) <= COLDCORE_MAX_LAYERS, \
                "too many planes");                                                               \
  extern "C" {                                                                                    \
  __attribute__((visibility("hidden"))) coldcore_sdk_axes_fn NAME##_axes_portable;                \
  __attribute__((visibility("hidden"), weak)) coldcore_sdk_axes_fn NAME##_axes_avx2;              \
  __attribute__((visibility("hidden"), weak)) coldcore_sdk_axes_fn NAME##_axes_avx512;            \
  COLDCORE_EXPORT extern const unsigned char coldcore_plugin_1_##ID##_##NAME;                     \
  const unsigned char coldcore_plugin_1_##ID##_##NAME = 1;                                        \
  COLDCORE_EXPORT extern const coldcore_plugin_info NAME##_info;                                  \
  const coldcore_plugin_info NAME##_info = {COLDCORE_PLUGIN_MAGIC,                                \
                                            sizeof(coldcore_plugin_info),                         \
                                            COLDCORE_PLUGIN_ABI_MAJOR,                            \
                                            COLDCORE_PLUGIN_ABI_MINOR,                            \
                                            COLDCORE_SDK_VERSION,                                 \
                                            ID,                                                   \
                                            FAMILY::kCostRule,                                    \
                                            #NAME,                                                \
                                            TITLE,                                                \
                                            VERSION,                                              \
                                            LICENCE,                                              \
                                            LIMITS};                                              \
  static const coldcore_view* NAME##_view = nullptr;                                              \
  COLDCORE_EXPORT int NAME##_validate(int n, const int* ax, int R, int* nlayers) {                \
    return coldcore::sdk::validate<FAMILY>(n, ax, R, nlayers);                                    \
  }                                                                                               \
  COLDCORE_EXPORT int NAME##_bind(const coldcore_view* view) {                                    \
    NAME##_view = view;                                                                           \
    return COLDCORE_PLUGIN_OK;                                                                    \
  }                                                                                               \
  COLDCORE_EXPORT int NAME##_axes(int out_mode, int, int threads) {                               \
    return coldcore::sdk::run_best_axes(NAME##_view, out_mode, threads, NAME##_axes_portable,     \
                                        NAME##_axes_avx2, NAME##_axes_avx512);                    \
  }                                                                                               \
  COLDCORE_EXPORT long long NAME##_table(int n, const int* ax, int R, uint64_t* out,              \
                                         long long cap) {                                         \
    return coldcore::sdk::table<FAMILY>(n, ax, R, out, cap);                                      \
  }                                                                                               \
  COLDCORE_EXPORT long long NAME##_plane_bytes(int n, const int* ax, int R) {                     \
    return coldcore::sdk::plane_bytes<FAMILY>(n, ax, R);                                          \
  }                                                                                               \
  COLDCORE_EXPORT int NAME##_plan(int n, const int* ax, int R, coldcore_plan* plan) {             \
    return coldcore::sdk::describe_plan<FAMILY>(n, ax, R, plan);                                  \
  }                                                                                               \
  COLDCORE_EXPORT extern const int32_t NAME##_reads_source;                                       \
  const int32_t NAME##_reads_source = 1;                                                          \
  COLDCORE_EXPORT int NAME##_covers(int n, const int* ax, int R, const int* u, const int* x) {    \
    return coldcore::sdk::covers<FAMILY>(n, ax, R, u, x);                                         \
  }                                                                                               \
  }

#define COLDCORE_SDK_CIRCULAR(NAME, FAMILY)                                         \
  extern "C" COLDCORE_EXPORT long long NAME##_table_ox(                             \
      int n, const int* ax, int R, uint16_t* mask, uint64_t* offs, long long cap) { \
    return coldcore::sdk::table_ox<FAMILY>(n, ax, R, mask, offs, cap);              \
  }

#define COLDCORE_SDK_OPEN(NAME, FAMILY)                                                    \
  extern "C" COLDCORE_EXPORT int NAME##_axis_cost(int ax, int R, int centre, int target) { \
    return FAMILY::axis_cost(ax, R, centre, target);                                       \
  }
