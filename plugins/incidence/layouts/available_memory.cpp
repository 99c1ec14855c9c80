// SPDX-License-Identifier: Apache-2.0
#include "available_memory.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

namespace coldcore::layout {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kUnlimited = std::numeric_limits<std::int64_t>::max();

// The number behind a key in a file of "key value" lines, or the file's first number for no key.
// kUnlimited where there is none, as for the word "max".
std::int64_t number_in(const fs::path& file, const std::string& key = "") {
  std::ifstream in(file);
  std::int64_t value = 0;
  if (key.empty()) return in >> value ? value : kUnlimited;
  for (std::string word; in >> word;) {
    if (word == key && in >> value) return value;
  }
  return kUnlimited;
}

std::int64_t machine_room() {
  const std::int64_t kibibytes = number_in("/proc/meminfo", "MemAvailable:");
  return kibibytes == kUnlimited ? kUnlimited : kibibytes * 1024;
}

// Inactive file cache is dropped before a group is refused memory, so it is not held.
std::int64_t group_room(const fs::path& folder, const char* limit_file, const char* usage_file,
                        const char* cache_key) {
  const std::int64_t limit = number_in(folder / limit_file);
  const std::int64_t usage = number_in(folder / usage_file);
  if (limit == kUnlimited || usage == kUnlimited) return kUnlimited;
  const std::int64_t cache = number_in(folder / "memory.stat", cache_key);
  const std::int64_t held = cache == kUnlimited ? usage : std::max<std::int64_t>(0, usage - cache);
  return std::max<std::int64_t>(0, limit - held);
}

std::int64_t group_room(const fs::path& folder) {
  return std::min(
      group_room(folder, "memory.max", "memory.current", "inactive_file"),
      group_room(folder, "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"));
}

// A limit of any ancestor binds. In a container the path is often that of the outside, and only the
// mount's top is there: missing folders do not count.
std::int64_t ancestors_room(fs::path folder, const fs::path& group) {
  std::int64_t least = group_room(folder);
  for (const fs::path& part : group.relative_path()) {
    folder /= part;
    least = std::min(least, group_room(folder));
  }
  return least;
}

std::int64_t groups_room() {
  const fs::path mount = "/sys/fs/cgroup";
  std::ifstream in("/proc/self/cgroup");
  std::int64_t least = kUnlimited;
  for (std::string line; std::getline(in, line);) {  // id:controllers:path
    const std::size_t second = line.find(':', line.find(':') + 1);
    if (second == std::string::npos) continue;
    const fs::path group = line.substr(second + 1);
    least =
        std::min({least, ancestors_room(mount, group), ancestors_room(mount / "memory", group)});
  }
  return least;
}

std::int64_t address_space_room() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur > static_cast<rlim_t>(kUnlimited)) {
    return kUnlimited;
  }
  const std::int64_t pages = number_in("/proc/self/statm");
  const std::int64_t used = pages == kUnlimited ? 0 : pages * sysconf(_SC_PAGESIZE);
  return std::max<std::int64_t>(0, static_cast<std::int64_t>(limit.rlim_cur) - used);
}

}  // namespace

std::int64_t available_memory() {
  return std::min({machine_room(), groups_room(), address_space_room()});
}

}  // namespace coldcore::layout
