// SPDX-License-Identifier: Apache-2.0
#include "support_table.hpp"

#include <coldcore/dct.h>
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "coverage.hpp"

namespace coldcore::search {

namespace {

std::vector<std::uint64_t> read_table(const coldcore_plugin& family, std::span<const int> axes,
                                      int radius) {
  const int n = static_cast<int>(axes.size());
  int layers = 0;
  if (const int code = family.validate(n, axes.data(), radius, &layers);
      code != COLDCORE_PLUGIN_OK) {
    throw OracleError(DCT_E_REFUSED, fmt::format("{} does not take these axes with R = {}: {}",
                                                 family.name, radius, family.info->limits));
  }
  const long long length = family.table(n, axes.data(), radius, nullptr, 0);
  if (length < 1) {
    throw OracleError(DCT_E_PLUGIN,
                      fmt::format("{}: no support table for this shape and radius", family.name));
  }
  std::vector<std::uint64_t> patterns(static_cast<std::size_t>(length));
  if (family.table(n, axes.data(), radius, patterns.data(), length) != length) {
    throw OracleError(
        DCT_E_PLUGIN,
        fmt::format("{}: two calls gave support tables of different lengths", family.name));
  }
  return patterns;
}

}  // namespace

std::unique_ptr<const Incidence> coverage_of(const coldcore_plugin& family,
                                             std::span<const int> axes, int radius) {
  return std::make_unique<SupportTable>(family, axes, radius);
}

SupportTable::SupportTable(const coldcore_plugin& family, std::span<const int> axes, int radius)
    : axes_(axes.begin(), axes.end()),
      radius_(radius),
      patterns_(read_table(family, axes, radius)) {
  for (const int size : axes_) words_ *= size;
  resolved_ = family.axis_cost != nullptr;
  largest_cost_counts_ = resolved_ && family.info->cost_rule == COLDCORE_COST_MAX;
  tabulate_steps(family);
}

void SupportTable::tabulate_steps(const coldcore_plugin& family) {
  steps_.resize(axes_.size());
  std::int64_t stride = 1;
  for (std::size_t j = 0; j < axes_.size(); ++j) {
    const int size = axes_[j];
    for (int digit = 0; digit < size; ++digit) {
      for (int shift = 1; shift < size; ++shift) {
        const int target = (digit + shift) % size;
        Step& step = steps_[j][static_cast<std::size_t>(digit)][static_cast<std::size_t>(shift)];
        step.offset = stride * (target - digit);
        step.cost = resolved_ ? family.axis_cost(size, radius_, digit, target) : 0;
      }
    }
    stride *= size;
  }
}

std::int64_t SupportTable::entry_bound() const {
  const auto length = static_cast<std::int64_t>(patterns_.size());
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  return words_ > kMost / length ? kMost : words_ * length;
}

SupportTable::StepsOfWord SupportTable::steps_from(Candidate c) const {
  StepsOfWord steps{};
  for (std::size_t j = 0; j < axes_.size(); ++j) {
    steps[j] = &steps_[j][static_cast<std::size_t>(c % axes_[j])];
    c /= axes_[j];
  }
  return steps;
}

bool SupportTable::offset_of(std::uint64_t pattern, const StepsOfWord& steps,
                             std::int64_t& offset) const {
  std::int32_t total = 0;
  offset = 0;
  for (; pattern != 0; pattern >>= 8U) {
    const Step& step = (*steps[(pattern >> 4U) & 15U])[pattern & 15U];
    if (step.cost < 0) return false;
    total = largest_cost_counts_ ? std::max(total, step.cost) : total + step.cost;
    offset += step.offset;
  }
  return total <= radius_;  // Without prices every cost is 0.
}

void SupportTable::points_of(Candidate c, std::vector<Point>& out) const {
  const StepsOfWord steps = steps_from(c);
  out.clear();
  out.reserve(patterns_.size());
  for (const std::uint64_t pattern : patterns_) {
    std::int64_t offset = 0;
    if (offset_of(pattern, steps, offset)) out.push_back(c + offset);
  }
  std::sort(out.begin(), out.end());
}

}  // namespace coldcore::search
