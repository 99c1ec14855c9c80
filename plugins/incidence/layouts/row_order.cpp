// SPDX-License-Identifier: Apache-2.0
#include "row_order.hpp"

#include <algorithm>
#include <numeric>

#include "layout.hpp"

namespace coldcore::layout {
namespace {

// All rows by descending length, stable, by counting.
std::vector<std::int64_t> all_by_length(const std::vector<std::int64_t>& lengths) {
  const std::int64_t longest =
      lengths.empty() ? 0 : *std::max_element(lengths.begin(), lengths.end());
  std::vector<std::int64_t> start(as_size(longest) + 2, 0);
  for (const std::int64_t length : lengths) ++start[as_size(longest - length) + 1];
  std::inclusive_scan(start.begin(), start.end(), start.begin());
  std::vector<std::int64_t> order(lengths.size());
  for (std::size_t row = 0; row < lengths.size(); ++row) {
    order[as_size(start[as_size(longest - lengths[row])]++)] = static_cast<std::int64_t>(row);
  }
  return order;
}

}  // namespace

std::vector<std::int64_t> rows_by_length(const std::vector<std::int64_t>& lengths,
                                         std::int64_t window, Budget& budget) {
  const auto rows = static_cast<std::int64_t>(lengths.size());
  const std::int64_t longest = rows == 0 ? 0 : *std::max_element(lengths.begin(), lengths.end());
  const std::int64_t windows = ceil_div(rows, window);
  // Two orders, the lengths counted, the next place of each window.
  const Budget::Loan scratch(budget, (Wide{rows} * 2 + longest + 2 + windows) * 8,
                             "ordering the rows by length");
  const std::vector<std::int64_t> order = all_by_length(lengths);

  // Dealt out to the windows in this order, rows are sorted in each.
  std::vector<std::int64_t> next(as_size(windows));
  for (std::int64_t w = 0; w < windows; ++w) next[as_size(w)] = w * window;
  std::vector<std::int64_t> dealt(lengths.size());
  for (const std::int64_t row : order) dealt[as_size(next[as_size(row / window)]++)] = row;
  return dealt;
}

}  // namespace coldcore::layout
