// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rows.hpp"

namespace coldcore::search {

/// Throws MemoryError if so many bytes are not available.
void require_bytes(std::size_t bytes);

/// push_back for what a text of unknown length fills, perhaps a compressed one: throws
/// MemoryError before the vector takes more memory than is available.
template <class Value>
void push_within_memory(std::vector<Value>& values, Value value) {
  constexpr std::size_t kFirst = 1024;
  if (values.size() == values.capacity()) {
    const std::size_t wanted = values.size() < kFirst ? kFirst : 2 * values.size();
    require_bytes(wanted * sizeof(Value));
    values.reserve(wanted);
  }
  values.push_back(value);
}

/// Writes Lists entry by entry. Each list is sorted, and repeated entries are merged, when it is
/// closed. Throws MemoryError before it takes more memory than is available.
class ListBuilder {
 public:
  void push(Index entry) { push_within_memory(lists_.entries, entry); }

  /// Ends the list; true if an entry of it was repeated.
  bool close();

  /// How many lists are closed.
  std::int64_t count() const { return lists_.count(); }

  /// All closed lists; the builder is empty afterwards.
  Lists take();

 private:
  Lists lists_;
};

/// The lists the other way round: list e holds, ascending, the lists that e is in. Every entry has
/// to be below `count`.
Lists transposed(const Lists& lists, std::int64_t count);

}  // namespace coldcore::search
