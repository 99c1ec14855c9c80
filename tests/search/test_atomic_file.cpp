// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/stat.h>

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

  TEST_CASE("a link stays, and what it leads to is replaced") {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder / "far");
    folder.write("far/a", "old");
    std::filesystem::create_symlink("far/a", folder / "link");
    write_file_atomically(folder / "link", "new");
    CHECK(std::filesystem::is_symlink(folder / "link"));
    CHECK(content_of(folder / "far/a") == "new");
    CHECK(folder.file_count() == 2);
  }

  TEST_CASE("devices and pipes are not replaced, nor what links lead to them") {
    const TemporaryFolder folder;
    REQUIRE(::mkfifo((folder / "pipe").c_str(), 0600) == 0);
    std::filesystem::create_symlink("pipe", folder / "link");
    for (const char* name : {"pipe", "link"}) {
      CHECK(write_complaint(folder / name, "x") ==
            "cannot replace " + (folder / name).string() +
                ": it is no file but a device or a pipe, choose another name");
    }
    CHECK(std::filesystem::is_fifo(folder / "pipe"));
    CHECK(std::filesystem::is_symlink(folder / "link"));
    CHECK(folder.file_count() == 2);
  }

  TEST_CASE("of two that write one file the second is refused, and the first is whole") {
    const TemporaryFolder folder;
    {
      StagedFile first(folder / "a", "first");
      CHECK(has(write_complaint(folder / "a", "second"), "a is being written by another run"));
      CHECK(content_of(first.staged_path()) == "first");
      first.commit();
      write_file_atomically(folder / "b", "other");
    }
    CHECK(content_of(folder / "a") == "first");
    write_file_atomically(folder / "a", "third");
    CHECK(content_of(folder / "a") == "third");
    CHECK(folder.file_count() == 2);
  }

  TEST_CASE("a content that fails half way leaves nothing") {
    const TemporaryFolder folder;
    int pieces = 0;
    CHECK_THROWS_AS(write_file_atomically(folder / "a",
                                          [&]() -> std::string_view {
                                            if (pieces++ == 1) throw std::runtime_error("gone");
                                            return "x";
                                          }),
                    std::runtime_error);
    CHECK(folder.file_count() == 0);
  }

  TEST_CASE("reading a whole file stops at its limit") {
    const TemporaryFolder folder;
    folder.write("a", "0123456789");
    CHECK(read_whole_file(folder / "a", 10) == "0123456789");
    CHECK_THROWS_AS(read_whole_file(folder / "a", 9), FileError);
    CHECK_THROWS_AS(read_whole_file(folder / "none", 9), FileError);
  }
}
