// SPDX-License-Identifier: Apache-2.0
//
// Memory lent to a plugin that notices being written past its ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace coldcore::conformance {

/// A 64-byte aligned array. Around it lies a known pattern: 64 bytes in front, and behind up to the
/// next 64-byte border. Further out come pages that may not be touched at all.
class GuardedArray {
 public:
  /// name: what messages call it, for instance "planes[1]".
  GuardedArray(std::string name, std::int64_t count, std::size_t element_bytes);
  ~GuardedArray();
  GuardedArray(const GuardedArray&) = delete;
  GuardedArray& operator=(const GuardedArray&) = delete;

  template <class T>
  T* as() const {
    return reinterpret_cast<T*>(data_);
  }
  const std::string& name() const { return name_; }
  std::int64_t count() const { return count_; }

  /// Fills the array itself with numbers that are no right answer.
  void scribble(unsigned char salt);

  /// nullopt if the pattern is whole, else the index of an element outside the array that was
  /// written.
  std::optional<std::int64_t> damage() const;

  /// The index that the element at `address` would have, if that is on a page around this array.
  std::optional<std::int64_t> index_near(const void* address) const;

  /// All arrays there are; for the handler of a memory fault.
  static const std::vector<const GuardedArray*>& alive();

 private:
  std::size_t bytes() const { return static_cast<std::size_t>(count_) * element_bytes_; }
  std::int64_t index_at(const unsigned char* address) const;

  std::string name_;
  std::int64_t count_;
  std::size_t element_bytes_;
  std::size_t capacity_;   ///< Usable bytes between the guard pages.
  unsigned char* usable_;  ///< Their beginning.
  unsigned char* data_;
};

}  // namespace coldcore::conformance
