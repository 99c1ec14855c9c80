// SPDX-License-Identifier: Apache-2.0
#include "fake_oracle.hpp"

#include <algorithm>
#include <limits>

#include "rng.hpp"

namespace coldcore::search::testing {

FakeOracle::FakeOracle(std::vector<std::vector<Point>> rows, std::int64_t points, int mu)
    : rows_(std::move(rows)), columns_(index(points)), cnt_(index(points)), mu_(mu) {
  for (std::size_t c = 0; c < rows_.size(); ++c) {
    for (const Point x : rows_[c]) columns_[index(x)].push_back(static_cast<Candidate>(c));
  }
}

FakeOracle FakeOracle::from_predicate(std::int64_t size, int mu,
                                      const std::function<bool(Candidate, Point)>& covers) {
  std::vector<std::vector<Point>> rows(index(size));
  for (Candidate c = 0; c < size; ++c) {
    for (Point x = 0; x < size; ++x) {
      if (covers(c, x)) rows[index(c)].push_back(x);
    }
  }
  return {std::move(rows), size, mu};
}

void FakeOracle::add(Candidate c, int sign) {
  for (const Point x : rows_[index(c)]) cnt_[index(x)] += sign;
  members_[c] += sign;
  occurrences_ += sign;
}

void FakeOracle::recount(std::span<const Candidate> chosen) {
  if (static_cast<std::int64_t>(chosen.size()) > capacity_) throw OracleError(-8, "capacity");
  std::fill(cnt_.begin(), cnt_.end(), 0);
  members_.clear();
  occurrences_ = 0;
  for (const Candidate c : chosen) add(c, +1);
}

void FakeOracle::ball_update(std::span<const Candidate> chosen, int sign) {
  if (sign > 0 && occurrences_ + static_cast<std::int64_t>(chosen.size()) > capacity_) {
    throw OracleError(-8, "capacity");
  }
  std::map<Candidate, std::int64_t> asked;
  for (const Candidate c : chosen) {
    if (sign < 0 && ++asked[c] > multiplicity(c)) throw OracleError(-7, "absent");
  }
  for (const Candidate c : chosen) add(c, sign);
}

std::int32_t FakeOracle::marginal(Candidate c, Role role) const {
  const auto& row = rows_[index(c)];
  return static_cast<std::int32_t>(std::count_if(row.begin(), row.end(), [&](Point x) {
    const std::int32_t count = cnt_[index(x)];
    return role == Role::kDeficient ? count < mu_ : count >= 1 && count <= mu_;
  }));
}

void FakeOracle::ball_gather(std::span<const Candidate> c, Role role, std::span<std::int32_t> out) {
  for (std::size_t i = 0; i < c.size(); ++i) out[i] = marginal(c[i], role);
  gathers_ += static_cast<std::int64_t>(c.size());
}

void FakeOracle::compute_map(Role role) {
  map_.resize(rows_.size());
  for (std::size_t c = 0; c < rows_.size(); ++c)
    map_[c] = marginal(static_cast<Candidate>(c), role);
}

std::int32_t FakeOracle::map_max() { return *std::max_element(map_.begin(), map_.end()); }

Extraction FakeOracle::map_extract(std::int32_t threshold, int cap) {
  Extraction result;
  for (std::size_t c = 0; c < map_.size(); ++c) {
    if (map_[c] < threshold || result.found++ >= cap) continue;
    result.candidates.push_back(static_cast<Candidate>(c));
    result.values.push_back(map_[c]);
  }
  return result;
}

void FakeOracle::map_read_at(std::span<const Candidate> c, std::span<std::int32_t> out) {
  for (std::size_t i = 0; i < c.size(); ++i) out[i] = map_[index(c[i])];
}

std::int64_t FakeOracle::count_eq(int target) {
  return std::count(cnt_.begin(), cnt_.end(), target);
}

std::int64_t FakeOracle::count_deficit() {
  std::int64_t deficit = 0;
  for (const std::int32_t count : cnt_) deficit += std::max(0, mu_ - count);
  return deficit;
}

void FakeOracle::read_cnt(Point offset, std::span<std::int32_t> out) {
  std::copy_n(cnt_.begin() + offset, out.size(), out.begin());
}

std::int64_t FakeOracle::entry_bound() const {
  std::int64_t entries = 0;
  for (const auto& row : rows_) entries += static_cast<std::int64_t>(row.size());
  return entries;
}

std::int64_t FakeOracle::multiplicity(Candidate c) const {
  const auto found = members_.find(c);
  return found == members_.end() ? 0 : found->second;
}

FakeOracle distance_ball_oracle(int q, int n, int radius, int mu) {
  std::int64_t size = 1;
  for (int j = 0; j < n; ++j) size *= q;
  return FakeOracle::from_predicate(size, mu, [=](Candidate u, Point x) {
    int distance = 0;
    for (; u > 0 || x > 0; u /= q, x /= q) distance += u % q != x % q ? 1 : 0;
    return distance <= radius;
  });
}

FakeOracle random_oracle(std::int64_t candidates, std::int64_t points, int mu, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<std::vector<Point>> rows(static_cast<std::size_t>(candidates));
  for (std::size_t c = 0; c < rows.size(); ++c) {
    for (Point x = 0; x < points; ++x) {
      const bool sure = (x + static_cast<Point>(c)) % candidates < mu;  // mu candidates for each x.
      if (sure || rng.below(6) == 0) rows[c].push_back(x);
    }
  }
  return {std::move(rows), points, mu};
}

FakeOracle random_costly_oracle(std::int64_t candidates, std::int64_t points, int mu,
                                std::uint64_t seed, std::int64_t most_cost) {
  FakeOracle oracle = random_oracle(candidates, points, mu, seed);
  Rng rng(seed + 1000);
  std::vector<std::int64_t> costs(static_cast<std::size_t>(candidates));
  for (std::int64_t& cost : costs) {
    cost = 1 + static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(most_cost)));
  }
  oracle.set_costs(std::move(costs));
  return oracle;
}

namespace {

/// Of the covers that agree with the represented ones below candidate c.
std::int64_t least_completion(FakeOracle& oracle, Candidate c, std::int64_t copies) {
  if (c == oracle.candidate_count()) {
    return oracle.count_deficit() == 0 ? 0 : std::numeric_limits<std::int64_t>::max();
  }
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (std::int64_t n = 0; n <= copies; ++n) {
    const std::vector<Candidate> chosen(static_cast<std::size_t>(n), c);
    oracle.ball_update(chosen, +1);
    const std::int64_t rest = least_completion(oracle, c + 1, copies);
    if (rest != std::numeric_limits<std::int64_t>::max()) {
      least = std::min(least, n * oracle.costs().of(c) + rest);
    }
    oracle.ball_update(chosen, -1);
  }
  return least;
}

}  // namespace

std::int64_t least_cost_by_definition(FakeOracle oracle, std::int64_t copies) {
  oracle.recount({});
  return least_completion(oracle, 0, copies);
}

}  // namespace coldcore::search::testing
