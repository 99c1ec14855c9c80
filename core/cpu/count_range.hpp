// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace coldcore::core {

/// The multiplicities low..high.
struct CountRange {
  std::uint16_t low = 0;
  std::uint16_t high = 0;

  /// One comparison: below low wraps round to above the width.
  bool contains(std::uint16_t count) const {
    return static_cast<std::uint16_t>(count - low) <= static_cast<std::uint16_t>(high - low);
  }

  friend bool operator==(const CountRange&, const CountRange&) = default;
};

/// cnt < mu: a word that a new member may help. 1 <= mu <= 65535.
inline CountRange deficient(int mu) { return {0, static_cast<std::uint16_t>(mu - 1)}; }

/// 1 <= cnt <= mu: a word that cannot spare a member that covers it.
inline CountRange critical(int mu) { return {1, static_cast<std::uint16_t>(mu)}; }

}  // namespace coldcore::core
