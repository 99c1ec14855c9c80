// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "memory.hpp"
#include "request.hpp"
#include "rows.hpp"
#include "workers.hpp"

namespace coldcore::incidence {

/// The cell's own copy of the rows, each sorted by point, in as few bytes as hold them.
class Incidence {
 public:
  /// Takes no memory yet, and no array of the request is read but by `scan`.
  Incidence(const Request& request, const Scan& scan);

  /// What copy() will allocate.
  std::int64_t bytes_needed() const;

  /// Copies the rows. Throws Error for a row that names a point twice, and for memory.
  void copy(const Request& request, const Scan& scan, Workers& workers);

  std::int64_t candidate_count() const { return n_cand_; }
  std::int64_t entry_count() const { return nnz_; }
  std::int64_t row_length() const { return row_length_; }  ///< 0 if rows differ in length.
  Widths widths() const { return widths_; }
  Placement placement() const { return placement_; }
  std::int64_t bytes() const { return starts_.bytes() + points_.bytes() + weights_.bytes(); }

  const std::int64_t* starts() const { return starts_.as<std::int64_t>(); }
  const void* points() const { return points_.as<void>(); }
  const void* weights() const { return weights_.as<void>(); }

  /// f(Lists<...>) with the types of this copy.
  template <class F>
  auto visit(F&& f) const {
    return visit_lists(starts(), row_length_, points(), weights(), widths_, f);
  }

 private:
  std::int64_t array_bytes(int width) const;

  std::int64_t n_cand_;
  std::int64_t nnz_;
  std::int64_t row_length_;
  bool csr_;
  Widths widths_;
  Placement placement_;
  Pages starts_;
  Pages points_;
  Pages weights_;
};

/// The narrowest widths that any content of this request may have: what init may check before it
/// reads an array.
Widths narrowest_widths(const Request& request);

/// How many rows make a piece of work that is worth giving to a thread.
std::int64_t rows_per_chunk(const Incidence& incidence);

}  // namespace coldcore::incidence
