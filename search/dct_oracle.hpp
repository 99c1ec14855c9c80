// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine_library.hpp"
#include "oracle.hpp"
#include "problem.hpp"
#include "support_table.hpp"

namespace coldcore::search {

/// The engine's product-space cell as an oracle. The engine has one cell a process: at most one
/// DctOracle may exist at a time, and a second one is refused by the engine.
class DctOracle final : public Oracle {
 public:
  /// Loads the family if need be and opens the cell, with arrays placed by placement.hpp. Throws
  /// OracleError with the engine's code and line; nothing is open then.
  DctOracle(const EngineLibrary& engine, const Problem& problem);
  ~DctOracle() override;
  DctOracle(const DctOracle&) = delete;
  DctOracle& operator=(const DctOracle&) = delete;

  const coldcore_plugin& family() const { return family_; }
  /// Bytes that the engine allocated for the cell.
  std::int64_t bytes() const { return bytes_; }

  std::int64_t candidate_count() const override { return table_.words(); }
  std::int64_t point_count() const override { return table_.words(); }
  int mu() const override { return mu_; }
  std::int64_t capacity() const override { return kCapacity; }

  void recount(std::span<const Candidate> chosen) override;
  void ball_update(std::span<const Candidate> chosen, int sign) override;
  void ball_gather(std::span<const Candidate> c, Role role, std::span<std::int32_t> out) override;
  void gain_map() override { check(engine_.transform(1, 1)); }
  void loss_map() override { check(engine_.transform(2, 1)); }
  std::int32_t map_max() override;
  Extraction map_extract(std::int32_t threshold, int cap) override;
  void map_read_at(std::span<const Candidate> c, std::span<std::int32_t> out) override;
  std::int64_t count_eq(int target) override { return check(engine_.count_eq(target)); }
  std::int64_t count_deficit() override;
  void read_cnt(Point offset, std::span<std::int32_t> out) override;
  const Incidence* incidence() const override { return &table_; }

  /// The most occurrences whose multiplicities a uint16 is sure to hold.
  static constexpr std::int64_t kCapacity = 65'535;

 private:
  void open(const Problem& problem);
  void set_mu();
  /// Passes an answer on; throws OracleError for a negative one.
  std::int64_t check(long long answer) const;

  EngineLibrary engine_;
  const coldcore_plugin& family_;
  SupportTable table_;
  int mu_;
  long long bytes_ = 0;
};

}  // namespace coldcore::search
