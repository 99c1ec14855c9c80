// SPDX-License-Identifier: Apache-2.0
#include "descent.hpp"

#include <algorithm>
#include <queue>
#include <utility>

#include "peel.hpp"
#include "ratio.hpp"

namespace coldcore::search {

namespace {

/// A member and a lower bound of its loss.
struct Droppable {
  std::int32_t loss;
  std::int64_t cost;
  std::size_t position;
};

struct DropsLater {
  bool operator()(const Droppable& a, const Droppable& b) const {
    const int order = compare_ratios(a.loss, a.cost, b.loss, b.cost);
    return order != 0 ? order > 0 : a.position > b.position;
  }
};

}  // namespace

void drop_least_loss(Oracle& oracle, std::vector<Candidate>& members, std::int64_t saving) {
  // Losses only rise while members go: what the queue holds are lower bounds.
  std::priority_queue<Droppable, std::vector<Droppable>, DropsLater> queue;
  const Costs costs = oracle.costs();
  const std::vector<std::int32_t> losses = gather_losses(oracle, members);
  for (std::size_t i = 0; i < members.size(); ++i) {
    queue.push({losses[i], costs.of(members[i]), i});
  }

  std::vector<bool> gone(members.size());
  while (saving > 0 && !queue.empty()) {
    Droppable next = queue.top();
    queue.pop();
    const std::span<const Candidate> member(&members[next.position], 1);
    oracle.ball_gather(member, Role::kCritical, {&next.loss, 1});
    if (!queue.empty() && DropsLater{}(next, queue.top())) {
      queue.push(next);
      continue;
    }
    oracle.ball_update(member, -1);
    gone[next.position] = true;
    saving -= next.cost;
  }
  std::size_t position = 0;
  std::erase_if(members, [&](Candidate) { return gone[position++]; });
}

namespace {

/// One attempt at a cover that costs `notch` less.
bool try_notch(Oracle& oracle, std::vector<Candidate>& cover, std::int64_t notch,
               std::int64_t steps, const Mover& mover, RunControl& control) {
  const std::int64_t budget = oracle.costs().total(cover) - notch;
  std::vector<Candidate> trial = cover;
  drop_least_loss(oracle, trial, notch);
  if (oracle.count_deficit() > 0 && !mover(trial, budget, steps, control)) {
    oracle.recount(cover);
    return false;
  }
  peel(oracle, trial);
  cover = std::move(trial);
  control.announce(cover, oracle.costs());
  return true;
}

}  // namespace

void notch_descent(Oracle& oracle, std::vector<Candidate>& cover, const Mover& mover,
                   const DescentOptions& options, RunControl& control) {
  const Costs costs = oracle.costs();
  std::int64_t cost = costs.total(cover);
  std::int64_t notch = std::max<std::int64_t>(1, cost / 32);
  std::int64_t steps = options.notch_steps;
  while (cost > options.floor && !control.should_stop()) {
    notch = std::min(notch, cost - options.floor);
    if (try_notch(oracle, cover, notch, steps, mover, control)) {
      cost = costs.total(cover);
    } else if (notch == 1) {
      steps *= 2;
    } else {
      notch /= 2;
    }
  }
}

}  // namespace coldcore::search
