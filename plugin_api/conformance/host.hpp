// SPDX-License-Identifier: Apache-2.0
//
// A host with one open cell, as plugin.h describes it to plugins.
#pragma once

#include <coldcore/plugin.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "guarded_array.hpp"
#include "services.hpp"
#include "shape.hpp"

namespace coldcore::conformance {

/// How NAME_axes is called, apart from what it computes.
struct Manner {
  int threads = 1;       ///< Workers in the pool.
  int isa = best_isa();  ///< COLDCORE_ISA_*
  int blocks_hint = 0;
  int threads_hint = 0;
};

std::string text(const Manner& manner);

class Host {
 public:
  /// Opens the cell: binds a view of it. Throws Failure if the plugin does not take it.
  Host(const Family& family, const Shape& shape, const Manner& manner = {});
  /// Binds NULL.
  ~Host();
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  /// Runs the driver on a multiset, out_mode 1 or 2. Returns its code. Throws Failure where it
  /// wrote to anything that it may not write to, apart from cnt.
  int run_words(std::span<const std::int64_t> words, int out_mode);

  /// The same on the words with low <= cnt <= high, out_mode 1.
  int run_counts(int low, int high, int mu);

  std::span<std::uint16_t> cnt() { return {cnt_.as<std::uint16_t>(), words_in_space()}; }
  /// planes[0]: the field, after out_mode 1.
  std::span<const std::int32_t> plane0() const {
    return {planes_[0]->as<std::int32_t>(), words_in_space()};
  }

 private:
  std::size_t words_in_space() const { return static_cast<std::size_t>(view_.size); }
  void allocate_planes();
  void fill_view(const Shape& shape);
  void bind(const coldcore_view* view);
  void scribble_planes();
  int run(int out_mode);
  void check_arrays() const;

  const Family& family_;
  const Manner manner_;
  const coldcore_services services_;
  coldcore_view view_{};
  GuardedArray cnt_;
  std::vector<std::unique_ptr<GuardedArray>> planes_;
  std::vector<std::int32_t*> plane_pointers_;
  std::unique_ptr<GuardedArray> private_storage_;
  std::unique_ptr<GuardedArray> words_;
  unsigned char salt_ = 0;
};

}  // namespace coldcore::conformance
