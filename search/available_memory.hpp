// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <new>
#include <string>
#include <utility>

namespace coldcore::search {

/// Something does not fit the memory; the message says what and how much there is.
class MemoryError : public std::bad_alloc {
 public:
  explicit MemoryError(std::string message) : message_(std::move(message)) {}
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  std::string message_;
};

/// Bytes that this process may still take: what the machine has available, or what is left of the
/// limit on its control group if that is less. A very large number where the system does not say.
std::int64_t available_memory();

}  // namespace coldcore::search
