// SPDX-License-Identifier: Apache-2.0
//
// Judging a request for a cell, before anything is allocated.
#pragma once

#include <coldcore/coldcore.h>

#include <cstdint>

#include "ball.hpp"

namespace coldcore::core {

/// The arguments of dct_init3.
struct CellRequest {
  int problem = 0;
  int n = 0;
  const int* ax = nullptr;
  int R = 0;
  const std::uint64_t* ballpat = nullptr;
  long long balllen = 0;
  int extract_cap = 0;
  int layers_mode = 0;
  int cnt_mode = 0;
  int use_owner = 0;
};

/// What a good request amounts to.
struct CellPlan {
  Ball ball;
  const coldcore_plugin* plugin = nullptr;
  int R = 0;
  int nlayers = 0;                 ///< As the family says.
  int planes = 0;                  ///< To allocate: one where the family keeps private storage.
  std::int64_t private_bytes = 0;  ///< 0 where it does not.
};

/// Throws Error with the codes that dct.h lists for dct_init3, in that order up to DCT_E_MEMORY.
/// Loads the family.
CellPlan plan_cell(const CellRequest& request);

}  // namespace coldcore::core
