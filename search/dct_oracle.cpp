// SPDX-License-Identifier: Apache-2.0
#include "dct_oracle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "engine_calls.hpp"
#include "placement.hpp"

namespace coldcore::search {

namespace {

[[noreturn]] void fail(const EngineLibrary& engine, long long code) {
  throw OracleError(static_cast<int>(code), engine.last_error());
}

const coldcore_plugin& load_family(const EngineLibrary& engine, const std::string& name) {
  const coldcore_plugin* family = nullptr;
  const int code = engine.plugin_load(name.c_str(), &family);
  if (code != DCT_OK) fail(engine, code);
  return *family;
}

std::int64_t plane_bytes(const coldcore_plugin& family, const Problem& problem, int layers,
                         std::int64_t words) {
  if (family.plane_bytes == nullptr) return 4 * layers * words;
  const int n = static_cast<int>(problem.axes.size());
  return 4 * words + family.plane_bytes(n, problem.axes.data(), problem.radius);
}

}  // namespace

DctOracle::DctOracle(const EngineLibrary& engine, const Problem& problem)
    : engine_(engine),
      family_(load_family(engine, problem.family)),
      table_(family_, problem.axes, problem.radius),
      mu_(problem.mu) {
  open(problem);
  try {
    set_mu();
  } catch (...) {
    engine_.free();
    throw;
  }
}

DctOracle::~DctOracle() { engine_.free(); }

void DctOracle::open(const Problem& problem) {
  const int n = static_cast<int>(problem.axes.size());
  int layers = 1;
  // The table, which is here by now, has had the shape accepted.
  family_.validate(n, problem.axes.data(), problem.radius, &layers);
  const Placement placement =
      choose_placement(plane_bytes(family_, problem, layers, table_.words()), 2 * table_.words(),
                       placement_budget());
  const auto patterns = table_.patterns();
  check(engine_.init3(family_.id, n, problem.axes.data(), problem.radius, patterns.data(),
                      static_cast<long long>(patterns.size()),
                      static_cast<int>(std::min(kExtractCap, table_.words())), &bytes_,
                      placement.layers_mode, placement.cnt_mode, 0));
}

void DctOracle::set_mu() {
  if (engine_.set_mu != nullptr) {
    check(engine_.set_mu(mu_));
  } else if (mu_ != 1) {
    throw OracleError(
        DCT_E_ARGUMENT,
        fmt::format("mu is {}, but the engine {} has no dct_set_mu: only mu = 1 works", mu_,
                    engine_.file.string()));
  }
}

std::int64_t DctOracle::check(long long answer) const {
  if (answer < 0) fail(engine_, answer);
  return answer;
}

void DctOracle::recount(std::span<const Candidate> chosen) {
  if (static_cast<std::int64_t>(chosen.size()) > kCapacity) {  // Before the cast to int.
    throw OracleError(DCT_E_CAPACITY, fmt::format("{} occurrences: the engine counts at most {}",
                                                  chosen.size(), kCapacity));
  }
  check(engine_.set_code(chosen.empty() ? nullptr : engine_indices(chosen),
                         static_cast<int>(chosen.size())));
  check(engine_.transform(0, 2));
}

void DctOracle::ball_update(std::span<const Candidate> chosen, int sign) {
  if (chosen.empty()) return;
  check(engine_.ball_update(engine_indices(chosen), static_cast<int>(chosen.size()), sign));
}

void DctOracle::ball_gather(std::span<const Candidate> c, Role role, std::span<std::int32_t> out) {
  if (c.empty()) return;
  check(engine_.ball_gather(engine_indices(c), static_cast<int>(c.size()), static_cast<int>(role),
                            out.data()));
}

std::int32_t DctOracle::map_max() {
  std::int32_t value = 0;
  check(engine_.map_max(&value));
  return value;
}

Extraction DctOracle::map_extract(std::int32_t threshold, int cap) {
  return extract(cap, [&](auto* candidates, auto* values, int room) {
    return check(engine_.map_extract64(threshold, candidates, values, room));
  });
}

void DctOracle::map_read_at(std::span<const Candidate> c, std::span<std::int32_t> out) {
  if (c.empty()) return;
  check(engine_.map_read_at(engine_indices(c), static_cast<int>(c.size()), out.data()));
}

std::int64_t DctOracle::count_deficit() {
  if (engine_.count_deficit != nullptr) return check(engine_.count_deficit());
  std::int64_t deficit = 0;
  for (int target = 0; target < mu_; ++target) deficit += (mu_ - target) * count_eq(target);
  return deficit;
}

void DctOracle::read_cnt(Point offset, std::span<std::int32_t> out) {
  std::vector<std::uint16_t> narrow(out.size());
  if (narrow.empty()) return;
  check(engine_.read_cnt(offset, static_cast<long long>(narrow.size()), narrow.data()));
  std::copy(narrow.begin(), narrow.end(), out.begin());
}

}  // namespace coldcore::search
