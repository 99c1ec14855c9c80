// SPDX-License-Identifier: Apache-2.0
#include "output_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

#include "atomic_file.hpp"

namespace coldcore::search {

OutputLock::OutputLock(const std::filesystem::path& path) : lock_path_(path.string() + ".lock") {
  for (;;) {
    const int descriptor =
        ::open(lock_path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (descriptor < 0) fail_on_file("write", path);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
      const int reason = errno;
      ::close(descriptor);
      errno = reason;
      if (reason != EWOULDBLOCK) fail_on_file("lock", lock_path_);
      throw FileError(fmt::format(
          "{} is being written by another run: wait for it, or choose another file with --out",
          path.string()));
    }
    // A holder removes its file before it lets go, so a lock may be won on a file that has no name
    // any more and that the next process would not see.
    if (still_named(descriptor, lock_path_)) {
      descriptor_ = descriptor;
      return;
    }
    ::close(descriptor);
  }
}

OutputLock::~OutputLock() {
  ::unlink(lock_path_.c_str());
  ::close(descriptor_);
}

}  // namespace coldcore::search
