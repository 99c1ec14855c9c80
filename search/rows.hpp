// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "oracle.hpp"

namespace coldcore::search {

/// A candidate or a point inside explicit rows: half the bytes of a Candidate or Point.
using Index = std::uint32_t;

/// Lists of different lengths laid end to end.
struct Lists {
  std::vector<std::int64_t> offsets{0};  ///< [count + 1]; 64 bits, as entries may pass 2^31.
  std::vector<Index> entries;            ///< Each list ascending.

  std::int64_t count() const { return static_cast<std::int64_t>(offsets.size()) - 1; }
  std::span<const Index> operator[](Index i) const {
    const auto begin = static_cast<std::size_t>(offsets[i]);
    return {entries.data() + begin, static_cast<std::size_t>(offsets[i + 1]) - begin};
  }
};

/// The transposed lists: list x holds, ascending, the lists of `lists` that have the entry x, for
/// 0 <= x < count.
Lists transpose(const Lists& lists, std::int64_t count);

/// The coverage relation as explicit incidence, in both directions. Where it is symmetric one set
/// of lists serves both.
class Rows {
 public:
  /// `candidates` stays empty where the relation is symmetric.
  Rows(Lists points, Lists candidates, bool symmetric);

  /// The points of each candidate.
  const Lists& points() const { return points_; }
  /// The candidates of each point.
  const Lists& candidates() const { return symmetric_ ? points_ : candidates_; }
  std::int64_t candidate_count() const { return points().count(); }
  std::int64_t point_count() const { return candidates().count(); }
  /// Points of the largest candidate.
  std::int64_t longest() const { return longest_; }

 private:
  Lists points_;
  Lists candidates_;
  bool symmetric_;
  std::int64_t longest_ = 0;
};

/// Writes the relation out, by at most `threads` threads. Throws std::length_error where candidates
/// or points do not fit an Index, and what the incidence throws.
Rows build_rows(const Incidence& incidence, std::int64_t candidate_count, std::int64_t point_count,
                int threads);

/// Most bytes that build_rows would allocate and keep; INT64_MAX where that number does not fit.
std::int64_t rows_bytes(const Incidence& incidence, std::int64_t candidate_count,
                        std::int64_t point_count);

}  // namespace coldcore::search
