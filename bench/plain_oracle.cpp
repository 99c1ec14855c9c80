// SPDX-License-Identifier: Apache-2.0
#include "plain_oracle.hpp"

#include <algorithm>
#include <atomic>
#include <stdexcept>

#include "per_axis_drivers.hpp"
#include "workers.hpp"

namespace coldcore::bench {

PlainOracle::PlainOracle(const coldcore_plugin& family, const Cell& cell)
    : size_(cell.size()),
      cnt_(size_),
      walk_(family, cell),
      map_(per_axis_driver(cell.family, best_isa()), cell, cnt_.data()) {
  std::fill_n(cnt_.data(), size_, std::uint16_t{0});
}

void PlainOracle::recount(std::span<const search::Candidate> chosen) {
  std::fill_n(cnt_.data(), size_, std::uint16_t{0});
  ball_update(chosen, 1);
}

void PlainOracle::ball_update(std::span<const search::Candidate> chosen, int sign) {
  for (const search::Candidate c : chosen) walk_.update(c, sign, cnt_.data());
}

void PlainOracle::ball_gather(std::span<const search::Candidate> c, search::Role role,
                              std::span<std::int32_t> out) {
  if (role != search::Role::kDeficient) throw std::logic_error("gains only");
  words_.assign(c.begin(), c.end());
  walk_.gather(words_, cnt_.data(), out.data());
}

void PlainOracle::loss_map() { throw std::logic_error("gains only"); }

std::int32_t PlainOracle::map_max() {
  std::atomic<std::int32_t> top = 0;
  in_parallel(size_, [&](std::int64_t begin, std::int64_t end) {
    const std::int32_t mine = *std::max_element(map_.field() + begin, map_.field() + end);
    std::int32_t seen = top;
    while (mine > seen && !top.compare_exchange_weak(seen, mine)) {
    }
  });
  return top;
}

search::Extraction PlainOracle::map_extract(std::int32_t threshold, int cap) {
  search::Extraction extraction;
  const std::int32_t* const field = map_.field();
  if (cap == 0) {
    std::atomic<std::int64_t> found = 0;
    in_parallel(size_, [&](std::int64_t begin, std::int64_t end) {
      found += std::count_if(field + begin, field + end,
                             [=](std::int32_t value) { return value >= threshold; });
    });
    extraction.found = found;
    return extraction;
  }
  for (std::int64_t x = 0; x < size_; ++x) {
    if (field[x] < threshold || extraction.found++ >= cap) continue;
    extraction.candidates.push_back(x);
    extraction.values.push_back(field[x]);
  }
  return extraction;
}

void PlainOracle::map_read_at(std::span<const search::Candidate> c, std::span<std::int32_t> out) {
  for (std::size_t i = 0; i < c.size(); ++i) out[i] = map_.field()[c[i]];
}

std::int64_t PlainOracle::count_eq(int target) {
  return std::count(cnt_.begin(), cnt_.end(), static_cast<std::uint16_t>(target));
}

void PlainOracle::read_cnt(search::Point offset, std::span<std::int32_t> out) {
  std::copy_n(cnt_.data() + offset, out.size(), out.begin());
}

}  // namespace coldcore::bench
