// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace coldcore::incidence {

/// Where an array lives: the values of inc_mode.
enum class Placement { kDevice = 0, kNode0 = 1 };

/// A zeroed array of its own pages, returned to the system when it goes. Without a device both
/// placements are the machine's memory; kNode0 is bound to NUMA node 0 and touched, unless the
/// system refuses to bind, which is said once on stderr.
class Pages {
 public:
  Pages() = default;
  /// Nothing is allocated for 0 bytes. Throws Error(SPARSE_E_MEMORY).
  explicit Pages(std::int64_t bytes, Placement placement = Placement::kDevice);
  ~Pages();
  Pages(Pages&& other) noexcept;
  Pages& operator=(Pages&& other) noexcept;

  /// Size of the allocation, whole pages; 0 if there is none.
  std::int64_t bytes() const { return static_cast<std::int64_t>(bytes_); }
  bool empty() const { return bytes_ == 0; }

  /// Aligned for any type and to a cache line; nullptr if there is no allocation.
  template <class T>
  T* as() const {
    return static_cast<T*>(data_);
  }

 private:
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
};

/// What Pages(bytes, ...) will really allocate.
std::int64_t whole_pages(std::int64_t bytes);

}  // namespace coldcore::incidence
