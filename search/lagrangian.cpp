// SPDX-License-Identifier: Apache-2.0
#include "lagrangian.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace coldcore::search {
namespace {

__extension__ using Wide = __int128;

/// Multipliers are multiples of 2^-20 in the proof. They stay below 2^33, so that the sums of 2^32
/// of them are far from 128 bits.
constexpr double kScale = 1 << 20;
constexpr double kLargestMultiplier = 0x1p33;

constexpr double kFirstStep = 2.0;
constexpr double kSmallestStep = 1e-6;
/// Steps without a better bound after which the step is halved.
constexpr int kPatientSteps = 60;
/// Entries read in about a second.
constexpr std::int64_t kWork = 200'000'000;
constexpr std::int64_t kFewestSteps = 50;
constexpr std::int64_t kMostSteps = 5000;
/// Where no cover is known the dual is taken to be so much below the best cover.
constexpr double kAssumedGap = 1.05;

/// The dual with mu = 1 for multisets, where mu is a factor and no more: a candidate that is worth
/// using is used mu times.
class Dual {
 public:
  Dual(const SetSystem& system, const LagrangianOptions& options)
      : system_(system),
        need_(options.distinct ? options.mu : 1),
        factor_(options.distinct ? 1 : options.mu),
        multipliers_(static_cast<std::size_t>(system.point_count)),
        slopes_(multipliers_.size()) {
    start();
  }

  int factor() const { return factor_; }
  std::vector<double>& multipliers() { return multipliers_; }
  /// need - coverage by the candidates whose reduced cost is negative, at the last value().
  const std::vector<double>& slopes() const { return slopes_; }

  /// The dual in floating point.
  double value() {
    std::fill(slopes_.begin(), slopes_.end(), double{static_cast<double>(need_)});
    double value = 0;
    for (const double multiplier : multipliers_) value += need_ * multiplier;
    for (std::int64_t c = 0; c < system_.candidate_count(); ++c) {
      const double reduced = reduced_cost(c);
      if (reduced >= 0) continue;
      value += reduced;
      for (std::int64_t e = begin(c); e < end(c); ++e) slopes_[point(e)] -= times(e);
    }
    return value;
  }

  /// The dual of the multipliers rounded to fixed point, times factor, rounded up: the cost of a
  /// cover is whole.
  std::int64_t proved(std::span<const double> multipliers) const {
    std::vector<std::int64_t> fixed(multipliers.size());
    Wide value = 0;
    for (std::size_t x = 0; x < fixed.size(); ++x) {
      fixed[x] = static_cast<std::int64_t>(std::llround(multipliers[x] * kScale));
      value += Wide{fixed[x]} * need_;
    }
    for (std::int64_t c = 0; c < system_.candidate_count(); ++c) {
      Wide reduced = Wide{system_.cost(c)} * static_cast<std::int64_t>(kScale);
      for (std::int64_t e = begin(c); e < end(c); ++e) {
        reduced -= Wide{fixed[point(e)]} * multiplicity(e);
      }
      if (reduced < 0) value += reduced;
    }
    return rounded_up(value * factor_);
  }

 private:
  /// The cheapest share of a candidate's cost that a point has to bear.
  void start() {
    std::fill(multipliers_.begin(), multipliers_.end(), kLargestMultiplier);
    for (std::int64_t c = 0; c < system_.candidate_count(); ++c) {
      double coverings = 0;
      for (std::int64_t e = begin(c); e < end(c); ++e) coverings += times(e);
      const double share = static_cast<double>(system_.cost(c)) / coverings;
      for (std::int64_t e = begin(c); e < end(c); ++e) {
        multipliers_[point(e)] = std::min(multipliers_[point(e)], share);
      }
    }
  }

  static std::int64_t rounded_up(Wide value) {
    constexpr auto kOne = static_cast<std::int64_t>(kScale);
    const Wide bound = (value + (kOne - 1)) / kOne;
    return static_cast<std::int64_t>(
        std::clamp<Wide>(bound, 0, std::numeric_limits<std::int64_t>::max()));
  }

  double reduced_cost(std::int64_t c) const {
    auto reduced = static_cast<double>(system_.cost(c));
    for (std::int64_t e = begin(c); e < end(c); ++e) reduced -= multipliers_[point(e)] * times(e);
    return reduced;
  }

  std::int64_t begin(std::int64_t c) const {
    return system_.points.offsets[static_cast<std::size_t>(c)];
  }
  std::int64_t end(std::int64_t c) const { return begin(c + 1); }
  std::size_t point(std::int64_t e) const {
    return system_.points.entries[static_cast<std::size_t>(e)];
  }
  std::int32_t multiplicity(std::int64_t e) const {
    return system_.multiplicities.empty() ? 1 : system_.multiplicities[static_cast<std::size_t>(e)];
  }
  double times(std::int64_t e) const { return multiplicity(e); }

  const SetSystem& system_;
  int need_;
  int factor_;
  std::vector<double> multipliers_;
  std::vector<double> slopes_;
};

int default_steps(const SetSystem& system) {
  const auto entries = static_cast<std::int64_t>(system.points.entries.size());
  return static_cast<int>(
      std::clamp(kWork / std::max<std::int64_t>(entries, 1), kFewestSteps, kMostSteps));
}

/// Held-Karp steps: along the slopes, in proportion to the gap that is left.
std::vector<double> ascend(Dual& dual, double upper, int steps) {
  std::vector<double> best = dual.multipliers();
  double best_value = -1;
  double length = kFirstStep;
  int patience = kPatientSteps;
  for (int step = 0; step < steps && length > kSmallestStep; ++step) {
    const double value = dual.value();
    if (value > best_value) {
      if (value > best_value * (1 + 1e-6)) patience = kPatientSteps;
      best_value = value;
      best = dual.multipliers();
    }
    if (patience-- == 0) {
      length /= 2;
      patience = kPatientSteps;
      dual.multipliers() = best;
      continue;
    }
    double norm = 0;
    for (const double slope : dual.slopes()) norm += slope * slope;
    if (norm == 0) break;  // Complementary: the dual cannot rise.
    const double goal = upper > 0 ? upper : std::max(best_value, 1.0) * kAssumedGap;
    const double move = length * std::max(goal - value, 1e-3 * goal) / norm;
    for (std::size_t x = 0; x < best.size(); ++x) {
      double& multiplier = dual.multipliers()[x];
      multiplier = std::clamp(multiplier + move * dual.slopes()[x], 0.0, kLargestMultiplier);
    }
  }
  return best;
}

}  // namespace

std::int64_t lagrangian_bound(const SetSystem& system, const LagrangianOptions& options) {
  Dual dual(system, options);
  const std::int64_t first = dual.proved(dual.multipliers());
  const int steps = options.steps > 0 ? options.steps : default_steps(system);
  const double upper = static_cast<double>(options.upper) / dual.factor();
  const std::int64_t last = dual.proved(ascend(dual, upper, steps));
  return std::max(first, last);
}

}  // namespace coldcore::search
