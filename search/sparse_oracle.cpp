// SPDX-License-Identifier: Apache-2.0
#include "sparse_oracle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "engine_calls.hpp"
#include "placement.hpp"

namespace coldcore::search {

namespace {

[[noreturn]] void fail(const IncidenceLibrary& module, long long code) {
  const std::string line =
      module.last_error != nullptr
          ? module.last_error()
          : fmt::format("the incidence module answers {}; its line is on stderr", code);
  throw OracleError(static_cast<int>(code), line);
}

/// The module takes signed points: it refuses more than INT32_MAX of them.
const std::int32_t* points_of(const SetSystem& system) {
  return reinterpret_cast<const std::int32_t*>(system.points.entries.data());
}

const std::int32_t* data_or_null(const std::vector<std::int32_t>& numbers) {
  return numbers.empty() ? nullptr : numbers.data();
}

std::int32_t largest_multiplicity(const SetSystem& system) {
  const auto& all = system.multiplicities;
  return all.empty() ? 1 : *std::max_element(all.begin(), all.end());
}

/// The length of all rows; 0 where they differ or are empty.
int common_length(const SetSystem& system) {
  const auto& offsets = system.points.offsets;
  if (offsets.size() < 2) return 0;
  const std::int64_t length = offsets[1];
  for (std::size_t c = 1; c < offsets.size(); ++c) {
    if (offsets[c] - offsets[c - 1] != length) return 0;
  }
  return static_cast<int>(length);
}

/// What the incidence takes, and what everything else of the cell does.
Placement choose_incidence_placement(const SetSystem& system) {
  const std::int64_t candidates = system.candidate_count();
  const std::int64_t entries = std::ssize(system.points.entries);
  const std::int64_t weights = system.multiplicities.empty() ? 0 : 4 * entries;
  const std::int64_t incidence = 4 * entries + weights + 8 * (candidates + 1);
  const std::int64_t rest = 4 * candidates + 8 * system.point_count + 12 * kExtractCap;
  return choose_placement(incidence, rest, placement_budget());
}

/// The system's costs, or none where all are 1. Throws where they are out of range.
Costs checked_costs(const SetSystem& system, int mu) {
  constexpr std::int64_t kMostCost = std::int64_t{1} << 62;
  std::int64_t sum = 0;
  bool unit = true;
  for (std::size_t c = 0; c < system.costs.size(); ++c) {
    const std::int64_t cost = system.costs[c];
    unit = unit && cost == 1;
    if (cost >= 1 && !__builtin_add_overflow(sum, cost, &sum) && sum < kMostCost / mu) continue;
    throw OracleError(
        SPARSE_E_ARGUMENT,
        fmt::format("the cost of candidate {} is {}: costs have to be at least 1, and mu times "
                    "their sum below 2^62",
                    c, cost));
  }
  return unit ? Costs() : Costs(system.costs);
}

}  // namespace

SparseOracle::SparseOracle(const IncidenceLibrary& module, const SetSystem& system, int mu)
    : module_(module),
      system_(system),
      mu_(mu),
      capacity_(std::numeric_limits<std::int32_t>::max() / largest_multiplicity(system)) {
  open();
  try {
    check(module_.set_mu(mu_));
    costs_ = checked_costs(system_, mu_);
    if (mu_ == 1 || largest_multiplicity(system_) == 1) incidence_.emplace(system_);
  } catch (...) {
    module_.free();
    throw;
  }
}

SparseOracle::~SparseOracle() { module_.free(); }

void SparseOracle::open() {
  const SetSystem& s = system_;
  const int mode = choose_incidence_placement(s).layers_mode;
  const auto cap = static_cast<int>(std::clamp<std::int64_t>(s.candidate_count(), 1, kExtractCap));
  const int length = common_length(s);
  if (length > 0 && s.multiplicities.empty() && s.point_weights.empty()) {
    check(module_.init(s.candidate_count(), length, s.point_count, points_of(s), mode, cap,
                       &device_bytes_, &host_bytes_));
    return;
  }
  check(module_.init_csr(s.candidate_count(), s.point_count, std::ssize(s.points.entries),
                         s.points.offsets.data(), points_of(s), data_or_null(s.multiplicities),
                         data_or_null(s.point_weights), mode, cap, &device_bytes_, &host_bytes_));
}

std::int64_t SparseOracle::check(long long answer) const {
  if (answer < 0) fail(module_, answer);
  return answer;
}

void SparseOracle::recount(std::span<const Candidate> chosen) {
  check(module_.recount(chosen.empty() ? nullptr : engine_indices(chosen), std::ssize(chosen)));
}

void SparseOracle::ball_update(std::span<const Candidate> chosen, int sign) {
  if (chosen.empty()) return;
  check(module_.ball_update(engine_indices(chosen), std::ssize(chosen), sign));
}

void SparseOracle::ball_gather(std::span<const Candidate> c, Role role,
                               std::span<std::int32_t> out) {
  if (c.empty()) return;
  check(module_.ball_gather(engine_indices(c), std::ssize(c), static_cast<int>(role), out.data()));
}

bool SparseOracle::track_gains() {
  if (module_.index == nullptr || module_.track == nullptr) return false;
  return module_.index(1, nullptr) == SPARSE_OK && module_.track(0) == SPARSE_OK;
}

std::int32_t SparseOracle::map_max() {
  std::int32_t value = 0;
  check(module_.map_max(&value));
  return value;
}

Extraction SparseOracle::map_extract(std::int32_t threshold, int cap) {
  return extract(cap, [&](auto* candidates, auto* values, int room) {
    return check(module_.map_extract(threshold, candidates, values, room));
  });
}

void SparseOracle::map_read_at(std::span<const Candidate> c, std::span<std::int32_t> out) {
  if (c.empty()) return;
  check(module_.map_read_at(engine_indices(c), std::ssize(c), out.data()));
}

void SparseOracle::read_cnt(Point offset, std::span<std::int32_t> out) {
  if (out.empty()) return;
  check(module_.read_cnt(offset, std::ssize(out), out.data()));
}

}  // namespace coldcore::search
