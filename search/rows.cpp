// SPDX-License-Identifier: Apache-2.0
#include "rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "parallel.hpp"

namespace coldcore::search {
namespace {

/// Replaces a vector by list i.
using ListSource = std::function<void(std::int64_t, std::vector<std::int64_t>&)>;

/// The largest Index is left free for marks.
constexpr std::int64_t kMostIndices = std::numeric_limits<Index>::max() - 1;

/// Lists that one thread takes at a time.
constexpr std::int64_t kBlock = 64;

/// Calls visit(i, list i) for all lists, from several threads.
template <class Visit>
void for_each_list(std::int64_t count, const ListSource& source, int threads, const Visit& visit) {
  run_parallel((count + kBlock - 1) / kBlock, threads, [&](std::int64_t block, int) {
    std::vector<std::int64_t> list;
    const std::int64_t end = std::min(count, (block + 1) * kBlock);
    for (std::int64_t i = block * kBlock; i < end; ++i) {
      source(i, list);
      visit(i, list);
    }
  });
}

/// Two passes over the source, because a first copy of the entries would double the peak memory.
Lists write_lists(std::int64_t count, const ListSource& source, int threads) {
  Lists lists;
  lists.offsets.assign(static_cast<std::size_t>(count) + 1, 0);
  for_each_list(count, source, threads, [&](std::int64_t i, const auto& list) {
    lists.offsets[static_cast<std::size_t>(i) + 1] = static_cast<std::int64_t>(list.size());
  });
  std::partial_sum(lists.offsets.begin(), lists.offsets.end(), lists.offsets.begin());
  lists.entries.resize(static_cast<std::size_t>(lists.offsets.back()));
  for_each_list(count, source, threads, [&](std::int64_t i, const auto& list) {
    Index* out = lists.entries.data() + lists.offsets[static_cast<std::size_t>(i)];
    std::transform(list.begin(), list.end(), out, [](auto e) { return static_cast<Index>(e); });
  });
  return lists;
}

void check_count(std::int64_t count, const char* what) {
  if (count <= kMostIndices) return;
  throw std::length_error(fmt::format("{} {} are too many for explicit rows; the limit is {}",
                                      count, what, kMostIndices));
}

}  // namespace

Lists transpose(const Lists& lists, std::int64_t count) {
  Lists out;
  out.offsets.assign(static_cast<std::size_t>(count) + 1, 0);
  for (const Index x : lists.entries) ++out.offsets[std::size_t{x} + 1];
  std::partial_sum(out.offsets.begin(), out.offsets.end(), out.offsets.begin());
  out.entries.resize(lists.entries.size());
  std::vector<std::int64_t> next(out.offsets.begin(), out.offsets.end() - 1);
  for (Index i = 0; static_cast<std::int64_t>(i) < lists.count(); ++i) {
    for (const Index x : lists[i]) out.entries[static_cast<std::size_t>(next[x]++)] = i;
  }
  return out;
}

Rows::Rows(Lists points, Lists candidates, bool symmetric)
    : points_(std::move(points)), candidates_(std::move(candidates)), symmetric_(symmetric) {
  const auto& offsets = points_.offsets;
  for (std::size_t i = 1; i < offsets.size(); ++i) {
    longest_ = std::max(longest_, offsets[i] - offsets[i - 1]);
  }
}

Rows build_rows(const Incidence& incidence, std::int64_t candidate_count, std::int64_t point_count,
                int threads) {
  check_count(candidate_count, "candidates");
  check_count(point_count, "points");
  Lists points = write_lists(
      candidate_count, [&](auto c, auto& out) { incidence.points_of(c, out); }, threads);
  if (incidence.symmetric()) return {std::move(points), Lists{}, true};
  Lists candidates = write_lists(
      point_count, [&](auto x, auto& out) { incidence.candidates_of(x, out); }, threads);
  return {std::move(points), std::move(candidates), false};
}

std::int64_t rows_bytes(const Incidence& incidence, std::int64_t candidate_count,
                        std::int64_t point_count) {
  const std::int64_t directions = incidence.symmetric() ? 1 : 2;
  const std::int64_t lists =
      candidate_count + (incidence.symmetric() ? 0 : point_count) + directions;
  std::int64_t bytes = 0;
  const auto per_entry = static_cast<std::int64_t>(sizeof(Index)) * directions;
  const auto per_list = static_cast<std::int64_t>(sizeof(std::int64_t));
  if (__builtin_mul_overflow(incidence.entry_bound(), per_entry, &bytes) ||
      __builtin_add_overflow(bytes, lists * per_list, &bytes)) {
    return std::numeric_limits<std::int64_t>::max();
  }
  return bytes;
}

}  // namespace coldcore::search
