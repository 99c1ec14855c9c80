// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coldcore/sdk/plan_choice.hpp>

#include <unistd.h>

namespace coldcore::sdk {
namespace {

/// The caches of this machine; the last level is shared by its processors, online or not.
inline Caches machine_caches() {
  Caches caches = {512 << 10, 4 << 20};
#ifdef _SC_LEVEL2_CACHE_SIZE
  const std::int64_t l2 = sysconf(_SC_LEVEL2_CACHE_SIZE);
  const std::int64_t l3 = sysconf(_SC_LEVEL3_CACHE_SIZE);
  const std::int64_t processors = sysconf(_SC_NPROCESSORS_CONF);
  if (l2 > 0) caches.l2 = l2;
  if (l3 > 0 && processors > 0) caches.l3 = l3 / processors;
#endif
  // Some machines report far more than one worker ever gets.
  constexpr std::int64_t kMostL3 = 8 << 20;
  if (caches.l3 > kMostL3) caches.l3 = kMostL3;
  if (caches.l3 < caches.l2) caches.l3 = caches.l2;
  return caches;
}

}  // namespace
}  // namespace coldcore::sdk
