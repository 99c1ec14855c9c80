// SPDX-License-Identifier: Apache-2.0
#include "memory_limit.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

#include "error.hpp"

namespace coldcore::incidence {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kUnknown = std::numeric_limits<std::int64_t>::max();

// The number behind a key in a file of "key value" lines, or the file's first number for no key.
// kUnknown where there is none, as for the word "max".
std::int64_t read_number(const fs::path& file, const std::string& key = "") {
  std::ifstream in(file);
  std::int64_t value = 0;
  std::string word;
  if (key.empty()) return in >> value ? value : kUnknown;
  while (in >> word) {
    if (word == key && in >> value) return value;
  }
  return kUnknown;
}

std::int64_t free_in_machine() {
  const std::int64_t kibibytes = read_number("/proc/meminfo", "MemAvailable:");
  return kibibytes == kUnknown ? kUnknown : kibibytes * 1024;
}

// Where one version of control groups keeps what is needed here.
struct GroupFiles {
  const char* limit;
  const char* usage;
  const char* reclaimable;  // Key of the file cache that the kernel drops before it refuses.
};
constexpr GroupFiles kVersion1 = {"memory.limit_in_bytes", "memory.usage_in_bytes",
                                  "total_inactive_file"};
constexpr GroupFiles kVersion2 = {"memory.max", "memory.current", "inactive_file"};

std::int64_t free_in_group(const fs::path& folder, const GroupFiles& files) {
  const std::int64_t limit = read_number(folder / files.limit);
  const std::int64_t usage = read_number(folder / files.usage);
  if (limit == kUnknown || usage == kUnknown) return kUnknown;
  const std::int64_t cache = read_number(folder / "memory.stat", files.reclaimable);
  const std::int64_t held = cache == kUnknown ? usage : std::max<std::int64_t>(0, usage - cache);
  return std::max<std::int64_t>(0, limit - held);
}

// A limit of any ancestor binds. In a container the path is often that of the outside, and only the
// mount's top is there: missing folders do not count.
std::int64_t free_in_ancestors(fs::path folder, const fs::path& group, const GroupFiles& files) {
  std::int64_t least = free_in_group(folder, files);
  for (const fs::path& part : group.relative_path()) {
    folder /= part;
    least = std::min(least, free_in_group(folder, files));
  }
  return least;
}

std::int64_t free_in_groups() {
  const fs::path mount = "/sys/fs/cgroup";
  std::ifstream in("/proc/self/cgroup");
  std::int64_t least = kUnknown;
  std::string line;
  while (std::getline(in, line)) {  // id:controllers:path; version 2 has no controllers.
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = fmt::format(",{},", line.substr(first + 1, second - first - 1));
    const fs::path group = line.substr(second + 1);
    if (controllers == ",,") {
      least = std::min(least, free_in_ancestors(mount, group, kVersion2));
    } else if (controllers.find(",memory,") != std::string::npos) {
      least = std::min(least, free_in_ancestors(mount / "memory", group, kVersion1));
    }
  }
  return least;
}

std::int64_t free_address_space() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur > static_cast<rlim_t>(kUnknown)) {
    return kUnknown;
  }
  const std::int64_t pages = read_number("/proc/self/statm");
  const std::int64_t used = pages == kUnknown ? 0 : pages * sysconf(_SC_PAGESIZE);
  return std::max<std::int64_t>(0, static_cast<std::int64_t>(limit.rlim_cur) - used);
}

}  // namespace

void check_memory(std::int64_t needed, const char* what) {
  const std::int64_t available =
      std::min({free_in_machine(), free_in_groups(), free_address_space()});
  if (needed <= available) return;
  fail(SPARSE_E_MEMORY, "{} needs {} bytes, but this process can have only {}", what, needed,
       available);
}

}  // namespace coldcore::incidence
