// SPDX-License-Identifier: Apache-2.0
#include "atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace coldcore::search {
namespace {

namespace fs = std::filesystem;

/// A file descriptor that closes itself.
class Descriptor {
 public:
  Descriptor(const fs::path& path, int flags) : value_(::open(path.c_str(), flags | O_CLOEXEC)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (value_ >= 0) ::close(value_);
  }

  int value() const { return value_; }

 private:
  int value_;
};

/// Where the content goes: what a link leads to, so that the link stays. A device or a pipe has no
/// old content to keep, and would be lost if a file took its name.
fs::path target_of(const fs::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status)) {
    throw FileError(
        fmt::format("cannot replace {}: it is no file but a device or a pipe, choose another name",
                    path.string()));
  }
  if (!fs::exists(status) || !fs::is_symlink(fs::symlink_status(path, ignored))) return path;
  std::error_code failure;
  fs::path target = fs::canonical(path, failure);
  if (!failure) return target;
  throw FileError(
      fmt::format("cannot replace {}: it is a link to a file without a name", path.string()));
}

/// The same name every time, so that what a killed run left behind is reused and does not pile up.
fs::path staged_path_of(const fs::path& path) {
  return path.parent_path() / fmt::format(".{}.part", path.filename().string());
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

bool write_all(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = ::write(descriptor, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

bool write_pieces(int descriptor, const NextPiece& next) {
  for (std::string_view piece = next(); !piece.empty(); piece = next()) {
    if (!write_all(descriptor, piece)) return false;
  }
  return true;
}

/// The staged file, locked: what two runs write there would mix. -1 and errno on failure.
int open_alone(const fs::path& staged, const fs::path& path) {
  for (;;) {
    const int file = ::open(staged.c_str(), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file < 0) return -1;
    // File systems without locks have to do without.
    const bool taken = ::flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (!taken && still_named(file, staged)) return file;
    ::close(file);
    if (!taken) continue;
    throw FileError(fmt::format(
        "{} is being written by another run: wait for it, or choose another name", path.string()));
  }
}

}  // namespace

void fail_on_file(std::string_view what, const fs::path& path) {
  const int reason = errno;
  throw FileError(fmt::format("cannot {} {}: {}", what, path.string(), std::strerror(reason)));
}

bool still_named(int descriptor, const fs::path& path) {
  struct stat held {};
  struct stat named {};
  return ::fstat(descriptor, &held) == 0 && ::stat(path.c_str(), &named) == 0 &&
         held.st_ino == named.st_ino && held.st_dev == named.st_dev;
}

StagedFile::StagedFile(fs::path path, std::string_view content)
    : StagedFile(std::move(path), [&content] { return std::exchange(content, {}); }) {}

StagedFile::StagedFile(fs::path path, const NextPiece& next) : StagedFile(std::move(path)) {
  const bool written = ::ftruncate(descriptor_, 0) == 0 && write_pieces(descriptor_, next) &&
                       ::fsync(descriptor_) == 0;
  if (!written) fail_on_file("write", path_);
}

StagedFile::StagedFile(fs::path path)
    : path_(std::move(path)),
      target_(target_of(path_)),
      staged_(staged_path_of(target_)),
      descriptor_(open_alone(staged_, path_)) {
  if (descriptor_ < 0) fail_on_file("write", path_);
}

StagedFile::~StagedFile() {
  if (!staged_.empty()) ::unlink(staged_.c_str());
  ::close(descriptor_);
}

void StagedFile::commit() {
  if (::rename(staged_.c_str(), target_.c_str()) != 0) fail_on_file("replace", path_);
  staged_.clear();
  // The new name is durable once the folder is. Some file systems cannot sync a folder (EINVAL);
  // the content itself is safe by then, so that is no failure.
  const Descriptor folder(folder_of(target_), O_RDONLY | O_DIRECTORY);
  if (folder.value() >= 0) ::fsync(folder.value());
}

void write_file_atomically(const fs::path& path, std::string_view content) {
  StagedFile(path, content).commit();
}

void write_file_atomically(const fs::path& path, const NextPiece& next) {
  StagedFile(path, next).commit();
}

std::string read_whole_file(const fs::path& path, std::size_t limit) {
  const Descriptor file(path, O_RDONLY);
  if (file.value() < 0) fail_on_file("read", path);
  std::string content;
  char chunk[1 << 16];
  for (;;) {
    const ssize_t got = ::read(file.value(), chunk, sizeof chunk);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail_on_file("read", path);
    if (got == 0) return content;
    content.append(chunk, static_cast<std::size_t>(got));
    if (content.size() > limit) {
      throw FileError(fmt::format("cannot read {}: more than {} bytes", path.string(), limit));
    }
  }
}

}  // namespace coldcore::search
