// SPDX-License-Identifier: Apache-2.0
#include "list_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "available_memory.hpp"

namespace coldcore::search {

void require_bytes(std::size_t bytes) {
  constexpr std::size_t kTrifle = std::size_t{1} << 20;  // Not worth asking the system.
  if (bytes <= kTrifle) return;
  const std::int64_t available = available_memory();
  if (bytes <= static_cast<std::size_t>(available)) return;
  throw MemoryError(
      fmt::format("the instance needs {} bytes more, {} are available", bytes, available));
}

bool ListBuilder::close() {
  const auto begin = lists_.entries.begin() + static_cast<std::ptrdiff_t>(lists_.offsets.back());
  const auto end = lists_.entries.end();
  bool repeated = false;
  if (!std::is_sorted(begin, end, std::less_equal<>())) {  // Not strictly ascending.
    std::sort(begin, end);
    const auto rest = std::unique(begin, end);
    repeated = rest != end;
    lists_.entries.erase(rest, end);
  }
  push_within_memory(lists_.offsets, static_cast<std::int64_t>(lists_.entries.size()));
  return repeated;
}

Lists ListBuilder::take() { return std::exchange(lists_, Lists{}); }

Lists transposed(const Lists& lists, std::int64_t count) {
  Lists result;
  // Result and cursors.
  require_bytes(static_cast<std::size_t>(count) * 2 * sizeof(std::int64_t) +
                lists.entries.size() * sizeof(Index));
  result.offsets.assign(static_cast<std::size_t>(count) + 1, 0);
  for (const Index e : lists.entries) ++result.offsets[std::size_t{e} + 1];
  std::partial_sum(result.offsets.begin(), result.offsets.end(), result.offsets.begin());
  result.entries.resize(lists.entries.size());
  std::vector<std::int64_t> next(result.offsets.begin(), result.offsets.end() - 1);
  for (std::int64_t i = 0; i < lists.count(); ++i) {
    const auto list = static_cast<Index>(i);
    for (const Index e : lists[list]) result.entries[static_cast<std::size_t>(next[e]++)] = list;
  }
  return result;
}

}  // namespace coldcore::search
