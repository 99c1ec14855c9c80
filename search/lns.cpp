// SPDX-License-Identifier: Apache-2.0
#include "lns.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <utility>

#include "greedy.hpp"
#include "peel.hpp"

namespace coldcore::search {

namespace {

constexpr std::size_t kLargestRuin = 8;
/// The temperature as a part of the deficit: far from a cover larger steps back are worth taking.
/// Measured: 0.05 and 0.6 end at larger covers.
constexpr double kTemperature = 0.4;

/// Positions of the `count` largest keys, ties in random order.
std::vector<std::size_t> largest(const std::vector<std::int64_t>& keys, std::size_t count,
                                 Rng& rng) {
  std::vector<std::pair<std::int64_t, std::uint64_t>> order(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) order[i] = {keys[i], rng.next()};
  std::vector<std::size_t> positions(keys.size());
  std::iota(positions.begin(), positions.end(), 0U);
  std::partial_sort(positions.begin(), positions.begin() + static_cast<std::ptrdiff_t>(count),
                    positions.end(),
                    [&](std::size_t a, std::size_t b) { return order[a] > order[b]; });
  positions.resize(count);
  return positions;
}

}  // namespace

bool Lns::run(std::vector<Candidate>& members, std::int64_t budget, std::int64_t steps,
              RunControl& control) {
  now_ = {members, oracle_.count_deficit(), costs_.total(members)};
  budget_ = budget;
  State best = now_;
  for (std::int64_t i = 0; i < steps && best.deficit > 0; ++i) {
    if (control.should_stop()) break;
    step();
    if (now_.deficit < best.deficit) best = now_;
    control.count_steps();
    control.report({.phase = "lns",
                    .size = static_cast<std::int64_t>(now_.members.size()),
                    .cost = now_.cost,
                    .deficit = now_.deficit});
  }
  if (now_.members != best.members) oracle_.recount(best.members);
  members = std::move(best.members);
  best_deficit_ = best.deficit;
  return best_deficit_ == 0;
}

void Lns::step() {
  const State before = now_;
  const std::size_t most = std::min(kLargestRuin, now_.members.size());
  ruin(most == 0 ? std::vector<std::size_t>{} : choose_ruin(1 + rng_.below(most)));
  recreate();
  if (!accepts(before.deficit, now_.deficit)) restore(before);
}

std::vector<std::size_t> Lns::choose_ruin(std::size_t count) {
  switch (rng_.below(4)) {
    case 0:
      return low_loss(count);
    case 1:
      return around_hole(count);
    case 2:
      return cluster(count);
    default:
      return random_members(count);
  }
}

std::vector<std::size_t> Lns::random_members(std::size_t count) {
  return largest(std::vector<std::int64_t>(now_.members.size()), count, rng_);
}

/// Loss for cost, in units small enough to tell members of similar rates apart.
std::int64_t Lns::rate(std::int32_t loss, Candidate c) const {
  constexpr std::int64_t kUnits = std::int64_t{1} << 30;
  return loss * kUnits / costs_.of(c);
}

std::vector<std::size_t> Lns::low_loss(std::size_t count) {
  const std::vector<std::int32_t> losses = gather_losses(oracle_, now_.members);
  std::vector<std::int64_t> keys(losses.size());
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = -rate(losses[i], now_.members[i]);
  // A random half of the least: the very least alone would be the same ones every time.
  std::vector<std::size_t> positions =
      largest(keys, std::min(2 * count, now_.members.size()), rng_);
  for (std::size_t i = 0; i < count; ++i) {
    std::swap(positions[i], positions[i + rng_.below(positions.size() - i)]);
  }
  positions.resize(count);
  return positions;
}

std::vector<std::size_t> Lns::around_hole(std::size_t count) {
  constexpr int kChoices = 1 << 16;
  oracle_.gain_map();
  const std::int64_t found = oracle_.map_extract(1, 0).found;
  const Extraction gainful =
      oracle_.map_extract(1, static_cast<int>(std::min<std::int64_t>(found, kChoices)));
  if (gainful.candidates.empty()) return random_members(count);
  const Candidate c = gainful.candidates[rng_.below(gainful.candidates.size())];
  const bool full = static_cast<std::int64_t>(now_.members.size()) >= oracle_.capacity();
  return full ? random_members(count) : most_affected(c, +1, count);
}

std::vector<std::size_t> Lns::cluster(std::size_t count) {
  return most_affected(now_.members[rng_.below(now_.members.size())], -1, count);
}

std::vector<std::size_t> Lns::most_affected(Candidate c, int sign, std::size_t count) {
  const std::vector<std::int32_t> before = gather_losses(oracle_, now_.members);
  oracle_.ball_update({&c, 1}, sign);
  const std::vector<std::int32_t> after = gather_losses(oracle_, now_.members);
  oracle_.ball_update({&c, 1}, -sign);
  std::vector<std::int64_t> change(before.size());
  for (std::size_t i = 0; i < change.size(); ++i) {
    change[i] = std::abs(std::int64_t{before[i]} - after[i]);
  }
  return largest(change, count, rng_);
}

void Lns::ruin(std::vector<std::size_t> positions) {
  removed_.clear();
  std::sort(positions.rbegin(), positions.rend());  // From the back, so that positions stay true.
  for (const std::size_t position : positions) {
    const Candidate c = now_.members[position];
    std::int32_t loss = 0;
    oracle_.ball_gather({&c, 1}, Role::kCritical, {&loss, 1});
    oracle_.ball_update({&c, 1}, -1);
    now_.deficit += loss;
    now_.cost -= costs_.of(c);
    now_.members[position] = now_.members.back();
    now_.members.pop_back();
    removed_.push_back(c);
  }
}

void Lns::recreate() {
  placed_.clear();
  const std::uint64_t salt = rng_.next() | 1U;
  const GreedyOptions options{
      .distinct = distinct_, .tie_salt = salt, .budget = budget_ - now_.cost};
  LazyGreedy greedy(oracle_, options, now_.members);
  if (rng_.below(2) == 0) {
    for (const Candidate c : removed_) greedy.exclude(c);
  }
  while (now_.cost < budget_ && now_.deficit > 0) {
    const auto pick = greedy.place();
    if (!pick) break;  // All that would gain is excluded or too dear: a later step fills the place.
    now_.cost += costs_.of(pick->candidate);
    now_.deficit -= pick->gain;
    now_.members.push_back(pick->candidate);
    placed_.push_back(pick->candidate);
  }
}

bool Lns::accepts(std::int64_t before, std::int64_t after) {
  if (after <= before) return true;
  const double temperature = kTemperature * static_cast<double>(before);
  return rng_.unit() < std::exp(static_cast<double>(before - after) / temperature);
}

void Lns::restore(const State& before) {
  oracle_.ball_update(placed_, -1);
  oracle_.ball_update(removed_, +1);
  now_ = before;
}

}  // namespace coldcore::search
