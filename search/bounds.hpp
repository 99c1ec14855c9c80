// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace coldcore::search {

/// The sphere-covering bound: every cover has at least ceil(points * mu / largest_ball) members.
/// All arguments positive.
constexpr std::int64_t sphere_covering_bound(std::int64_t points, int mu,
                                             std::int64_t largest_ball) {
  // points <= 2^40 and mu <= 65,535 keep the product below 2^56.
  return (points * mu + largest_ball - 1) / largest_ball;
}

}  // namespace coldcore::search
