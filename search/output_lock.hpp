// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace coldcore::search {

/// Makes sure that only one process at a time writes `path` and the files named after it. The lock
/// goes with the process however that ends; a killed one may leave an empty PATH.lock, which does
/// no harm.
class OutputLock {
 public:
  /// Throws FileError if another process holds the lock or the folder cannot be written.
  explicit OutputLock(const std::filesystem::path& path);
  OutputLock(const OutputLock&) = delete;
  OutputLock& operator=(const OutputLock&) = delete;
  ~OutputLock();

 private:
  std::filesystem::path lock_path_;
  int descriptor_ = -1;
};

}  // namespace coldcore::search
