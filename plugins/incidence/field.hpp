// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "field_kernels.hpp"
#include "incidence.hpp"
#include "memory.hpp"
#include "settings.hpp"
#include "workers.hpp"

namespace coldcore::incidence {

/// The counts of the points and what weighs them.
struct Universe {
  std::int64_t size = 0;
  const std::int32_t* cnt = nullptr;
  const std::int32_t* point_weights = nullptr;  ///< nullptr: all ones.
  std::int32_t max_point_weight = 1;
  std::int32_t mu = 1;

  std::int32_t point_weight(std::int64_t u) const {
    return point_weights == nullptr ? 1 : point_weights[u];
  }
};

/// Computes whole fields: tabulates the universe for a role, then gathers along the rows.
class FieldMaker {
 public:
  /// max_weight: the largest weight of an entry.
  FieldMaker(const Incidence& rows, std::int64_t point_count, std::int32_t max_weight,
             std::int32_t max_point_weight, Isa isa);

  /// What allocate() will allocate: the largest table of any role.
  std::int64_t bytes_needed() const;
  void allocate();
  std::int64_t bytes() const { return table_.bytes(); }

  /// map[c] = the field of `role` at c, for every candidate.
  void make(int role, const Incidence& rows, const Universe& universe, std::int32_t* map,
            Workers& workers);

 private:
  TableKind kind_for(int role) const;
  /// Beyond it summands of 0 and 1 are kept as bits.
  std::int64_t most_points_in_bytes() const;
  void tabulate(TableKind kind, int role, const Universe& universe, Workers& workers);

  std::int64_t point_count_;
  bool unit_rows_;
  std::int64_t row_length_;  ///< 0 if rows differ in length.
  std::int32_t max_weight_;
  std::int32_t max_point_weight_;
  Isa isa_;
  Pages table_;
};

}  // namespace coldcore::incidence
