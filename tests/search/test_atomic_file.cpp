// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <sys/resource.h>

#include <csignal>
#include <string>

#include "atomic_file.hpp"
#include "temporary_folder.hpp"

using namespace coldcore::search;

namespace {

/// Files cannot grow past `bytes` while this lives: a full disk without a disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;
  ~FileSizeLimit() { ::setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

std::string write_complaint(const std::filesystem::path& path, const std::string& content) {
  return message_of<FileError>([&] { write_file_atomically(path, content); });
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_SUITE("search/atomic_file") {
  TEST_CASE("a file is written, and replaced, and nothing else is left in the folder") {
    const TemporaryFolder folder;
    write_file_atomically(folder / "a", "old");
    CHECK(content_of(folder / "a") == "old");
    write_file_atomically(folder / "a", "new");
    CHECK(content_of(folder / "a") == "new");
    CHECK(folder.file_count() == 1);
  }

  TEST_CASE("staged content can be read, and vanishes unless committed") {
    const TemporaryFolder folder;
    folder.write("a", "old");
    {
      const StagedFile staged(folder / "a", "new");
      CHECK(content_of(staged.staged_path()) == "new");
      CHECK(content_of(folder / "a") == "old");
    }
    CHECK(content_of(folder / "a") == "old");
    CHECK(folder.file_count() == 1);
  }

  TEST_CASE("what a killed run left behind is written over") {
    const TemporaryFolder folder;
    folder.write(".a.part", "half a file of a killed run, and a long one");
    write_file_atomically(folder / "a", "new");
    CHECK(content_of(folder / "a") == "new");
    CHECK(folder.file_count() == 1);
  }

  TEST_CASE("without room the earlier file is intact and the error says why") {
    const TemporaryFolder folder;
    folder.write("a", "old");
    const FileSizeLimit limit(1000);

    const std::string line = write_complaint(folder / "a", std::string(2000, 'x'));

    CHECK(has(line, "cannot write " + (folder / "a").string()));
    CHECK(has(line, "File too large"));
    CHECK(content_of(folder / "a") == "old");
    CHECK(folder.file_count() == 1);
  }

  TEST_CASE("a path that cannot be is an error with the system's reason") {
    const TemporaryFolder folder;
    folder.write("file", "x");
    CHECK(has(write_complaint(folder / "none/a", "x"), "No such file or directory"));
    CHECK(has(write_complaint(folder / "file/a", "x"), "Not a directory"));
    std::filesystem::create_directory(folder / "folder");
    CHECK(has(write_complaint(folder / "folder", "x"), "cannot replace"));
    CHECK(folder.file_count() == 2);
  }

  TEST_CASE("reading a whole file stops at its limit") {
    const TemporaryFolder folder;
    folder.write("a", "0123456789");
    CHECK(read_whole_file(folder / "a", 10) == "0123456789");
    CHECK_THROWS_AS(read_whole_file(folder / "a", 9), FileError);
    CHECK_THROWS_AS(read_whole_file(folder / "none", 9), FileError);
  }
}
