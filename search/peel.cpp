// SPDX-License-Identifier: Apache-2.0
#include "peel.hpp"

#include <algorithm>

namespace coldcore::search {

std::vector<std::int32_t> gather_losses(Oracle& oracle, const std::vector<Candidate>& members) {
  std::vector<std::int32_t> losses(members.size());
  oracle.ball_gather(members, Role::kCritical, losses);
  return losses;
}

std::int64_t peel(Oracle& oracle, std::vector<Candidate>& members) {
  // Losses only rise while members go, so one pass is enough: only those without loss now can ever
  // go.
  const std::vector<std::int32_t> losses = gather_losses(oracle, members);
  std::vector<Candidate> kept;
  kept.reserve(members.size());
  for (std::size_t i = 0; i < members.size(); ++i) {
    const std::span<const Candidate> member(&members[i], 1);
    std::int32_t loss = losses[i];
    if (loss == 0) oracle.ball_gather(member, Role::kCritical, {&loss, 1});
    if (loss == 0) {
      oracle.ball_update(member, -1);
    } else {
      kept.push_back(members[i]);
    }
  }
  const auto removed = static_cast<std::int64_t>(members.size() - kept.size());
  members = std::move(kept);
  return removed;
}

}  // namespace coldcore::search
