// SPDX-License-Identifier: Apache-2.0
#include "campaign/ladder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "problem.hpp"

namespace coldcore::search {
namespace {

/// Entries of the incidence of orbits above which solve refuses random groups.
constexpr std::int64_t kMostOrbitEntries = std::int64_t{1} << 26;
/// Random generators are made of prime order, of which this is the largest.
constexpr std::int64_t kLargestOrder = 13;
/// More random symmetries than that generate next to everything.
constexpr int kMostSymmetries = 3;

/// False only if a group with orbits of at most `orbit` words has too many of them.
bool may_be_searched(std::int64_t words, std::int64_t ball, std::int64_t orbit) {
  const std::int64_t orbits = (words + orbit - 1) / orbit;
  return orbits <= kMostOrbitEntries / std::min(ball, orbits);
}

/// base^exponent, or `most` where it passes that.
std::int64_t power_up_to(std::int64_t base, int exponent, std::int64_t most) {
  std::int64_t power = 1;
  for (int i = 0; i < exponent; ++i) {
    if (power > most / base) return most;
    power *= base;
  }
  return power;
}

/// The largest order of a translation.
std::int64_t translation_order(std::span<const int> axes, std::int64_t most) {
  std::int64_t order = 1;
  for (const int axis : axes) {
    const std::int64_t factor = axis / std::gcd(order, static_cast<std::int64_t>(axis));
    if (order > most / factor) return most;
    order *= factor;
  }
  return order;
}

/// The most generators whose orbits are mostly no larger than a cover; at least 1.
int most_translations(std::span<const int> axes, std::int64_t cover) {
  const std::int64_t digit = *std::max_element(axes.begin(), axes.end());
  int most = 1;
  for (std::int64_t orbit = digit; orbit <= cover / digit; orbit *= digit) ++most;
  return most;
}

}  // namespace

Ladder product_ladder(std::span<const int> axes, std::int64_t ball, std::int64_t cover) {
  const std::int64_t words = space_size(axes);
  const std::int64_t order = translation_order(axes, words);
  const int translations = most_translations(axes, cover);
  Ladder ladder = {{}};
  for (int k = 1; k <= std::max(kMostSymmetries, translations); ++k) {
    const bool symmetries =
        k <= kMostSymmetries && (k > 1 || may_be_searched(words, ball, kLargestOrder));
    if (symmetries) ladder.push_back({fmt::format("symmetries {}", k)});
    const bool translated =
        k <= translations && may_be_searched(words, ball, power_up_to(order, k, words));
    if (translated) ladder.push_back({fmt::format("translations {}", k)});
  }
  return ladder;
}

Ladder design_ladder() { return {{}, {"cyclic"}, {"random 1"}, {"random 2"}, {"random 3"}}; }

std::string describe_group(const GroupTexts& group) {
  if (group.empty()) return "no group";
  std::string text = group.front();
  for (std::size_t i = 1; i < group.size(); ++i) text += " + " + group[i];
  return text;
}

}  // namespace coldcore::search
