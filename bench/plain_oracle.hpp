// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <oracle.hpp>

#include "entry_walk.hpp"
#include "per_axis_field.hpp"

namespace coldcore::bench {

/// The opponent of the engine as a whole: per-axis transforms, walks that take one table entry at a
/// time, and plain loops over whole fields. Offers what a greedy from scratch asks for, at mu 1.
class PlainOracle final : public search::Oracle {
 public:
  PlainOracle(const coldcore_plugin& family, const Cell& cell);

  std::int64_t candidate_count() const override { return size_; }
  std::int64_t point_count() const override { return size_; }
  int mu() const override { return 1; }
  std::int64_t capacity() const override { return 65'535; }

  void recount(std::span<const search::Candidate> chosen) override;
  void ball_update(std::span<const search::Candidate> chosen, int sign) override;
  /// Gains only.
  void ball_gather(std::span<const search::Candidate> c, search::Role role,
                   std::span<std::int32_t> out) override;
  void gain_map() override { map_.run(); }
  /// Not offered.
  void loss_map() override;
  std::int32_t map_max() override;
  search::Extraction map_extract(std::int32_t threshold, int cap) override;
  void map_read_at(std::span<const search::Candidate> c, std::span<std::int32_t> out) override;
  std::int64_t count_eq(int target) override;
  std::int64_t count_deficit() override { return count_eq(0); }
  void read_cnt(search::Point offset, std::span<std::int32_t> out) override;

 private:
  std::int64_t size_;
  Pages<std::uint16_t> cnt_;
  EntryWalk walk_;
  PerAxisField map_;
  std::vector<long long> words_;
};

}  // namespace coldcore::bench
