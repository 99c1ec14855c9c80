// SPDX-License-Identifier: Apache-2.0
//
// Cuts the axes into sweeps and the space into tiles, and hands the tiles to the host's threads. A
// sweep takes as many axes as let a tile stay in the second-level cache, so that the planes cross
// the memory bus once a sweep instead of once an axis.
#include <cstdlib>

#include "axes.hpp"

namespace hamming {
namespace {

constexpr std::int64_t kTileBytes = std::int64_t{256} << 10;

/// Rows between the planes of a tile: without them the planes of a power-of-two tile would share
/// cache sets and evict each other.
constexpr std::int64_t kPlaneSkew = 3;

/// The first sweep is not widened below this many tiles: threads share them.
constexpr std::int64_t kMinTiles = 8;

/// NAME_bind and NAME_axes have one caller at a time, so plain globals do.
const coldcore_view* bound_view = nullptr;
std::uint32_t* tile_memory = nullptr;
std::size_t tile_memory_bytes = 0;

/// One sweep at work; the tasks' argument.
struct Job {
  const Sweep* sweep;
  SweepTiles sweep_tiles;
  std::int64_t tile_words;
};

SweepTiles choose_sweep(int isa) {
#ifdef COLDCORE_HAVE_AVX512
  if (isa >= COLDCORE_ISA_AVX512) return avx512::sweep_tiles;
#endif
#ifdef COLDCORE_HAVE_AVX2
  if (isa >= COLDCORE_ISA_AVX2) return avx2::sweep_tiles;
#endif
  (void)isa;
  return portable::sweep_tiles;
}

std::int64_t stride_of(const coldcore_view& view, int axis) {
  return axis < view.n ? view.stride[axis] : view.size;
}

std::int64_t tile_words(const Sweep& sweep) {
  return sweep.plane_words * (window_after(sweep.last, sweep.n, sweep.R).high + 1);
}

/// Whether a sweep that starts at `first` should take the axes up to last-1 rather than one fewer.
bool worth_widening(const coldcore_view& view, int R, int first, int last) {
  const std::int64_t rows = stride_of(view, last) / view.stride[first];
  const int planes = window_after(last, view.n, R).high + 1;
  if (rows * kLanes * planes * 4 > kTileBytes) return false;
  if (first > 0 || stride_of(view, last - 1) < kLanes) return true;
  return view.size / rows >= kMinTiles * kLanes;
}

/// The lanes of the first sweep are blocks of neighbouring words, so that its rows are neighbours
/// in memory; those of the others are neighbouring words, at least kLanes of them.
Sweep make_sweep(const coldcore_view& view, int R, int first) {
  Sweep sweep{};
  sweep.n = view.n;
  sweep.R = R;
  sweep.first = first;
  sweep.last = first + 1;
  while (sweep.last < view.n && worth_widening(view, R, first, sweep.last + 1)) ++sweep.last;
  sweep.ax = view.ax;
  sweep.stride = view.stride;
  for (int d = 0; d <= R; ++d) sweep.planes[d] = reinterpret_cast<std::uint32_t*>(view.planes[d]);

  sweep.row_stride = view.stride[first];
  sweep.rows = stride_of(view, sweep.last) / sweep.row_stride;
  sweep.plane_words = (sweep.rows + kPlaneSkew) * kLanes;
  sweep.lane_stride = first == 0 ? sweep.rows : 1;
  sweep.span_lanes = first == 0 ? view.size / sweep.rows : sweep.row_stride;
  sweep.span_stride = sweep.span_lanes * sweep.rows;
  sweep.span_tiles = (sweep.span_lanes + kLanes - 1) / kLanes;
  sweep.tiles = view.size / sweep.span_stride * sweep.span_tiles;
  return sweep;
}

bool reserve_tiles(std::size_t bytes) {
  if (bytes <= tile_memory_bytes) return true;
  std::free(tile_memory);
  tile_memory = static_cast<std::uint32_t*>(std::aligned_alloc(64, bytes));
  tile_memory_bytes = tile_memory == nullptr ? 0 : bytes;
  return tile_memory != nullptr;
}

void run_tiles(void* arg, std::int64_t begin, std::int64_t end, std::int32_t worker) {
  const Job& job = *static_cast<const Job*>(arg);
  job.sweep_tiles(*job.sweep, tile_memory + worker * job.tile_words, begin, end);
}

bool run_sweep(const coldcore_services& services, const Sweep& sweep, int threads) {
  Job job{&sweep, choose_sweep(services.isa), tile_words(sweep)};
  if (!reserve_tiles(static_cast<std::size_t>(services.threads * job.tile_words) * 4)) return false;
  services.parallel_for(sweep.tiles, 0, threads, run_tiles, &job);
  return true;
}

}  // namespace

int bind(const coldcore_view* view) {
  bound_view = view;
  if (view == nullptr) {
    std::free(tile_memory);
    tile_memory = nullptr;
    tile_memory_bytes = 0;
  }
  return COLDCORE_PLUGIN_OK;
}

int axes(int out_mode, int threads) {
  if (bound_view == nullptr) return COLDCORE_PLUGIN_E_STATE;
  const coldcore_view& view = *bound_view;
  const bool to_counts = out_mode == 2 && view.source_kind == COLDCORE_SOURCE_WORDS;
  if (out_mode != 1 && !to_counts) return COLDCORE_PLUGIN_E_MODE;

  const int R = view.R < view.n ? view.R : view.n;
  int first = 0;
  while (first < view.n) {
    Sweep sweep = make_sweep(view, R, first);
    if (to_counts) sweep.counts = view.cnt;
    if (!run_sweep(*view.services, sweep, threads)) return COLDCORE_PLUGIN_E_MEMORY;
    first = sweep.last;
  }
  return COLDCORE_PLUGIN_OK;
}

}  // namespace hamming
