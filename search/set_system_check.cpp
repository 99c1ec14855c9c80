// SPDX-License-Identifier: Apache-2.0
#include "set_system_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "rng.hpp"

namespace coldcore::search {
namespace {

std::uint64_t hash_of(std::span<const Index> points) {
  std::uint64_t hash = points.size();
  for (const Index x : points) hash = mix64(hash ^ x);
  return hash;
}

bool equal_points(const SetSystem& system, Index a, Index b) {
  return std::ranges::equal(system.points[a], system.points[b]);
}

void add_empty(const SetSystem& system, std::vector<std::string>& notices) {
  std::int64_t empty = 0;
  std::int64_t first = 0;
  for (std::int64_t c = 0; c < system.candidate_count(); ++c) {
    if (!system.points[static_cast<Index>(c)].empty()) continue;
    if (empty++ == 0) first = c + 1;
  }
  if (empty == 0) return;
  notices.push_back(fmt::format("empty sets, which are never used: {} of {}, first set {}", empty,
                                system.candidate_count(), first));
}

/// Candidates sorted so that equal ones are neighbours unless hashes clash, which would only hide
/// some of them from the notice.
std::vector<std::pair<std::uint64_t, Index>> by_hash(const SetSystem& system) {
  std::vector<std::pair<std::uint64_t, Index>> order;
  order.reserve(static_cast<std::size_t>(system.candidate_count()));
  for (std::int64_t c = 0; c < system.candidate_count(); ++c) {
    const auto candidate = static_cast<Index>(c);
    const std::span<const Index> points = system.points[candidate];
    if (!points.empty()) order.emplace_back(hash_of(points), candidate);
  }
  std::sort(order.begin(), order.end());
  return order;
}

void add_equal(const SetSystem& system, std::vector<std::string>& notices) {
  const auto order = by_hash(system);
  std::int64_t equal = 0;
  std::pair<Index, Index> first{};  // The pair whose second is smallest.
  for (std::size_t i = 1; i < order.size(); ++i) {
    const auto [hash, candidate] = order[i];
    const auto [hash_before, before] = order[i - 1];
    if (hash != hash_before || !equal_points(system, before, candidate)) continue;
    if (equal++ == 0 || candidate < first.second) first = {before, candidate};
  }
  if (equal == 0) return;
  notices.push_back(fmt::format(
      "sets that equal an earlier one: {} of {}, first set {} equals set {}", equal,
      system.candidate_count(), std::int64_t{first.second} + 1, std::int64_t{first.first} + 1));
}

}  // namespace

Point first_gap(const SetSystem& system) {
  std::vector<Index> covered = system.points.entries;
  std::sort(covered.begin(), covered.end());
  Point expected = 0;
  for (const Index x : covered) {
    if (x > expected) break;
    expected = Point{x} + 1;
  }
  return expected;
}

std::optional<Uncoverable> first_uncoverable(const SetSystem& system, int mu, bool distinct) {
  std::vector<std::int64_t> candidates(static_cast<std::size_t>(system.point_count));
  std::vector<std::int64_t> coverings(distinct ? candidates.size() : 0);
  const bool repeated = distinct && !system.multiplicities.empty();
  for (std::size_t e = 0; e < system.points.entries.size(); ++e) {
    const Index x = system.points.entries[e];
    ++candidates[x];
    if (distinct) coverings[x] += repeated ? system.multiplicities[e] : 1;
  }
  for (std::size_t x = 0; x < candidates.size(); ++x) {
    if (distinct ? coverings[x] >= mu : candidates[x] > 0) continue;
    return Uncoverable{static_cast<Point>(x), candidates[x]};
  }
  return std::nullopt;
}

void add_notices(const SetSystem& system, std::vector<std::string>& notices) {
  add_empty(system, notices);
  add_equal(system, notices);
}

}  // namespace coldcore::search
