// SPDX-License-Identifier: Apache-2.0
#include "block_choice.hpp"

#include <optional>
#include <vector>

#include "low_sets.hpp"
#include "stencil_set.hpp"

namespace coldcore::core {
namespace {

// Stencils of all places serve a batch of words, so they should stay in a second-level cache.
constexpr std::int64_t kMostBytes = 1 << 20;
// Compiling them takes some tens of milliseconds.
constexpr std::int64_t kMostPlacements = 4 << 20;

struct Estimate {
  std::int64_t operations = 0;  // Of one walk.
  std::int64_t bytes = 0;       // Of the stencils.
  std::int64_t placements = 0;  // Patterns to place for them.
};

/// [set]: how many runs have it; empty if there are too many sets.
std::vector<std::int64_t> count_runs(const SupportTable& table, int low_axes, LowSets& sets) {
  std::vector<std::int64_t> runs(LowSets::kMost + 1);
  for_each_run(table.patterns(), low_axes, [&](auto run) { ++runs[sets.number_of(run)]; });
  if (runs[LowSets::kMost] != 0) runs.clear();
  return runs;
}

/// The word in the middle of a block, from which open boundaries are farthest.
int middle(const Shape& shape, LowBlock block) {
  std::int64_t place = 0;
  for (int p = 0; p < block.axes; ++p) place += shape.ax[p] / 2 * shape.stride[p];
  return static_cast<int>(place);
}

std::optional<Estimate> estimate(const Shape& shape, const SupportTable& table,
                                 const StepCosts* costs, LowBlock block) {
  LowSets sets(block.axes);
  const auto runs = count_runs(table, block.axes, sets);
  if (runs.empty()) return std::nullopt;
  LowReach reach(shape, costs, block);
  reach.set_place(middle(shape, block));
  const std::int64_t budgets = budget_count(costs, block);
  Estimate total;
  StencilLists cut;
  for (int set = 0; set < sets.size(); ++set) {
    const auto patterns = sets.example(set);
    cut.cut(reach.places(patterns, static_cast<int>(budgets) - 1), block.size);
    const std::int64_t chunks = std::ssize(cut.chunks);
    const std::int64_t singles = std::ssize(cut.singles);
    total.operations += runs[set] * (1 + chunks + singles) + chunks;  // Chunks are unpacked once.
    total.bytes += block.size * budgets * StencilSet::bytes_of(cut);
    total.placements += block.size * budgets * std::ssize(patterns);
  }
  return total;
}

}  // namespace

LowBlock choose_block(const Shape& shape, const SupportTable& table, const StepCosts* costs) {
  LowBlock best;
  std::int64_t least = 2 * std::ssize(table.patterns());  // One block and one word an entry.
  std::int64_t size = 1;
  for (int axes = 1; axes <= shape.n; ++axes) {
    size *= shape.ax[axes - 1];
    if (size > kMaxBlock) break;
    const LowBlock block = low_block(shape, axes);
    if (budget_count(costs, block) > kMostBudgets) break;
    const auto counted = estimate(shape, table, costs, block);
    if (!counted || counted->bytes > kMostBytes || counted->placements > kMostPlacements) continue;
    if (counted->operations >= least) continue;
    least = counted->operations;
    best = block;
  }
  return best;
}

}  // namespace coldcore::core
