// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

namespace coldcore::bench {

/// An array on huge pages, as the engine keeps its own. Not touched, so not there yet.
template <class Number>
class Pages {
 public:
  explicit Pages(std::int64_t size) : size_(size) {
    constexpr std::size_t kHuge = std::size_t{2} << 20;
    const std::size_t bytes = (static_cast<std::size_t>(size) * sizeof(Number) / kHuge + 1) * kHuge;
    data_.reset(static_cast<Number*>(std::aligned_alloc(kHuge, bytes)));
    if (data_ == nullptr) throw std::bad_alloc();
    madvise(data_.get(), bytes, MADV_HUGEPAGE);
  }
  std::int64_t size() const { return size_; }
  Number* data() const { return data_.get(); }
  Number* begin() const { return data(); }
  Number* end() const { return data() + size_; }

 private:
  struct Free {
    void operator()(Number* data) const { std::free(data); }
  };
  std::int64_t size_;
  std::unique_ptr<Number, Free> data_;
};

}  // namespace coldcore::bench
