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

#include <sys/mman.h>
#include <cstdlib>

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

/// The workers' scratch, kept from one transform to the next: to get it anew takes longer than a
/// small transform.
class Scratch {
 public:
  Scratch() = default;
  ~Scratch() { std::free(data_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  /// At least `bytes`, aligned to 64; nullptr if there is no memory.
  std::uint8_t* get(std::size_t bytes) {
    if (bytes <= bytes_) return data_;
    std::free(data_);
    bytes_ = (bytes + kPage - 1) / kPage * kPage;
    data_ = static_cast<std::uint8_t*>(std::aligned_alloc(kPage, bytes_));
    if (data_ == nullptr) {
      bytes_ = 0;
      return nullptr;
    }
    madvise(data_, bytes_, MADV_HUGEPAGE);  // Advice: without it tiles are only slower.
    return data_;
  }

 private:
  static constexpr std::size_t kPage = 2 << 20;
  std::uint8_t* data_ = nullptr;
  std::size_t bytes_ = 0;
};

/// NAME_axes for a bound view.
template <class Family>
int run_axes(const coldcore_view& view, int out_mode, int threads) {
  const Plan& plan = plan_for<Family>(view);
  if (view.private_bytes < private_bytes(plan)) return COLDCORE_PLUGIN_E_STATE;
  static Scratch kept;
  std::uint8_t* const scratch =
      kept.get(static_cast<std::size_t>(scratch_bytes(plan) * view.services->threads));
  if (scratch == nullptr) return COLDCORE_PLUGIN_E_MEMORY;
  run_plan<Family>(view, plan, out_mode, threads, scratch);
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
