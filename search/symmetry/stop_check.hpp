// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

namespace coldcore::search {

/// Thrown where a run has to stop before what it works on is done.
struct Stopped {};

/// Lets a run stop while it finds orbits, which may take minutes.
class StopCheck {
 public:
  StopCheck() = default;  ///< Nothing stops.
  explicit StopCheck(std::function<bool()> stop) : stop_(std::move(stop)) {}

  /// For the searching thread alone, as the other.
  bool stops() const { return stop_ && stop_(); }
  /// To be called with the numbers of short steps. Now and then it asks, and throws Stopped if so.
  void operator()(std::int64_t step) const {
    if (step % kInterval == 0 && stops()) throw Stopped();
  }

 private:
  static constexpr std::int64_t kInterval = std::int64_t{1} << 12;

  std::function<bool()> stop_;
};

}  // namespace coldcore::search
