// SPDX-License-Identifier: Apache-2.0
#include "peel.hpp"

#include <algorithm>
#include <numeric>

namespace coldcore::search {

std::vector<std::int32_t> gather_losses(Oracle& oracle, const std::vector<Candidate>& members) {
  std::vector<std::int32_t> losses(members.size());
  oracle.ball_gather(members, Role::kCritical, losses);
  return losses;
}

namespace {

/// Positions of the members, the costliest first.
std::vector<std::size_t> by_cost(const Costs& costs, const std::vector<Candidate>& members) {
  std::vector<std::size_t> positions(members.size());
  std::iota(positions.begin(), positions.end(), std::size_t{0});
  if (costs.unit()) return positions;
  std::stable_sort(positions.begin(), positions.end(), [&](std::size_t a, std::size_t b) {
    return costs.of(members[a]) > costs.of(members[b]);
  });
  return positions;
}

}  // namespace

std::int64_t peel(Oracle& oracle, std::vector<Candidate>& members) {
  // Losses only rise while members go, so one pass is enough: only those without loss now can ever
  // go.
  const std::vector<std::int32_t> losses = gather_losses(oracle, members);
  std::vector<bool> gone(members.size());
  for (const std::size_t i : by_cost(oracle.costs(), members)) {
    const std::span<const Candidate> member(&members[i], 1);
    std::int32_t loss = losses[i];
    if (loss == 0) oracle.ball_gather(member, Role::kCritical, {&loss, 1});
    if (loss > 0) continue;
    oracle.ball_update(member, -1);
    gone[i] = true;
  }
  std::size_t position = 0;
  return static_cast<std::int64_t>(
      std::erase_if(members, [&](Candidate) { return gone[position++]; }));
}

}  // namespace coldcore::search
