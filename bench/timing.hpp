// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

namespace coldcore::bench {

/// Seconds on the clock that the work takes.
double seconds_of(const std::function<void()>& work);

/// The middle one; the upper one of two.
double median(std::vector<double> values);

}  // namespace coldcore::bench
