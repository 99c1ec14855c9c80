// SPDX-License-Identifier: Apache-2.0
//
// The whole of a translation unit that holds one instruction set's driver:
//
//   #include "family.hpp"
//   #include <coldcore/sdk/axes.hpp>
//   COLDCORE_SDK_AXES(lee, Family)
//
// compiled once for each instruction set with COLDCORE_SDK_ISA defined to portable, avx2 or avx512
// and the compiler flags for it.
#pragma once

#include <coldcore/sdk/driver.hpp>
#include <coldcore/sdk/machine.hpp>

#include <new>

#ifndef COLDCORE_SDK_ISA
#define COLDCORE_SDK_ISA portable
#endif

namespace coldcore::sdk {
namespace {

/// The plan for what a view asks. The last one is kept: making it takes longer than a small
/// transform.
template <class Family>
const Plan& plan_for(const coldcore_view& view) {
  static Plan last = {};
  static bool last_indicator = false;
  const bool indicator = view.source_kind == COLDCORE_SOURCE_COUNTS;
  bool same = last.n == view.n && last.R == view.R && last_indicator == indicator;
  for (int j = 0; same && j < view.n; ++j) same = last.ax[j] == view.ax[j];
  if (same) return last;
  last = make_plan<Family>(view.n, view.ax, view.R, indicator, machine_caches());
  last_indicator = indicator;
  return last;
}

/// NAME_axes for a bound view.
template <class Family>
int run_axes(const coldcore_view& view, int out_mode, int threads) {
  const Plan& plan = plan_for<Family>(view);
  if (view.private_bytes < private_bytes(plan)) return COLDCORE_PLUGIN_E_STATE;
  const auto bytes = static_cast<std::size_t>(scratch_bytes(plan) * view.services->threads);
  void* const scratch = ::operator new (bytes, std::align_val_t{64}, std::nothrow);
  if (scratch == nullptr) return COLDCORE_PLUGIN_E_MEMORY;
  run_plan<Family>(view, plan, out_mode, threads, static_cast<std::uint8_t*>(scratch));
  ::operator delete (scratch, std::align_val_t{64});
  return COLDCORE_PLUGIN_OK;
}

}  // namespace
}  // namespace coldcore::sdk

#define COLDCORE_SDK_JOIN3_(a, b, c) a##b##c
#define COLDCORE_SDK_JOIN3(a, b, c) COLDCORE_SDK_JOIN3_(a, b, c)

/// Defines NAME_axes_ISA, which plugin.hpp calls.
#define COLDCORE_SDK_AXES(NAME, FAMILY)                                                       \
  extern "C" __attribute__((visibility("hidden"))) int COLDCORE_SDK_JOIN3(                    \
      NAME, _axes_, COLDCORE_SDK_ISA)(const coldcore_view* view, int out_mode, int threads) { \
    return coldcore::sdk::run_axes<FAMILY>(*view, out_mode, threads);                         \
  }
