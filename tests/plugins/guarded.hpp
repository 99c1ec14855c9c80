// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace family_test {

/// An array between two strips that nobody may write. It begins `skew` bytes past a multiple of 64:
/// where the interface promises no alignment, a test that has it by chance would prove nothing.
template <class T>
class Guarded {
 public:
  Guarded(std::size_t count, std::size_t skew) : count_(count), bytes_(whole() + 64, kGuard) {
    const std::size_t past = reinterpret_cast<std::uintptr_t>(bytes_.data()) % 64;
    begin_ = (64 - past) % 64 + kStrip + skew;
  }

  T* data() { return reinterpret_cast<T*>(bytes_.data() + begin_); }
  const T* data() const { return reinterpret_cast<const T*>(bytes_.data() + begin_); }
  std::span<T> values() { return {data(), count_}; }
  std::vector<T> copy() const { return std::vector<T>(data(), data() + count_); }

  bool intact() const {
    const auto untouched = [](std::uint8_t byte) { return byte == kGuard; };
    const std::span<const std::uint8_t> all(bytes_);
    return std::ranges::all_of(all.first(begin_), untouched) &&
           std::ranges::all_of(all.subspan(begin_ + count_ * sizeof(T)), untouched);
  }

 private:
  static constexpr std::uint8_t kGuard = 0xc9;
  static constexpr std::size_t kStrip = 256;

  std::size_t whole() const { return 3 * kStrip + count_ * sizeof(T); }

  std::size_t count_;
  std::vector<std::uint8_t> bytes_;
  std::size_t begin_;
};

}  // namespace family_test
