// SPDX-License-Identifier: Apache-2.0
//
// A covering problem as explicit lists in memory, every field computed afresh from the definition.
#pragma once

#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "oracle.hpp"

namespace coldcore::search::testing {

/// Counts are kept up to date; everything else is a loop over the lists. Refuses what the engine
/// refuses, with OracleError and without any change.
class FakeOracle final : public Oracle, public Incidence {
 public:
  /// rows[c] lists the points that candidate c covers, ascending.
  FakeOracle(std::vector<std::vector<Point>> rows, std::int64_t points, int mu);

  /// The problem on one set whose relation is `covers(candidate, point)`.
  static FakeOracle from_predicate(std::int64_t size, int mu,
                                   const std::function<bool(Candidate, Point)>& covers);

  std::int64_t candidate_count() const override { return static_cast<std::int64_t>(rows_.size()); }
  std::int64_t point_count() const override { return static_cast<std::int64_t>(cnt_.size()); }
  int mu() const override { return mu_; }
  std::int64_t capacity() const override { return capacity_; }
  void set_capacity(std::int64_t capacity) { capacity_ = capacity; }
  Costs costs() const override { return Costs(costs_); }
  void set_costs(std::vector<std::int64_t> costs) { costs_ = std::move(costs); }
  /// Whether incidence() is offered.
  void offer_incidence(bool offered) { offered_ = offered; }

  void recount(std::span<const Candidate> chosen) override;
  void ball_update(std::span<const Candidate> chosen, int sign) override;
  void ball_gather(std::span<const Candidate> c, Role role, std::span<std::int32_t> out) override;
  void gain_map() override { compute_map(Role::kDeficient); }
  void loss_map() override { compute_map(Role::kCritical); }
  std::int32_t map_max() override;
  Extraction map_extract(std::int32_t threshold, int cap) override;
  void map_read_at(std::span<const Candidate> c, std::span<std::int32_t> out) override;
  std::int64_t count_eq(int target) override;
  std::int64_t count_deficit() override;
  void read_cnt(Point offset, std::span<std::int32_t> out) override;
  const Incidence* incidence() const override { return offered_ ? this : nullptr; }

  std::int64_t entry_bound() const override;
  bool symmetric() const override { return rows_ == columns_; }
  void points_of(Candidate c, std::vector<Point>& out) const override { out = rows_[index(c)]; }
  void candidates_of(Point x, std::vector<Candidate>& out) const override {
    out = columns_[index(x)];
  }

  /// How often c is represented.
  std::int64_t multiplicity(Candidate c) const;
  const std::vector<std::int32_t>& cnt() const { return cnt_; }
  /// Points of the role that c covers.
  std::int32_t marginal(Candidate c, Role role) const;
  std::int64_t gathers() const { return gathers_; }

 private:
  static std::size_t index(std::int64_t i) { return static_cast<std::size_t>(i); }
  void add(Candidate c, int sign);
  void compute_map(Role role);

  std::vector<std::vector<Point>> rows_;
  std::vector<std::vector<Candidate>> columns_;
  std::vector<std::int32_t> cnt_;
  std::vector<std::int32_t> map_;
  std::map<Candidate, std::int64_t> members_;
  std::vector<std::int64_t> costs_;
  std::int64_t occurrences_ = 0;
  int mu_;
  std::int64_t capacity_ = 65'535;
  bool offered_ = true;
  std::int64_t gathers_ = 0;
};

/// Words with `n` digits 0..q-1, u covering x iff they differ in at most `radius` places.
FakeOracle distance_ball_oracle(int q, int n, int radius, int mu = 1);

/// `candidates` random subsets of 0..points-1, each point in at least mu of them.
FakeOracle random_oracle(std::int64_t candidates, std::int64_t points, int mu, std::uint64_t seed);

/// The same with random costs 1..most_cost.
FakeOracle random_costly_oracle(std::int64_t candidates, std::int64_t points, int mu,
                                std::uint64_t seed, std::int64_t most_cost);

/// The least cost of a cover that has each candidate at most `copies` times, by trying them all;
/// INT64_MAX if there is none.
std::int64_t least_cost_by_definition(FakeOracle oracle, std::int64_t copies);

}  // namespace coldcore::search::testing
