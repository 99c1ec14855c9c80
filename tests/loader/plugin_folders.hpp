// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coldcore/coldcore.h>
#include <coldcore/dct.h>
#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace loader_test {

namespace fs = std::filesystem;

/// A folder that only its owner may write, gone with the object.
class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "coldcore-loader-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { fs::remove_all(path_); }

  const fs::path& path() const { return path_; }
  std::string file(const std::string& name) const { return (path_ / name).string(); }

  /// Copies the built family's file in, as NAME.so or under another name.
  std::string add(const std::string& family, const std::string& name = "") const {
    const char* built = std::getenv("COLDCORE_TEST_FAMILIES");
    REQUIRE(built != nullptr);
    const std::string target = file(name.empty() ? family + ".so" : name);
    fs::copy_file(fs::path(built) / (family + ".so"), target);
    fs::permissions(target, fs::perms(0755));
    return target;
  }

  void write(const std::string& name, const std::string& content) const {
    std::ofstream(path_ / name, std::ios::binary) << content;
  }

 private:
  fs::path path_;
};

inline std::string read_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

struct Listing {
  int id;
  int abi_major;
  int status;
  std::string name;
  std::string path;
  std::string note;
};

/// Scans COLDCORE_PLUGIN_PATH = `variable` and returns the listings of files below `under`.
inline std::vector<Listing> scan(const std::string& variable, const fs::path& under) {
  setenv("COLDCORE_PLUGIN_PATH", variable.c_str(), 1);
  std::vector<Listing> listings;
  const int count = coldcore_plugin_scan();
  REQUIRE(count >= 0);
  for (int i = 0; i < count; ++i) {
    coldcore_listing raw{};
    raw.struct_size = sizeof raw;
    REQUIRE(coldcore_plugin_listing(i, &raw) == DCT_OK);
    if (std::string(raw.path).starts_with(under.string())) {
      listings.push_back({raw.id, raw.abi_major, raw.status, raw.name, raw.path, raw.note});
    }
  }
  return listings;
}

inline std::vector<Listing> scan(const Folder& folder) {
  return scan(folder.path().string(), folder.path());
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Fails unless `text` has each part.
inline void check_mentions(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts) CHECK_MESSAGE(contains(text, part), text, " | ", part);
}

/// What is written to stderr while the object lives.
class StderrCapture {
 public:
  StderrCapture() : file_(std::tmpfile()), saved_(dup(STDERR_FILENO)) {
    std::fflush(stderr);
    dup2(fileno(file_), STDERR_FILENO);
  }
  StderrCapture(const StderrCapture&) = delete;
  StderrCapture& operator=(const StderrCapture&) = delete;
  ~StderrCapture() {
    std::fflush(stderr);
    dup2(saved_, STDERR_FILENO);
    close(saved_);
    std::fclose(file_);
  }

  std::string text() const {
    std::fflush(stderr);
    std::rewind(file_);
    std::string result;
    for (int c = std::fgetc(file_); c != EOF; c = std::fgetc(file_)) {
      result += static_cast<char>(c);
    }
    return result;
  }

 private:
  std::FILE* file_;
  int saved_;
};

}  // namespace loader_test
