// SPDX-License-Identifier: Apache-2.0
//
// One family's driver, compiled for one instruction set, that does as an imaginary machine would.
#pragma once

#include <coldcore/plugin.h>

#include <cstdint>

/// Where to cut the axes into groups: as the caches ask for, or at given places.
struct Cutting {
  std::int64_t l2;
  std::int64_t l3;
  int cuts = -1;  ///< How many places of `cut` count; -1 leaves it to the caches.
  int cut[2] = {};
};

struct Needs {
  int groups;
  std::int64_t private_bytes;
  std::int64_t scratch_bytes;  ///< For each worker.
  bool wide;                   ///< Planes of 32 bits are kept between two passes.
};

struct DriverUnderTest {
  Needs (*needs)(const coldcore_view& view, const Cutting& cutting);
  void (*run)(const coldcore_view& view, const Cutting& cutting, int out_mode,
              std::uint8_t* scratch);
};

using DriverFunction = const DriverUnderTest&();
DriverFunction driver_portable;
[[gnu::weak]] DriverFunction driver_avx2;
[[gnu::weak]] DriverFunction driver_avx512;
