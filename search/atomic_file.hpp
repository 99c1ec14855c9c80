// SPDX-License-Identifier: Apache-2.0
//
// Files that are either the old one or the new one, whatever happens in between.
#pragma once

#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace coldcore::search {

/// A file could not be read, written or locked. The message has the path and the system's reason.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws FileError "cannot WHAT PATH: reason", the reason being errno's.
[[noreturn]] void fail_on_file(std::string_view what, const std::filesystem::path& path);

/// Whether an open file still is the one that `path` names: whoever had it before may have moved or
/// removed it.
bool still_named(int descriptor, const std::filesystem::path& path);

/// A long content piece by piece: the next one, valid until the next call; "" at the end.
using NextPiece = std::function<std::string_view()>;

/// New content for `path`, written beside it and synced to disk by the constructor. Until commit()
/// the file at `path` is untouched; without it the new content is thrown away. Both throw
/// FileError, and `path` is then as it was. If `path` is a link to a file, the file gets the
/// content. A device, a pipe, and a file for which another StagedFile is alive are refused.
class StagedFile {
 public:
  StagedFile(std::filesystem::path path, std::string_view content);
  StagedFile(std::filesystem::path path, const NextPiece& next);
  StagedFile(const StagedFile&) = delete;
  StagedFile& operator=(const StagedFile&) = delete;
  ~StagedFile();

  /// Where the new content can be read before it is committed.
  const std::filesystem::path& staged_path() const { return staged_; }

  /// Puts the new content in the place of the old in one step, which a power cut cannot undo
  /// afterwards.
  void commit();

 private:
  explicit StagedFile(std::filesystem::path path);

  std::filesystem::path path_;
  std::filesystem::path target_;
  std::filesystem::path staged_;
  int descriptor_;
};

/// Stages and commits.
void write_file_atomically(const std::filesystem::path& path, std::string_view content);
void write_file_atomically(const std::filesystem::path& path, const NextPiece& next);

/// The whole file. FileError, also where it has more than `limit` bytes.
std::string read_whole_file(const std::filesystem::path& path, std::size_t limit);

}  // namespace coldcore::search
