// SPDX-License-Identifier: Apache-2.0
//
// A host small enough to be seen through.
#pragma once

#include <coldcore/plugin.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "brute_force.hpp"
#include "exports.hpp"
#include "guarded.hpp"
#include "workers.hpp"

namespace family_test {

/// A cell of one shape, with the arrays that the family under test asks for. It is bound for as
/// long as it lives.
class Cell {
 public:
  Cell(const std::vector<int>& axes, int radius)
      : space_(axes),
        layers_(definition().layers(radius)),
        private_(private_bytes(axes, radius), 0),
        counts_(static_cast<std::size_t>(space_.size()), sizeof(std::uint16_t)) {
    const int planes = exports().plane_bytes == nullptr ? layers_ : 1;
    for (int d = 0; d < planes; ++d)
      planes_.emplace_back(counts_.values().size(), sizeof(std::int32_t));
    pointers_.assign(static_cast<std::size_t>(layers_), nullptr);
    for (std::size_t d = 0; d < planes_.size(); ++d) pointers_[d] = planes_[d].data();
    fill_view(radius);
    lend(1, COLDCORE_ISA_PORTABLE);
    if (exports().bind(&view_) != COLDCORE_PLUGIN_OK) throw std::runtime_error("bind");
  }
  ~Cell() { exports().bind(nullptr); }
  Cell(const Cell&) = delete;
  Cell& operator=(const Cell&) = delete;

  void lend(int threads, int isa) {
    services_.threads = Workers::count = threads;
    services_.isa = isa;
  }

  /// The source is a multiset; cnt holds garbage.
  void hold_words(const reference::Words& multiset) {
    std::ranges::fill(counts_.values(), std::uint16_t{0xbeef});
    words_.assign(multiset.begin(), multiset.end());
    view_.source_kind = COLDCORE_SOURCE_WORDS;
    view_.words = words_.empty() ? nullptr : words_.data();
    view_.nwords = static_cast<std::int64_t>(words_.size());
    spoil();
    if (exports().reads_source) return;
    std::ranges::fill(planes_[0].values(), 0);
    for (const std::int64_t word : words_) ++planes_[0].data()[word];
  }

  /// The source is the set of the words with low <= counts[x] <= high.
  void hold_counts(const reference::Counts& counts, int low, int high) {
    std::ranges::copy(counts, counts_.data());
    view_.source_kind = COLDCORE_SOURCE_COUNTS;
    view_.source_low = low;
    view_.source_high = high;
    view_.words = nullptr;
    view_.nwords = 0;
    spoil();
    if (exports().reads_source) return;
    std::ranges::transform(counts, planes_[0].data(),
                           [=](int count) { return low <= count && count <= high ? 1 : 0; });
  }

  int run(int out_mode, int blocks_hint = 0, int threads_hint = 0) {
    return exports().axes(out_mode, blocks_hint, threads_hint);
  }

  const reference::Space& space() const { return space_; }
  reference::Field field() const { return planes_[0].copy(); }
  reference::Counts counts() const { return counts_.copy(); }

  /// Nothing was written beside the arrays.
  bool intact() const {
    return private_.intact() && counts_.intact() &&
           std::ranges::all_of(planes_, [](const auto& plane) { return plane.intact(); });
  }

  coldcore_view& view() { return view_; }

 private:
  static std::size_t private_bytes(const std::vector<int>& axes, int radius) {
    if (exports().plane_bytes == nullptr) return 0;
    const long long bytes =
        exports().plane_bytes(static_cast<int>(axes.size()), axes.data(), radius);
    if (bytes < 0) throw std::runtime_error("plane_bytes");
    return static_cast<std::size_t>(bytes);
  }

  void fill_view(int radius) {
    view_.struct_size = sizeof view_;
    view_.n = static_cast<int>(space_.axes().size());
    view_.R = radius;
    view_.nlayers = layers_;
    std::int64_t stride = 1;
    for (int j = 0; j < view_.n; ++j) {
      view_.ax[j] = space_.axes()[static_cast<std::size_t>(j)];
      view_.stride[j] = stride;
      stride *= view_.ax[j];
    }
    view_.size = space_.size();
    view_.planes = pointers_.data();
    view_.cnt = counts_.data();
    view_.mu = 1;
    view_.private_bytes = static_cast<std::int64_t>(private_.values().size());
    if (exports().plane_bytes != nullptr) view_.private_storage = private_.data();
    view_.services = &services_;
  }

  /// Garbage where nothing is promised.
  void spoil() {
    for (Guarded<std::int32_t>& plane : planes_) std::ranges::fill(plane.values(), 0x5eed5eed);
    std::ranges::fill(private_.values(), std::uint8_t{0xa7});
  }

  reference::Space space_;
  int layers_;
  Guarded<std::uint8_t> private_;
  Guarded<std::uint16_t> counts_;
  std::vector<Guarded<std::int32_t>> planes_;
  std::vector<std::int32_t*> pointers_;
  std::vector<std::int64_t> words_;
  coldcore_services services_{sizeof(coldcore_services), 1, COLDCORE_ISA_PORTABLE,
                              Workers::parallel_for};
  coldcore_view view_{};
};

}  // namespace family_test
