// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace hamming {

inline constexpr int kMinAxis = 2;
inline constexpr int kMaxAxis = 10;
inline constexpr int kMaxRadius = 6;

/// Words that one word covers. The shape is within the limits below.
std::int64_t ball_size(int n, const int* ax, int R);

/// NAME_validate: COLDCORE_PLUGIN_OK or the code that names what is wrong. A radius of n or more is
/// accepted: the ball is then the whole space. So is radius 0, where every word covers itself only.
int check_limits(int n, const int* ax, int R);

}  // namespace hamming
