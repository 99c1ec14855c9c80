// SPDX-License-Identifier: Apache-2.0
#include "walk_table.hpp"

#include <algorithm>
#include <utility>

#include "block_choice.hpp"
#include "low_sets.hpp"

namespace coldcore::core {
namespace {

// Long enough to hide the hand-over to another thread.
constexpr std::int64_t kSliceWork = 2048;

int lowest_shift(std::uint64_t high) { return high == 0 ? 0 : __builtin_ctzll(high) & ~3; }

std::uint64_t rest_of(std::uint64_t high) {
  return high & ~(std::uint64_t{15} << lowest_shift(high));
}

Step step_of(std::uint64_t high) {
  const int shift = lowest_shift(high);
  return static_cast<Step>(shift << 2 | (high >> shift & 15));
}

bool in_group_order(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t rest_a = rest_of(a);
  const std::uint64_t rest_b = rest_of(b);
  return rest_a != rest_b ? rest_a < rest_b : a < b;
}

}  // namespace

WalkTable::WalkTable(const Shape& shape, const SupportTable& table, const StepCosts* costs)
    : WalkTable(shape, table, costs, choose_block(shape, table, costs)) {}

WalkTable::WalkTable(const Shape& shape, const SupportTable& table, const StepCosts* costs,
                     LowBlock block)
    : stencils_(block, budget_count(costs, block)) {
  const int low_axes = block.axes;
  LowSets sets(low_axes);
  std::vector<std::uint8_t> set_of_run;
  for_each_run(table.patterns(), low_axes, [&](auto run) {
    set_of_run.push_back(static_cast<std::uint8_t>(sets.number_of(run)));
  });

  LowReach reach(shape, costs, block);
  for (int set = 0; set < sets.size(); ++set) {
    stencils_.add(reach, sets.example(set));
    std::vector<std::uint64_t> high_parts;
    auto of_run = set_of_run.begin();
    for_each_run(table.patterns(), low_axes, [&](auto run) {
      if (*of_run++ == set) high_parts.push_back(run[0] - low_part(run[0], low_axes));
    });
    add_set(std::move(high_parts));
  }
}

void WalkTable::add_set(std::vector<std::uint64_t> high_parts) {
  std::sort(high_parts.begin(), high_parts.end(), in_group_order);
  const std::size_t first_group = rests_.size();
  for (const std::uint64_t high : high_parts) {
    if (rests_.size() == first_group || rest_of(high) != rests_.back()) {
      rests_.push_back(rest_of(high));
      first_.push_back(first_.back());
    }
    steps_.push_back(step_of(high));
    ++first_.back();
  }
  const int set = slices_.empty() ? 0 : static_cast<int>(slices_.back().set) + 1;
  const Stencil example = stencils_.at(set, stencils_.budgets() - 1, block().size / 2);
  add_slices(set, first_group, 1 + example.chunk_count + example.single_count);
}

void WalkTable::add_slices(int set, std::size_t begin, std::int64_t work_a_block) {
  std::int64_t work = 0;
  for (std::size_t group = begin; group < rests_.size(); ++group) {
    work += std::ssize(steps(group)) * work_a_block;
    if (work < kSliceWork && group + 1 < rests_.size()) continue;
    slices_.push_back({static_cast<std::uint32_t>(set), static_cast<std::uint32_t>(begin),
                       static_cast<std::uint32_t>(group + 1)});
    begin = group + 1;
    work_ += work;
    work = 0;
  }
}

std::int64_t WalkTable::bytes() const {
  return stencils_.bytes() +
         static_cast<std::int64_t>(slices_.size() * sizeof(Slice) +
                                   rests_.size() * sizeof(std::uint64_t) +
                                   first_.size() * sizeof(std::uint32_t) + steps_.size());
}

}  // namespace coldcore::core
