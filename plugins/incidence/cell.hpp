// SPDX-License-Identifier: Apache-2.0
//
// The one cell: the incidence, the represented multiset with its counts, and the map. Every member
// validates its arguments first; a call that throws has changed nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "field.hpp"
#include "incidence.hpp"
#include "inverted.hpp"
#include "maxima.hpp"
#include "memory.hpp"
#include "request.hpp"
#include "workers.hpp"

namespace coldcore::incidence {

using Candidates = std::span<const long long>;

class Cell {
 public:
  /// Opens it. Throws Error.
  explicit Cell(const Request& request);

  bool csr() const { return csr_; }
  int inc_mode() const { return static_cast<int>(rows_.placement()); }
  int mu() const { return mu_; }
  std::int64_t device_bytes() const;
  std::int64_t host_bytes() const;

  // Changing (cell.cpp).
  void set_mu(int mu);
  void recount(Candidates chosen);
  void ball_update(Candidates chosen, int sign);
  void field(int role);

  // Keeping the map exact (cell_index.cpp).
  void set_index(int enable);
  std::int64_t index_bytes() const;
  void track(int role);
  int tracked() const { return tracked_; }

  // Asking (cell_query.cpp).
  void ball_gather(Candidates candidates, int role, std::int32_t* out) const;
  std::int64_t count_eq(int target) const;
  std::int64_t count_deficit() const;
  void read_cnt(long long off, long long len, std::int32_t* out) const;
  std::int64_t row(long long c, std::int32_t* points, std::int32_t* weights, long long cap) const;
  std::int64_t column(long long u, long long* candidates, std::int32_t* weights,
                      long long cap) const;

  // Asking the map (cell_map.cpp).
  void map_max(std::int32_t* out);
  void map_hist(int nbins, std::int32_t vmax, std::int32_t* out) const;
  std::int64_t map_extract(std::int32_t thr, std::int64_t* idx, std::int32_t* val, int cap);
  void need_map() const;
  void map_read_at(Candidates candidates, std::int32_t* out) const;

 private:
  struct Prepared;
  static Prepared prepare(const Request& request);
  explicit Cell(Prepared prepared);

  std::int64_t bytes_needed(const Request& request) const;
  void allocate(const Request& request);
  /// Throws if a gain, a loss or the deficiency could overflow at this mu.
  void check_mu(int mu) const;
  std::int64_t first_heavy_row(int mu) const;

  Universe universe() const;
  void check_candidates(Candidates candidates) const;
  void check_presence(Candidates candidates);
  void compute_map(int role);
  std::int64_t extract(std::int32_t thr, std::int64_t* idx, std::int32_t* val,
                       std::int64_t room) const;

  /// Adds the occurrences, all or none: false if a count would overflow.
  bool add_all(Candidates chosen);
  void take_all(Candidates chosen);
  /// f(walk): with the types of the rows, and of the columns while a role is tracked.
  template <class F>
  bool with_walk(F&& f);

  OwnedWorkers workers_;
  bool csr_;
  int extract_cap_;
  std::int64_t n_univ_;
  Scan scan_;

  Incidence rows_;
  FieldMaker fields_;
  struct Index {
    InvertedIndex columns;
    BlockMaxima maxima;  ///< Of the map, while a role is tracked.
  };
  std::unique_ptr<Index> index_;
  Pages point_weights_;  ///< int32 by point; empty if all are 1.
  Pages cnt_;            ///< int32 by point.
  Pages chosen_;         ///< int32 by candidate: occurrences in the represented multiset.
  Pages map_;            ///< int32 by candidate.

  int mu_ = 1;
  bool has_map_ = false;
  int tracked_ = -1;
};

}  // namespace coldcore::incidence
