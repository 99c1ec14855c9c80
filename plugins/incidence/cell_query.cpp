// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "cell.hpp"
#include "error.hpp"
#include "marginal.hpp"

namespace coldcore::incidence {
namespace {

// Less is done by the caller before another thread has woken.
constexpr std::int64_t kCountsPerChunk = std::int64_t{1} << 18;

template <class Rows>
std::int32_t row_field(const Rows& rows, std::int64_t c, int role, const Universe& universe) {
  const bool weighted = is_weighted(role);
  std::int32_t sum = 0;
  for (std::int64_t k = rows.begin(c); k < rows.end(c); ++k) {
    const std::int64_t u = rows.items[k];
    const Level level = level_of(role, universe.cnt[u], universe.mu);
    const std::int32_t value = marginal(level.low, level.high, rows.weights[k]);
    sum += weighted ? value * universe.point_weight(u) : value;
  }
  return sum;
}

/// Copies the first min(cap, size) entries of list i and returns its size.
template <class SomeLists, class Out>
std::int64_t copy_list(const SomeLists& lists, std::int64_t i, Out* items, std::int32_t* weights,
                       long long cap) {
  const std::int64_t first = lists.begin(i);
  const std::int64_t stored = std::min<std::int64_t>(cap, lists.size(i));
  for (std::int64_t k = 0; k < stored; ++k) items[k] = static_cast<Out>(lists.items[first + k]);
  if (weights == nullptr) return lists.size(i);
  for (std::int64_t k = 0; k < stored; ++k) weights[k] = lists.weights[first + k];
  return lists.size(i);
}

void check_list_request(const void* items, long long cap) {
  if (cap < 0) fail(SPARSE_E_ARGUMENT, "cap = {}, but it must not be negative", cap);
  if (items == nullptr && cap > 0) fail(SPARSE_E_NULL, "the array to fill is NULL");
}

}  // namespace

void Cell::ball_gather(Candidates candidates, int role, std::int32_t* out) const {
  if (out == nullptr && !candidates.empty()) fail(SPARSE_E_NULL, "out is NULL");
  if (role < 0) fail(SPARSE_E_ARGUMENT, "role = {}, but it must be at least 0", role);
  check_candidates(candidates);
  const Universe points = universe();
  rows_.visit([&](auto rows) {
    const auto gather = [&](std::int64_t begin, std::int64_t end, int) {
      for (std::int64_t i = begin; i < end; ++i) {
        out[i] = row_field(rows, candidates[static_cast<std::size_t>(i)], role, points);
      }
    };
    workers_->run(std::ssize(candidates), rows_per_chunk(rows_), gather);
  });
}

std::int64_t Cell::count_eq(int target) const {
  if (target < 0) fail(SPARSE_E_ARGUMENT, "target = {}, but it must be at least 0", target);
  const auto* cnt = cnt_.as<std::int32_t>();
  return workers_->reduce(
      n_univ_, kCountsPerChunk, std::int64_t{0},
      [=](std::int64_t begin, std::int64_t end) {
        return static_cast<std::int64_t>(std::count(cnt + begin, cnt + end, target));
      },
      [](std::int64_t a, std::int64_t b) { return a + b; });
}

std::int64_t Cell::count_deficit() const {
  const Universe points = universe();
  const auto missing = [&points](std::int64_t u) {
    return std::int64_t{std::max(0, points.mu - points.cnt[u])};
  };
  const auto add = [](std::int64_t a, std::int64_t b) { return a + b; };
  return workers_->reduce(
      n_univ_, kCountsPerChunk, std::int64_t{0},
      [&](std::int64_t begin, std::int64_t end) {
        std::int64_t sum = 0;
        if (points.point_weights == nullptr) {
          for (std::int64_t u = begin; u < end; ++u) sum += missing(u);
          return sum;
        }
        for (std::int64_t u = begin; u < end; ++u) sum += missing(u) * points.point_weights[u];
        return sum;
      },
      add);
}

void Cell::read_cnt(long long off, long long len, std::int32_t* out) const {
  if (out == nullptr && len != 0) fail(SPARSE_E_NULL, "out is NULL");
  if (len < 0) fail(SPARSE_E_ARGUMENT, "len = {}, but it must not be negative", len);
  if (off < 0 || off > n_univ_ || len > n_univ_ - off) {
    fail(SPARSE_E_INDEX, "{} points from {} on are not all in 0..{}", len, off, n_univ_ - 1);
  }
  std::copy_n(cnt_.as<std::int32_t>() + off, len, out);
}

std::int64_t Cell::row(long long c, std::int32_t* points, std::int32_t* weights,
                       long long cap) const {
  check_list_request(points, cap);
  check_candidates({&c, 1});
  return rows_.visit([&](auto rows) { return copy_list(rows, c, points, weights, cap); });
}

std::int64_t Cell::column(long long u, long long* candidates, std::int32_t* weights,
                          long long cap) const {
  check_list_request(candidates, cap);
  if (index_ == nullptr) {
    fail(SPARSE_E_NO_INDEX, "there is no inverted index; build it by coldcore_sparse_index");
  }
  if (u < 0 || u >= n_univ_) fail(SPARSE_E_INDEX, "point {} is outside 0..{}", u, n_univ_ - 1);
  return index_->columns.visit(
      [&](auto columns) { return copy_list(columns, u, candidates, weights, cap); });
}

}  // namespace coldcore::incidence
