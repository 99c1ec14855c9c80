// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "incidence.hpp"
#include "memory.hpp"
#include "rows.hpp"

namespace coldcore::incidence {

/// The incidence by points: column u lists the candidates that cover u, ascending, with the weights
/// of these entries.
class InvertedIndex {
 public:
  /// Throws Error, SPARSE_E_SHAPE for more candidates than 32 bits number and SPARSE_E_MEMORY
  /// before anything is allocated.
  InvertedIndex(const Incidence& rows, std::int64_t point_count);

  std::int64_t bytes() const { return starts_.bytes() + candidates_.bytes() + weights_.bytes(); }

  /// f(Lists<...>) with the types of the columns; their weights are as wide as those of the rows.
  template <class F>
  auto visit(F&& f) const {
    return visit_lists(starts_.as<std::int64_t>(), 0, candidates_.as<void>(), weights_.as<void>(),
                       widths_, f);
  }

 private:
  void count_entries(const Incidence& rows);
  void fill(const Incidence& rows);

  std::int64_t point_count_;
  Widths widths_;
  Pages starts_;
  Pages candidates_;
  Pages weights_;
};

}  // namespace coldcore::incidence
