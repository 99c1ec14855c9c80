// SPDX-License-Identifier: Apache-2.0
//
// The fused driver: carries out a plan. Included by one translation unit per instruction set.
#pragma once

#include <coldcore/sdk/last_pass.hpp>

namespace coldcore::sdk {
namespace {

template <class Pass>
void run_tiles(void* arg, std::int64_t begin, std::int64_t end, std::int32_t worker) {
  Pass pass(*static_cast<const Job*>(arg), worker);
  for (std::int64_t number = begin; number < end; ++number) pass.run(number);
}

/// plane 0 = the multiset, for a driver that reads words itself.
inline void place_words(const coldcore_view& view, int threads) {
  const auto clear = [](void* arg, std::int64_t begin, std::int64_t end, std::int32_t) {
    auto* const plane = static_cast<std::int32_t*>(arg);
    __builtin_memset(plane + begin, 0, static_cast<std::size_t>(end - begin) * sizeof *plane);
  };
  view.services->parallel_for(view.size, 0, threads, clear, view.planes[0]);
  for (std::int64_t i = 0; i < view.nwords; ++i) ++view.planes[0][view.words[i]];
}

/// As many as leave enough tasks for all workers.
inline std::int64_t blocks_together(std::int64_t tiles, std::int64_t workers) {
  constexpr std::int64_t kTasksOfWorker = 8;
  const std::int64_t together = tiles / (kTasksOfWorker * workers);
  return together < 1 ? 1 : together < kMostBlocksTogether ? together : kMostBlocksTogether;
}

/// Carries out a plan. scratch: [workers * scratch_bytes(plan)], 64-byte aligned.
template <class Family>
void run_plan(const coldcore_view& view, const Plan& plan, int out_mode, int threads,
              std::uint8_t* scratch) {
  if (view.source_kind == COLDCORE_SOURCE_WORDS) place_words(view, threads);
  Job job = {view, plan, Source(view), scratch, scratch_bytes(plan)};
  job.to_counts = out_mode == 2;
  auto* const base = static_cast<std::uint8_t*>(view.private_storage);
  const auto parallel_for = view.services->parallel_for;
  for (job.g = 0; job.g + 1 < plan.groups; ++job.g) {
    job.from = job.to;
    job.to = storage_after(plan, job.g, base);
    const std::int64_t columns = plan.outer / plan.group[job.g].rows;
    job.blocks_together = blocks_together(columns * plan.line_blocks(), view.services->threads);
    parallel_for(columns * block_pieces(plan, job.blocks_together), 0, threads,
                 run_tiles<UpperPass<Family>>, &job);
  }
  job.from = job.to;
  parallel_for(plan.outer_padded() / kLine, 0, threads, run_tiles<LastPass<Family>>, &job);
}

}  // namespace
}  // namespace coldcore::sdk
