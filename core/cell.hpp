// SPDX-License-Identifier: Apache-2.0
//
// The cell: a product space with its fields, and the states they may be in.
#pragma once

#include <coldcore/plugin.h>

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "ball.hpp"
#include "cpu/marks.hpp"
#include "cpu/walk.hpp"
#include "memory.hpp"
#include "multiset.hpp"
#include "request.hpp"

namespace coldcore::core {

/// Member functions throw Error with the codes of dct.h and then have changed nothing, except where
/// transform() says otherwise.
class Cell {
 public:
  explicit Cell(const CellRequest& request);
  ~Cell();
  Cell(const Cell&) = delete;
  Cell& operator=(const Cell&) = delete;

  /// All bytes allocated for the cell, and those of them that modes 1 and 2 placed.
  std::int64_t bytes() const;
  std::int64_t host_bytes() const { return host_bytes_; }

  /// True after a failure of the family's driver: the fields cannot be trusted any more.
  bool lost() const { return lost_; }
  int mu() const { return mu_; }
  void set_mu(int mu);

  void need_map() const;
  void need_owner() const;

  void set_code(Words words);
  /// A driver that fails leaves the cell lost.
  void transform(int init_mode, int out_mode);
  void update(Words words, int delta);
  void loss_owner(Words words, std::int32_t* out);
  void set_ox_table(const std::uint16_t* masks, const std::uint64_t* deltas, long long length);
  void use_format(int format);

  void gather_target(Words words, int target, std::int32_t* out);
  void gather_role(Words words, int role, std::int32_t* out);
  std::int64_t count_eq(int target) const;
  std::int64_t count_deficit() const;
  void map_max(std::int32_t* out) const;
  void map_hist(int nbins, std::int32_t vmax, std::int32_t* out) const;
  std::int64_t map_extract(std::int32_t threshold, std::uint32_t* idx, std::int32_t* val,
                           int cap) const;
  std::int64_t map_extract64(std::int32_t threshold, std::int64_t* idx, std::int32_t* val,
                             int cap) const;
  void map_read_at(Words words, std::int32_t* out) const;
  void read_cnt(long long offset, long long length, std::uint16_t* out) const;

 private:
  Cell(const CellRequest& request, CellPlan plan);
  void allocate(const CellPlan& plan, const CellRequest& request);
  void fill_view(const CellPlan& plan);
  std::int64_t counts_bytes() const;  // Of all that cnt_mode places.

  void check_words(Words words) const;
  void gather(Words words, CountRange range, std::int32_t* out);
  std::int64_t check_extraction(const void* idx, const std::int32_t* val, int cap) const;
  void bind_source(int init_mode);
  void fill_map_from_source();
  void run_axes(int out_mode);

  Ball ball_;
  const coldcore_plugin& plugin_;
  int extract_cap_ = 0;
  bool has_ox_table_ = false;

  std::vector<Pages> planes_;
  Pages private_storage_;
  Pages cnt_pages_;
  Pages owner_pages_;  // Empty without use_owner.
  std::int64_t host_bytes_ = 0;
  std::int32_t* map_ = nullptr;  // A_0, the first plane.
  std::uint16_t* cnt_ = nullptr;
  Marks marks_;

  std::array<std::int32_t*, COLDCORE_MAX_LAYERS> plane_pointers_{};
  coldcore_services services_{};
  coldcore_view view_{};

  Multiset represented_;
  std::optional<std::vector<std::int64_t>> pending_;
  bool map_valid_ = false;
  int mu_ = 1;
  bool lost_ = false;
};

}  // namespace coldcore::core
