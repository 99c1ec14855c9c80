// SPDX-License-Identifier: Apache-2.0
#include "campaign/schedule.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace coldcore::search {

Schedule::Schedule(std::vector<std::size_t> rungs, std::uint64_t seed, double seconds)
    : seed_(seed), seconds_(seconds) {
  for (const std::size_t count : rungs) problems_.push_back({std::vector<bool>(count), {}, false});
}

Try Schedule::nth(std::size_t problem, std::int64_t number) const {
  const auto rungs = static_cast<std::int64_t>(problems_[problem].dropped.size());
  const std::int64_t round = number / rungs;
  const auto doublings = static_cast<int>(std::min<std::int64_t>(round, 1000));
  return {problem, number, static_cast<std::size_t>(number % rungs),
          seed_ + static_cast<std::uint64_t>(round),
          std::min(std::ldexp(seconds_, doublings), kMostSeconds)};
}

std::optional<Try> Schedule::next() {
  std::optional<std::size_t> chosen;
  for (std::size_t p = 0; p < problems_.size(); ++p) {
    if (open(p) && (!chosen || seconds_given(p) < seconds_given(*chosen))) chosen = p;
  }
  if (!chosen) return std::nullopt;
  const std::int64_t number = next_number(*chosen);
  take(*chosen, number);
  return nth(*chosen, number);
}

void Schedule::take(std::size_t problem, std::int64_t number) {
  problems_[problem].taken.insert(number);
}

void Schedule::give_back(std::size_t problem, std::int64_t number) {
  problems_[problem].taken.erase(number);
}

void Schedule::drop(std::size_t problem, std::size_t rung) {
  problems_[problem].dropped[rung] = true;
}

void Schedule::close(std::size_t problem) { problems_[problem].closed = true; }

bool Schedule::exhausted(std::size_t problem) const {
  return std::ranges::count(problems_[problem].dropped, false) == 0;
}

bool Schedule::open(std::size_t problem) const {
  return !problems_[problem].closed && !exhausted(problem);
}

double Schedule::seconds_given(std::size_t problem) const {
  double seconds = 0;
  for (const std::int64_t number : problems_[problem].taken) {
    const Try given = nth(problem, number);
    if (!problems_[problem].dropped[given.rung]) seconds += given.seconds;
  }
  return seconds;
}

/// The problem is open, so there is one.
std::int64_t Schedule::next_number(std::size_t problem) const {
  const Progress& progress = problems_[problem];
  std::int64_t number = 0;
  while (progress.taken.contains(number) || progress.dropped[nth(problem, number).rung]) ++number;
  return number;
}

}  // namespace coldcore::search
