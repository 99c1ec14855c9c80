// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "cell.hpp"
#include "error.hpp"

namespace coldcore::incidence {
namespace {

// Less is done by the caller before another thread has woken.
constexpr std::int64_t kMapPerChunk = std::int64_t{1} << 18;
constexpr int kMostBins = 4096;

/// Where each chunk's finds go: starts[i] of the array of all finds, and their number at the end.
std::vector<std::int64_t> find_starts(const std::int32_t* map, std::int64_t count, std::int32_t thr,
                                      Workers& workers) {
  std::vector<std::int64_t> starts(static_cast<std::size_t>((count - 1) / kMapPerChunk + 2));
  workers.run(count, kMapPerChunk, [&](std::int64_t begin, std::int64_t end, int) {
    // A lone worker gets all in one piece.
    for (std::int64_t first = begin; first < end; first += kMapPerChunk) {
      const std::int64_t last = std::min(first + kMapPerChunk, end);
      starts[static_cast<std::size_t>(first / kMapPerChunk) + 1] =
          std::count_if(map + first, map + last, [thr](std::int32_t v) { return v >= thr; });
    }
  });
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  return starts;
}

}  // namespace

void Cell::need_map() const {
  if (!has_map_) fail(SPARSE_E_NO_MAP, "the map holds no field; compute one by sparse_field");
}

void Cell::map_max(std::int32_t* out) {
  need_map();
  if (out == nullptr) fail(SPARSE_E_NULL, "out is NULL");
  const auto* map = map_.as<std::int32_t>();
  if (tracked_ >= 0) {
    *out = index_->maxima.max(map);
    return;
  }
  *out = workers_->reduce(
      rows_.candidate_count(), kMapPerChunk, std::numeric_limits<std::int32_t>::min(),
      [=](std::int64_t begin, std::int64_t end) {
        std::int32_t most = map[begin];
        for (std::int64_t c = begin; c < end; ++c) most = std::max(most, map[c]);
        return most;
      },
      [](std::int32_t a, std::int32_t b) { return std::max(a, b); });
}

void Cell::map_hist(int nbins, std::int32_t vmax, std::int32_t* out) const {
  need_map();
  if (out == nullptr) fail(SPARSE_E_NULL, "out is NULL");
  if (nbins < 1 || nbins > kMostBins) {
    fail(SPARSE_E_ARGUMENT, "nbins = {}, but it must be in 1..{}", nbins, kMostBins);
  }
  if (vmax < 1) fail(SPARSE_E_ARGUMENT, "vmax = {}, but it must be at least 1", vmax);
  std::vector<std::vector<std::int64_t>> bins(
      static_cast<std::size_t>(workers_->count()),
      std::vector<std::int64_t>(static_cast<std::size_t>(nbins)));
  const auto* map = map_.as<std::int32_t>();
  workers_->run(rows_.candidate_count(), kMapPerChunk,
                [&](std::int64_t begin, std::int64_t end, int worker) {
                  std::vector<std::int64_t>& mine = bins[static_cast<std::size_t>(worker)];
                  for (std::int64_t c = begin; c < end; ++c) {
                    if (map[c] <= 0) continue;
                    const std::int64_t bin = (map[c] - std::int64_t{1}) * nbins / vmax;
                    ++mine[static_cast<std::size_t>(std::min<std::int64_t>(bin, nbins - 1))];
                  }
                });
  for (int b = 0; b < nbins; ++b) {
    std::int64_t sum = 0;
    for (const auto& mine : bins) sum += mine[static_cast<std::size_t>(b)];
    constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
    out[b] = static_cast<std::int32_t>(std::min(sum, kMost));
  }
}

std::int64_t Cell::map_extract(std::int32_t thr, std::int64_t* idx, std::int32_t* val, int cap) {
  need_map();
  if ((idx == nullptr || val == nullptr) && cap > 0) {
    fail(SPARSE_E_NULL, "{} is NULL", idx == nullptr ? "idx" : "val");
  }
  if (cap < 0) fail(SPARSE_E_ARGUMENT, "cap = {}, but it must not be negative", cap);
  const std::int64_t room = std::min(cap, extract_cap_);
  if (tracked_ < 0) return extract(thr, idx, val, room);
  return index_->maxima.extract(map_.as<std::int32_t>(), thr, idx, val, room);
}

std::int64_t Cell::extract(std::int32_t thr, std::int64_t* idx, std::int32_t* val,
                           std::int64_t room) const {
  const auto* map = map_.as<std::int32_t>();
  const std::int64_t count = rows_.candidate_count();
  const std::vector<std::int64_t> starts = find_starts(map, count, thr, *workers_);
  workers_->run(count, kMapPerChunk, [&](std::int64_t begin, std::int64_t end, int) {
    std::int64_t at = starts[static_cast<std::size_t>(begin / kMapPerChunk)];
    for (std::int64_t c = begin; c < end && at < std::min(room, starts.back()); ++c) {
      if (map[c] < thr) continue;
      idx[at] = c;
      val[at++] = map[c];
    }
  });
  return starts.back();
}

void Cell::map_read_at(Candidates candidates, std::int32_t* out) const {
  need_map();
  if (out == nullptr && !candidates.empty()) fail(SPARSE_E_NULL, "out is NULL");
  check_candidates(candidates);
  const auto* map = map_.as<std::int32_t>();
  std::transform(candidates.begin(), candidates.end(), out, [map](long long c) { return map[c]; });
}

}  // namespace coldcore::incidence
