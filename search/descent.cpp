// SPDX-License-Identifier: Apache-2.0
#include "descent.hpp"

#include <algorithm>
#include <queue>
#include <tuple>

#include "peel.hpp"

namespace coldcore::search {

void drop_least_loss(Oracle& oracle, std::vector<Candidate>& members, std::int64_t count) {
  // Losses only rise while members go: what the queue holds are lower bounds.
  using Entry = std::pair<std::int32_t, std::size_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  const std::vector<std::int32_t> losses = gather_losses(oracle, members);
  for (std::size_t i = 0; i < members.size(); ++i) queue.emplace(losses[i], i);

  std::vector<bool> gone(members.size());
  while (count > 0 && !queue.empty()) {
    const auto [bound, position] = queue.top();
    queue.pop();
    const std::span<const Candidate> member(&members[position], 1);
    std::int32_t loss = 0;
    oracle.ball_gather(member, Role::kCritical, {&loss, 1});
    const Entry exact{loss, position};
    if (!queue.empty() && exact > queue.top()) {
      queue.push(exact);
      continue;
    }
    oracle.ball_update(member, -1);
    gone[position] = true;
    --count;
  }
  std::size_t position = 0;
  std::erase_if(members, [&](Candidate) { return gone[position++]; });
}

namespace {

/// One attempt at a cover with at most size - notch members.
bool try_notch(Oracle& oracle, std::vector<Candidate>& cover, std::int64_t notch,
               std::int64_t steps, const Mover& mover, RunControl& control) {
  std::vector<Candidate> trial = cover;
  drop_least_loss(oracle, trial, notch);
  if (oracle.count_deficit() > 0 && !mover(trial, steps, control)) {
    oracle.recount(cover);
    return false;
  }
  peel(oracle, trial);
  cover = std::move(trial);
  control.announce(cover);
  return true;
}

}  // namespace

void notch_descent(Oracle& oracle, std::vector<Candidate>& cover, const Mover& mover,
                   const DescentOptions& options, RunControl& control) {
  const auto size = [&] { return static_cast<std::int64_t>(cover.size()); };
  std::int64_t notch = std::max<std::int64_t>(1, size() / 32);
  std::int64_t steps = options.notch_steps;
  while (size() > options.floor && !control.should_stop()) {
    notch = std::min(notch, size() - options.floor);
    if (try_notch(oracle, cover, notch, steps, mover, control)) continue;
    if (notch == 1) {
      steps *= 2;
    } else {
      notch /= 2;
    }
  }
}

}  // namespace coldcore::search
