// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

namespace coldcore::search {

/// How long the process of a try is waited for. All times are seconds since it was started.
class Patience {
 public:
  /// Beyond twice its time a process may take so many to start and to end.
  static constexpr double kBeyondSeconds = 120;
  /// So many are left to one that was told to end.
  static constexpr double kLastSeconds = 60;

  /// `seconds` is the time of the try.
  explicit Patience(double seconds) : seconds_(seconds) {}

  /// Whether it has to be told to end.
  bool is_overdue(double now) const { return now > 2 * seconds_ + kBeyondSeconds; }
  /// It was told to end; the first time counts.
  void tell(double now) {
    if (!told_) told_ = now;
  }
  /// Whether it was told to end long enough ago to be killed.
  bool is_over(double now) const { return told_ && now > *told_ + kLastSeconds; }

 private:
  double seconds_;
  std::optional<double> told_;
};

}  // namespace coldcore::search
