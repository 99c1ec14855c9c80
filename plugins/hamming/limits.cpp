// SPDX-License-Identifier: Apache-2.0
#include "limits.hpp"

#include <coldcore/plugin.h>

#include <limits>

namespace hamming {

std::int64_t ball_size(int n, const int* ax, int R) {
  // at_distance[d] is the coefficient of z^d in the product of 1 + (ax[j]-1) z; the largest
  // possible, d = 6 on sixteen axes of size 10, is below 2^32.
  std::int64_t at_distance[kMaxRadius + 1] = {1};
  for (int j = 0; j < n; ++j) {
    for (int d = R; d >= 1; --d) at_distance[d] += (ax[j] - 1) * at_distance[d - 1];
  }
  std::int64_t total = 0;
  for (int d = 0; d <= R; ++d) total += at_distance[d];
  return total;
}

int check_limits(int n, const int* ax, int R) {
  if (n < 1 || n > COLDCORE_MAX_N) return COLDCORE_PLUGIN_E_N;
  for (int j = 0; j < n; ++j) {
    if (ax[j] < kMinAxis || ax[j] > kMaxAxis) return COLDCORE_PLUGIN_E_AXIS;
  }
  if (R < 0 || R > kMaxRadius) return COLDCORE_PLUGIN_E_RADIUS;
  if (ball_size(n, ax, R) > std::numeric_limits<std::int32_t>::max()) {
    return COLDCORE_PLUGIN_E_TOO_LARGE;
  }
  return COLDCORE_PLUGIN_OK;
}

}  // namespace hamming
