// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "incidence_library.hpp"
#include "oracle.hpp"
#include "set_system.hpp"
#include "system_incidence.hpp"

namespace coldcore::search {

/// The incidence module's cell as an oracle over a set system. The module has one cell a process:
/// at most one SparseOracle may exist at a time, and a second one is refused by the module.
class SparseOracle final : public Oracle {
 public:
  /// Opens the cell: the form with rows of one length where all rows have one and nothing is
  /// weighted, the general form otherwise. The rows go to device memory if the whole cell fits
  /// placement_budget(), else to CPU memory. Keeps a reference to the system. Throws OracleError
  /// with the module's code and line; nothing is open then.
  SparseOracle(const IncidenceLibrary& module, const SetSystem& system, int mu);
  ~SparseOracle() override;
  SparseOracle(const SparseOracle&) = delete;
  SparseOracle& operator=(const SparseOracle&) = delete;

  /// Bytes that the module allocated for the cell, and those of them that are in CPU memory because
  /// the budget was too small.
  std::int64_t bytes() const { return device_bytes_ + host_bytes_; }
  std::int64_t host_bytes() const { return host_bytes_; }

  std::int64_t candidate_count() const override { return system_.candidate_count(); }
  std::int64_t point_count() const override { return system_.point_count; }
  int mu() const override { return mu_; }
  std::int64_t capacity() const override { return capacity_; }
  Costs costs() const override { return costs_; }

  void recount(std::span<const Candidate> chosen) override;
  void ball_update(std::span<const Candidate> chosen, int sign) override;
  void ball_gather(std::span<const Candidate> c, Role role, std::span<std::int32_t> out) override;
  void gain_map() override { check(module_.field(0)); }
  void loss_map() override { check(module_.field(1)); }
  bool track_gains() override;
  std::int32_t map_max() override;
  Extraction map_extract(std::int32_t threshold, int cap) override;
  void map_read_at(std::span<const Candidate> c, std::span<std::int32_t> out) override;
  std::int64_t count_eq(int target) override { return check(module_.count_eq(target)); }
  std::int64_t count_deficit() override { return check(module_.count_deficit()); }
  void read_cnt(Point offset, std::span<std::int32_t> out) override;
  /// Offered unless mu > 1 meets multiplicities above 1, which lists do not tell.
  const Incidence* incidence() const override { return incidence_ ? &*incidence_ : nullptr; }

 private:
  void open();
  /// Passes an answer on; throws OracleError for a negative one.
  std::int64_t check(long long answer) const;

  const IncidenceLibrary module_;
  const SetSystem& system_;
  const int mu_;
  std::int64_t capacity_ = 0;
  Costs costs_;
  std::optional<SystemIncidence> incidence_;
  long long device_bytes_ = 0;
  long long host_bytes_ = 0;
};

}  // namespace coldcore::search
