// SPDX-License-Identifier: Apache-2.0
#include "host.hpp"

#include <algorithm>
#include <cstring>

#include "case.hpp"
#include "note.hpp"

namespace coldcore::conformance {

std::string text(const Manner& manner) {
  return fmt::format("{} workers, isa {}, hints blocks={} threads={}", manner.threads, manner.isa,
                     manner.blocks_hint, manner.threads_hint);
}

Host::Host(const Family& family, const Shape& shape, const Manner& manner)
    : family_(family),
      manner_(manner),
      services_(make_services(manner.threads, manner.isa)),
      cnt_("cnt", shape.size(), sizeof(std::uint16_t)) {
  note("opening a cell, {}", text(shape));
  fill_view(shape);
  cnt_.scribble(salt_);
  allocate_planes();
  bind(&view_);
}

Host::~Host() {
  note("{}_bind(NULL)", family_.name);
  family_.bind(nullptr);
}

void Host::fill_view(const Shape& shape) {
  view_.struct_size = sizeof(coldcore_view);
  view_.n = shape.n();
  view_.R = shape.R;
  view_.nlayers = shape.nlayers;
  view_.size = 1;
  for (int j = 0; j < shape.n(); ++j) {
    view_.ax[j] = shape.ax[j];
    view_.stride[j] = view_.size;
    view_.size *= shape.ax[j];
  }
  view_.cnt = cnt_.as<std::uint16_t>();
  view_.mu = 1;
  view_.source_kind = COLDCORE_SOURCE_NONE;
  view_.services = &services_;
}

void Host::allocate_planes() {
  plane_pointers_.assign(view_.nlayers, nullptr);
  const int planes = family_.plane_bytes == nullptr ? view_.nlayers : 1;
  for (int d = 0; d < planes; ++d) {
    planes_.push_back(std::make_unique<GuardedArray>(fmt::format("planes[{}]", d), view_.size,
                                                     sizeof(std::int32_t)));
    plane_pointers_[d] = planes_.back()->as<std::int32_t>();
  }
  view_.planes = plane_pointers_.data();
  if (family_.plane_bytes == nullptr) return;
  view_.private_bytes = family_.plane_bytes(view_.n, view_.ax, view_.R);
  if (view_.private_bytes < 0) {
    fail("{}_plane_bytes returned {}", family_.name, view_.private_bytes);
  }
  private_storage_ = std::make_unique<GuardedArray>("private_storage", view_.private_bytes, 1);
  private_storage_->scribble(salt_);
  view_.private_storage = private_storage_->as<void>();
}

void Host::bind(const coldcore_view* view) {
  const int code = family_.bind(view);
  if (code != COLDCORE_PLUGIN_OK) fail("{}_bind returned {} for a view", family_.name, code);
}

int Host::run_words(std::span<const std::int64_t> words, int out_mode) {
  words_ = std::make_unique<GuardedArray>("words", words.size(), sizeof(std::int64_t));
  std::ranges::copy(words, words_->as<std::int64_t>());
  scribble_planes();
  if (!family_.reads_the_source()) {
    std::fill_n(plane_pointers_[0], view_.size, 0);
    for (const std::int64_t word : words) ++plane_pointers_[0][word];
  }
  view_.source_kind = COLDCORE_SOURCE_WORDS;
  view_.words = words_->as<std::int64_t>();
  view_.nwords = words_->count();
  const int code = run(out_mode);
  if (!std::ranges::equal(words, std::span(view_.words, words.size()))) {
    fail("{}_axes changed the view's words", family_.name);
  }
  return code;
}

int Host::run_counts(int low, int high, int mu) {
  scribble_planes();
  if (!family_.reads_the_source()) {
    std::ranges::transform(cnt(), plane_pointers_[0],
                           [=](std::uint16_t c) { return low <= c && c <= high ? 1 : 0; });
  }
  view_.source_kind = COLDCORE_SOURCE_COUNTS;
  view_.source_low = low;
  view_.source_high = high;
  view_.mu = mu;
  view_.words = nullptr;
  view_.nwords = 0;
  return run(1);
}

void Host::scribble_planes() {
  ++salt_;
  for (const auto& plane : planes_) plane->scribble(salt_);
}

int Host::run(int out_mode) {
  bind(&view_);
  const coldcore_view before = view_;
  const std::vector<std::int32_t*> pointers_before = plane_pointers_;
  const int code = family_.axes(out_mode, manner_.blocks_hint, manner_.threads_hint);
  if (std::memcmp(&before, &view_, sizeof view_) != 0)
    fail("{}_axes changed the view", family_.name);
  if (plane_pointers_ != pointers_before) fail("{}_axes changed the view's planes", family_.name);
  check_arrays();
  return code;
}

void Host::check_arrays() const {
  const auto check = [this](const GuardedArray* array) {
    if (array == nullptr) return;
    if (const auto index = array->damage()) {
      fail("{}: {}_axes wrote {}[{}], outside 0..{}", text({view_.ax, view_.ax + view_.n}, view_.R),
           family_.name, array->name(), *index, array->count() - 1);
    }
  };
  check(&cnt_);
  for (const auto& plane : planes_) check(plane.get());
  check(private_storage_.get());
  check(words_.get());
}

}  // namespace coldcore::conformance
