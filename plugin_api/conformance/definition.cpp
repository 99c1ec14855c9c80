// SPDX-License-Identifier: Apache-2.0
#include "definition.hpp"

#include <algorithm>

namespace coldcore::conformance {

bool Definition::covers(std::int64_t u, std::int64_t x) const {
  int u_digits[COLDCORE_MAX_N];
  int x_digits[COLDCORE_MAX_N];
  digits_of(shape_.ax, u, u_digits);
  digits_of(shape_.ax, x, x_digits);
  return family_.covers(shape_.n(), shape_.ax.data(), shape_.R, u_digits, x_digits) != 0;
}

const Words& Definition::ball(std::int64_t u) {
  const auto known = balls_.find(u);
  if (known != balls_.end()) return known->second;
  Words& ball = balls_[u];
  int centre[COLDCORE_MAX_N];
  digits_of(shape_.ax, u, centre);
  each_word(shape_.ax, [&](std::int64_t x, const int* digits) {
    if (family_.covers(shape_.n(), shape_.ax.data(), shape_.R, centre, digits) != 0) {
      ball.push_back(x);
    }
  });
  return ball;
}

std::vector<std::int64_t> Definition::field(std::span<const std::int64_t> multiset) {
  std::vector<std::int64_t> field(static_cast<std::size_t>(shape_.size()));
  std::vector<std::int64_t> multiplicity(field.size());
  for (const std::int64_t u : multiset) ++multiplicity[u];
  for (std::int64_t u = 0; u < shape_.size(); ++u) {
    if (multiplicity[u] == 0) continue;
    for (const std::int64_t x : ball(u)) field[x] += multiplicity[u];
  }
  return field;
}

std::int64_t Definition::field_at(std::int64_t x, std::span<const std::int64_t> multiset) const {
  return std::ranges::count_if(multiset, [&](std::int64_t u) { return covers(u, x); });
}

}  // namespace coldcore::conformance
