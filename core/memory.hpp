// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace coldcore::core {

/// Where an array lives: the modes of dct_init3.
enum class Placement { kDevice = 0, kNode0 = 1, kManaged = 2 };

/// A zeroed array of its own pages, returned to the system when it goes. Without a device every
/// placement is the machine's memory; kNode0 is bound to NUMA node 0 unless the system refuses,
/// which is said once on stderr.
class Pages {
 public:
  Pages() = default;
  /// Throws Error(DCT_E_MEMORY). bytes >= 1.
  Pages(std::int64_t bytes, Placement placement);
  ~Pages();
  Pages(Pages&& other) noexcept;
  Pages& operator=(Pages&& other) noexcept;

  /// Size of the allocation, whole pages; 0 if there is none.
  std::int64_t bytes() const { return static_cast<std::int64_t>(bytes_); }

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

}  // namespace coldcore::core
