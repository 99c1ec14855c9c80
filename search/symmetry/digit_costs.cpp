// SPDX-License-Identifier: Apache-2.0
#include "digit_costs.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace coldcore::search {
namespace {

constexpr std::array kPrimes{2, 3, 5, 7, 11, 13};

template <class Value>
void shuffle(std::vector<Value>& values, Rng& rng) {
  for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[rng.below(i)]);
}

std::vector<int> shuffled_numbers(std::size_t count, Rng& rng) {
  std::vector<int> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  shuffle(numbers, rng);
  return numbers;
}

/// A random permutation of the digits that keeps the costs, found digit by digit.
class DigitShuffle {
 public:
  DigitShuffle(const DigitCosts& costs, Rng& rng)
      : costs_(costs), rng_(rng), to_(costs.size()), taken_(costs.size()) {}

  std::vector<int> draw() {
    place(0);
    return to_;
  }

 private:
  /// False if what is placed already leaves no way; the identity is always one.
  bool place(std::size_t digit) {
    if (digit == to_.size()) return true;
    for (const int image : shuffled_numbers(to_.size(), rng_)) {
      const auto at = static_cast<std::size_t>(image);
      if (taken_[at] || !fits(digit, at)) continue;
      taken_[at] = true;
      to_[digit] = image;
      if (place(digit + 1)) return true;
      taken_[at] = false;
    }
    return false;
  }

  bool fits(std::size_t digit, std::size_t image) const {
    for (std::size_t before = 0; before < digit; ++before) {
      const auto other = static_cast<std::size_t>(to_[before]);
      if (costs_[digit][before] != costs_[image][other]) return false;
      if (costs_[before][digit] != costs_[other][image]) return false;
    }
    return true;
  }

  const DigitCosts& costs_;
  Rng& rng_;
  std::vector<int> to_;
  std::vector<bool> taken_;
};

/// Moves axes of equal costs at random.
std::vector<int> random_axes(const std::vector<DigitCosts>& costs, Rng& rng) {
  std::vector<int> to(costs.size());
  std::vector<bool> done(costs.size());
  for (std::size_t j = 0; j < costs.size(); ++j) {
    if (done[j]) continue;
    std::vector<int> alike;
    for (std::size_t k = j; k < costs.size(); ++k) {
      if (costs[k] == costs[j]) alike.push_back(static_cast<int>(k));
    }
    std::vector<int> images = alike;
    shuffle(images, rng);
    for (std::size_t i = 0; i < alike.size(); ++i) {
      done[static_cast<std::size_t>(alike[i])] = true;
      to[static_cast<std::size_t>(alike[i])] = images[i];
    }
  }
  return to;
}

}  // namespace

std::vector<DigitCosts> digit_costs(const Definition& definition) {
  const int n = static_cast<int>(definition.axes.size());
  std::vector<int> u(definition.axes.size(), 0);
  std::vector<int> x(definition.axes.size(), 0);
  std::vector<DigitCosts> all;
  for (std::size_t j = 0; j < definition.axes.size(); ++j) {
    const auto ax = static_cast<std::size_t>(definition.axes[j]);
    DigitCosts costs(ax, std::vector<int>(ax, 0));
    for (std::size_t a = 0; a < ax; ++a) {
      for (std::size_t b = 0; b < ax; ++b) {
        u[j] = static_cast<int>(a);
        x[j] = static_cast<int>(b);
        int& cost = costs[a][b];
        while (cost <= definition.radius &&
               definition.covers(n, definition.axes.data(), cost, u.data(), x.data()) == 0) {
          ++cost;
        }
      }
    }
    u[j] = x[j] = 0;
    all.push_back(std::move(costs));
  }
  return all;
}

Symmetry random_symmetry(const std::vector<DigitCosts>& costs, Rng& rng) {
  Symmetry symmetry;
  // Often axes stay: powers of prime order would hardly ever keep them all.
  const bool moves_axes = rng.below(2) == 0;
  symmetry.axis = random_axes(costs, rng);
  if (!moves_axes) std::iota(symmetry.axis.begin(), symmetry.axis.end(), 0);
  for (const DigitCosts& of_axis : costs) {
    symmetry.digit.push_back(DigitShuffle(of_axis, rng).draw());
  }
  return symmetry;
}

std::optional<Symmetry> random_prime_symmetry(const std::vector<DigitCosts>& costs, Rng& rng) {
  const Symmetry symmetry = random_symmetry(costs, rng);
  const std::int64_t all = order(symmetry);
  std::vector<int> primes;
  for (const int prime : kPrimes) {
    if (all > 0 && all % prime == 0) primes.push_back(prime);
  }
  if (primes.empty()) return std::nullopt;
  return power(symmetry, all / primes[rng.below(primes.size())]);
}

}  // namespace coldcore::search
