// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>

/// A file in memory with the input of a fuzz target, for parsers that read files.
class InputFile {
 public:
  InputFile(const std::uint8_t* data, std::size_t size)
      : descriptor_(::memfd_create("input", MFD_CLOEXEC)) {
    if (descriptor_ < 0) std::abort();
    while (size > 0) {
      const ssize_t written = ::write(descriptor_, data, size);
      if (written <= 0) std::abort();
      data += written;
      size -= static_cast<std::size_t>(written);
    }
  }
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile() { ::close(descriptor_); }

  std::filesystem::path path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

/// Ends the process where a property does not hold, with or without NDEBUG.
inline void require(bool holds) {
  if (!holds) std::abort();
}
