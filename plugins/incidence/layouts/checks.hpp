// SPDX-License-Identifier: Apache-2.0
//
// Checks that several formats share. Every one throws Error, naming the first offending position.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>

#include "error.hpp"
#include "layout.hpp"

namespace coldcore::layout {

/// Stands for any extent in need_shape.
inline constexpr std::int64_t kAny = -1;

/// "but columns are 0..3", "but there are no columns".
std::string range_text(const char* things, std::int64_t limit);

/// "csr: indices", for messages.
std::string role_text(const Layout& layout, std::size_t role);

/// E_BUFFER unless the buffer has these extents.
void need_shape(const Layout& layout, std::size_t role,
                std::initializer_list<std::int64_t> extents);

[[noreturn]] void fail_index(const std::string& array, std::int64_t place, std::int64_t index,
                             const char* things, std::int64_t limit);

/// E_INDEX unless 0 <= index < limit.
inline void need_index(const char* array, std::int64_t place, std::int64_t index,
                       const char* things, std::int64_t limit) {
  if (index < 0 || index >= limit) fail_index(array, place, index, things, limit);
}

inline void need_index(const Layout& layout, std::size_t role, std::int64_t place,
                       std::int64_t index, const char* things, std::int64_t limit) {
  if (index < 0 || index >= limit) fail_index(role_text(layout, role), place, index, things, limit);
}

/// E_ORDER unless index > previous. `what` holds both, "row 3".
[[noreturn]] void fail_order(const Layout& layout, std::size_t role, std::int64_t place,
                             std::int64_t index, std::int64_t previous, const std::string& what);

/// E_PADDING: the value at `place` of this role should be zero, for the reason given.
[[noreturn]] void fail_padding(const Layout& layout, std::size_t role, const std::string& place,
                               double value, const std::string& why);

/// E_POINTER unless starts, of count + 1 elements, ascends from 0 to total.
template <class I>
void need_starts(const std::string& array, const I* starts, std::int64_t count, std::int64_t total,
                 const char* total_name) {
  if (starts[0] != 0) {
    fail(COLDCORE_LAYOUT_E_POINTER, "{}[0] = {}, but it must begin with 0", array, starts[0]);
  }
  for (std::int64_t i = 0; i < count; ++i) {
    if (starts[i + 1] >= starts[i]) continue;
    fail(COLDCORE_LAYOUT_E_POINTER, "{}[{}] = {} is less than {}[{}] = {}; it must not fall", array,
         i + 1, starts[i + 1], array, i, starts[i]);
  }
  if (starts[count] != total) {
    fail(COLDCORE_LAYOUT_E_POINTER, "{}[{}] = {}, but it must end with {} = {}", array, count,
         starts[count], total_name, total);
  }
}

/// Lists of strictly ascending indices below limit behind an array of starts: compressed rows.
template <class I>
void need_ascending_lists(const Layout& layout, std::size_t starts_role, std::size_t indices_role,
                          const char* list, const char* things, std::int64_t limit) {
  const auto starts = layout.at<I>(starts_role);
  const auto indices = layout.at<I>(indices_role);
  for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
    for (std::int64_t k = starts[i]; k < starts[i + 1]; ++k) {
      const std::int64_t index = indices[as_size(k)];
      need_index(layout, indices_role, k, index, things, limit);
      if (k == starts[i] || index > indices[as_size(k) - 1]) continue;
      fail_order(layout, indices_role, k, index, indices[as_size(k) - 1],
                 fmt::format("{} {}", list, i));
    }
  }
}

/// E_PERMUTATION unless perm takes every row once and leaves none out of its window of sigma rows.
template <class I>
void need_permutation(const Layout& layout, std::size_t role, std::int64_t sigma, Budget& budget);

/// The number of entries in a buffer's first dimension.
inline std::int64_t extent_of(const Layout& layout, std::size_t role, std::size_t dimension = 0) {
  return layout.buffers[role].shape.extent[dimension];
}

}  // namespace coldcore::layout
