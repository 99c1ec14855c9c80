// SPDX-License-Identifier: Apache-2.0
#include "atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
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
  Descriptor(const fs::path& path, int flags)
      : value_(::open(path.c_str(), flags | O_CLOEXEC, 0666)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }

  int value() const { return value_; }
  /// False if closing reports a failure to write, as network file systems may.
  bool close() { return value_ < 0 || ::close(std::exchange(value_, -1)) == 0; }

 private:
  int value_;
};

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

bool write_and_sync(const fs::path& path, const NextPiece& next) {
  Descriptor file(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW);
  return file.value() >= 0 && write_pieces(file.value(), next) && ::fsync(file.value()) == 0 &&
         file.close();
}

}  // namespace

void fail_on_file(std::string_view what, const fs::path& path) {
  const int reason = errno;
  throw FileError(fmt::format("cannot {} {}: {}", what, path.string(), std::strerror(reason)));
}

StagedFile::StagedFile(fs::path path, std::string_view content)
    : StagedFile(std::move(path), [&content] { return std::exchange(content, {}); }) {}

StagedFile::StagedFile(fs::path path, const NextPiece& next)
    : path_(std::move(path)), staged_(staged_path_of(path_)) {
  if (write_and_sync(staged_, next)) return;
  const int reason = errno;
  ::unlink(staged_.c_str());
  errno = reason;
  fail_on_file("write", path_);
}

StagedFile::~StagedFile() {
  if (!staged_.empty()) ::unlink(staged_.c_str());
}

void StagedFile::commit() {
  if (::rename(staged_.c_str(), path_.c_str()) != 0) fail_on_file("replace", path_);
  staged_.clear();
  // The new name is durable once the folder is. Some file systems cannot sync a folder (EINVAL);
  // the content itself is safe by then, so that is no failure.
  const Descriptor folder(folder_of(path_), O_RDONLY | O_DIRECTORY);
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
