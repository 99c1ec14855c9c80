// SPDX-License-Identifier: Apache-2.0
#include "memory_limit.hpp"

#include <coldcore/dct.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <string>

#include "error.hpp"

namespace coldcore::core {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kUnlimited = std::numeric_limits<std::int64_t>::max();

// Where one version of control groups keeps what is needed here.
struct GroupFiles {
  const char* limit;
  const char* usage;
  const char*
      reclaimable;  // Key in memory.stat: file cache that the kernel drops before it refuses.
};
constexpr GroupFiles kVersion1 = {"memory.limit_in_bytes", "memory.usage_in_bytes",
                                  "total_inactive_file"};
constexpr GroupFiles kVersion2 = {"memory.max", "memory.current", "inactive_file"};

// Nothing for a missing file and for "max".
std::optional<std::int64_t> read_number(const fs::path& file) {
  std::ifstream in(file);
  std::int64_t value = 0;
  if (in >> value) return value;
  return std::nullopt;
}

std::optional<std::int64_t> read_key(const fs::path& file, const std::string& key) {
  std::ifstream in(file);
  std::string line;
  while (std::getline(in, line)) {
    std::istringstream words(line);
    std::string name;
    std::int64_t value = 0;
    if (words >> name >> value && name == key) return value;
  }
  return std::nullopt;
}

std::int64_t free_in_machine(const fs::path& root) {
  const auto kib = read_key(root / "proc/meminfo", "MemAvailable:");
  return kib ? *kib * 1024 : kUnlimited;
}

std::int64_t free_in_group(const fs::path& folder, const GroupFiles& files) {
  const auto limit = read_number(folder / files.limit);
  const auto usage = read_number(folder / files.usage);
  if (!limit || !usage) return kUnlimited;
  const std::int64_t cache = read_key(folder / "memory.stat", files.reclaimable).value_or(0);
  return std::max<std::int64_t>(0, *limit - std::max<std::int64_t>(0, *usage - cache));
}

// A limit of any ancestor binds. In a container the path is often that of the outside, and only the
// mount's top is there: missing folders do not count.
std::int64_t free_in_ancestors(const fs::path& top, const fs::path& group,
                               const GroupFiles& files) {
  std::int64_t least = free_in_group(top, files);
  fs::path folder = top;
  for (const fs::path& part : group.relative_path()) {
    folder /= part;
    least = std::min(least, free_in_group(folder, files));
  }
  return least;
}

std::int64_t free_in_groups(const fs::path& root) {
  const fs::path mount = root / "sys/fs/cgroup";
  std::ifstream in(root / "proc/self/cgroup");
  std::int64_t least = kUnlimited;
  std::string line;
  while (std::getline(in, line)) {  // id:controllers:path; version 2 has no controllers.
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
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

std::int64_t free_address_space(const fs::path& root) {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kUnlimited;
  const std::int64_t pages = read_number(root / "proc/self/statm").value_or(0);
  const std::int64_t used = pages * sysconf(_SC_PAGESIZE);
  if (limit.rlim_cur > static_cast<rlim_t>(kUnlimited)) return kUnlimited;
  return std::max<std::int64_t>(0, static_cast<std::int64_t>(limit.rlim_cur) - used);
}

}  // namespace

std::int64_t available_memory(const fs::path& root) {
  return std::min({free_in_machine(root), free_in_groups(root), free_address_space(root)});
}

void check_memory(std::int64_t needed, const char* what) {
  const std::int64_t available = available_memory();
  if (needed > available) {
    fail(DCT_E_MEMORY, "{} needs {} bytes, but this process can have only {}", what, needed,
         available);
  }
}

}  // namespace coldcore::core
