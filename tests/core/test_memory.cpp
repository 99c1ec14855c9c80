// SPDX-License-Identifier: Apache-2.0
#include <coldcore/dct.h>
#include <doctest/doctest.h>
#include <stdlib.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <utility>

#include "error.hpp"
#include "memory.hpp"
#include "memory_limit.hpp"

using namespace coldcore::core;
namespace fs = std::filesystem;

namespace {

// A folder that looks like the top of a Linux system.
class FakeRoot {
 public:
  FakeRoot() {
    std::string name = (fs::temp_directory_path() / "coldcore-memory-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    top_ = name;
  }
  ~FakeRoot() { fs::remove_all(top_); }

  void write(const std::string& file, const std::string& text) const {
    fs::create_directories((top_ / file).parent_path());
    std::ofstream(top_ / file) << text;
  }
  std::int64_t available() const { return available_memory(top_); }

 private:
  fs::path top_;
};

}  // namespace

TEST_CASE("MemAvailable counts where there is no control group") {
  const FakeRoot root;
  root.write("proc/meminfo", "MemTotal:  2000 kB\nMemAvailable:    1000 kB\nBuffers: 1 kB\n");
  CHECK(root.available() == 1000 * 1024);
}

TEST_CASE("where nothing is known nothing is refused") {
  CHECK(FakeRoot().available() == std::numeric_limits<std::int64_t>::max());
}

TEST_CASE("the tightest ancestor of a version 2 group binds, and file cache is no burden") {
  const FakeRoot root;
  root.write("proc/meminfo", "MemAvailable: 1000 kB\n");
  root.write("proc/self/cgroup", "0::/work/job\n");
  root.write("sys/fs/cgroup/work/memory.max", "500000\n");
  root.write("sys/fs/cgroup/work/memory.current", "300000\n");
  root.write("sys/fs/cgroup/work/memory.stat", "anon 7\ninactive_file 100000\n");
  root.write("sys/fs/cgroup/work/job/memory.max", "max\n");
  root.write("sys/fs/cgroup/work/job/memory.current", "5\n");
  CHECK(root.available() == 500000 - 300000 + 100000);
}

TEST_CASE("a version 1 group is found at the mount's top when its own folder is not there") {
  const FakeRoot root;
  root.write("proc/self/cgroup", "4:cpu,cpuacct:/a\n9:memory:/outside/name\n");
  root.write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9000\n");
  root.write("sys/fs/cgroup/memory/memory.usage_in_bytes", "4000\n");
  CHECK(root.available() == 5000);
}

TEST_CASE("a group that is over its limit has nothing left") {
  const FakeRoot root;
  root.write("proc/self/cgroup", "0::/\n");
  root.write("sys/fs/cgroup/memory.max", "100\n");
  root.write("sys/fs/cgroup/memory.current", "400\n");
  CHECK(root.available() == 0);
}

TEST_CASE("a refusal names the bytes needed and what for") {
  try {
    check_memory(std::numeric_limits<std::int64_t>::max() - 1, "the cell");
    FAIL("nothing was refused");
  } catch (const Error& error) {
    CHECK(error.code() == DCT_E_MEMORY);
    CHECK(std::string(error.what()).find("the cell needs 9223372036854775806 bytes") == 0);
  }
}

TEST_CASE("pages are zero, writable to the last byte and aligned") {
  for (const auto placement : {Placement::kDevice, Placement::kNode0, Placement::kManaged}) {
    for (const std::int64_t bytes : {1ll, 4096ll, 5000ll, (2ll << 20) - 1, (2ll << 20) + 1}) {
      const Pages pages(bytes, placement);
      auto* const data = pages.as<unsigned char>();

      CHECK(pages.bytes() == whole_pages(bytes));
      CHECK(pages.bytes() >= bytes);
      CHECK(reinterpret_cast<std::uintptr_t>(data) % (bytes > 2 << 20 ? 2 << 20 : 64) == 0);
      CHECK(std::all_of(data, data + bytes, [](unsigned char c) { return c == 0; }));
      data[pages.bytes() - 1] = 1;
    }
  }
}

TEST_CASE("moving pages moves their ownership") {
  Pages a(100, Placement::kDevice);
  int* const data = a.as<int>();
  Pages b = std::move(a);
  CHECK(b.as<int>() == data);
  Pages c;
  CHECK(c.as<int>() == nullptr);
  c = std::move(b);
  CHECK(c.as<int>() == data);
}
