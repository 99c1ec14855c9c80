// SPDX-License-Identifier: Apache-2.0
#include "inverted.hpp"

#include <limits>
#include <type_traits>

#include "error.hpp"
#include "memory_limit.hpp"

namespace coldcore::incidence {
namespace {

Widths column_widths(const Incidence& rows) {
  constexpr std::int64_t kNarrow = 1 + std::numeric_limits<std::uint16_t>::max();
  return {rows.candidate_count() <= kNarrow ? 2 : 4, rows.widths().weight};
}

// A type to store the weights as: that of the rows, or none.
template <class Weights>
struct Stored {
  using type = std::remove_cv_t<std::remove_pointer_t<Weights>>;
};

// Walks the rows in order, so that columns ascend; ends[u] is where the next entry of u goes.
template <class Rows, class Columns>
void scatter(const Rows& rows, std::int64_t n_cand, std::int64_t* ends, const Columns& columns) {
  using Candidate = std::remove_const_t<std::remove_pointer_t<decltype(columns.items)>>;
  auto* items = const_cast<Candidate*>(columns.items);
  for (std::int64_t c = 0; c < n_cand; ++c) {
    for (std::int64_t k = rows.begin(c); k < rows.end(c); ++k) {
      const std::int64_t at = ends[rows.items[k]]++;
      items[at] = static_cast<Candidate>(c);
      if constexpr (!std::is_same_v<decltype(columns.weights), Ones>) {
        using Weight = typename Stored<decltype(columns.weights)>::type;
        const_cast<Weight*>(columns.weights)[at] = static_cast<Weight>(rows.weights[k]);
      }
    }
  }
}

}  // namespace

InvertedIndex::InvertedIndex(const Incidence& rows, std::int64_t point_count)
    : point_count_(point_count), widths_(column_widths(rows)) {
  constexpr std::int64_t kMost = std::int64_t{1} << 32;
  if (rows.candidate_count() > kMost) {
    fail(SPARSE_E_SHAPE, "the inverted index numbers at most {} candidates, not {}", kMost,
         rows.candidate_count());
  }
  const std::int64_t starts = 8 * (point_count + 1);
  const std::int64_t candidates = rows.entry_count() * widths_.item;
  const std::int64_t weights = rows.entry_count() * widths_.weight;
  check_memory(whole_pages(starts) + whole_pages(candidates) + whole_pages(weights),
               "the inverted index");
  starts_ = Pages(starts, rows.placement());
  candidates_ = Pages(candidates, rows.placement());
  weights_ = Pages(weights, rows.placement());
  count_entries(rows);
  fill(rows);
}

// Leaves in starts[u + 1] where column u begins: fill() moves that to its end, the next one's
// begin.
void InvertedIndex::count_entries(const Incidence& rows) {
  auto* starts = starts_.as<std::int64_t>();
  rows.visit([&](auto lists) {
    for (std::int64_t k = 0; k < rows.entry_count(); ++k) {
      const std::int64_t u = lists.items[k];
      if (u + 2 <= point_count_) ++starts[u + 2];
    }
  });
  for (std::int64_t u = 2; u <= point_count_; ++u) starts[u] += starts[u - 1];
}

void InvertedIndex::fill(const Incidence& rows) {
  auto* ends = starts_.as<std::int64_t>() + 1;
  rows.visit([&](auto lists) {
    visit([&](auto columns) { scatter(lists, rows.candidate_count(), ends, columns); });
  });
}

}  // namespace coldcore::incidence
