// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "memory.hpp"

namespace coldcore::incidence {

/// The largest value of each block of a map that changes at few places between two questions: only
/// blocks marked stale are looked at again.
class BlockMaxima {
 public:
  static constexpr int kBlockShift = 6;

  /// For a map of `count` >= 1 values. Throws Error(SPARSE_E_MEMORY).
  explicit BlockMaxima(std::int64_t count);

  std::int64_t bytes() const { return maxima_.bytes() + stale_.bytes(); }

  /// One byte a block; whoever changes map[c] sets stale()[c >> kBlockShift] to 1.
  std::uint8_t* stale() const { return stale_.as<std::uint8_t>(); }
  void mark_all();

  std::int32_t max(const std::int32_t* map);

  /// As sparse_map_extract, with room for `room` finds.
  std::int64_t extract(const std::int32_t* map, std::int32_t thr, std::int64_t* idx,
                       std::int32_t* val, std::int64_t room);

 private:
  void refresh(const std::int32_t* map);
  std::int64_t block_end(std::int64_t block) const;

  std::int64_t count_;
  std::int64_t blocks_;
  Pages maxima_;
  Pages stale_;
};

}  // namespace coldcore::incidence
