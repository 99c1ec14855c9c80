// SPDX-License-Identifier: Apache-2.0
#include "available_memory.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

namespace coldcore::search {
namespace {

constexpr std::int64_t kUnknown = std::numeric_limits<std::int64_t>::max();

std::int64_t machine_available() {
  std::ifstream file("/proc/meminfo");
  std::string key;
  std::int64_t kibibytes = 0;
  for (std::string unit; file >> key >> kibibytes; std::getline(file, unit)) {
    if (key == "MemAvailable:") return kibibytes * 1024;
  }
  return kUnknown;
}

/// The number in a file, or kUnknown, as for the word "max" of an unlimited group.
std::int64_t number_in(const char* path) {
  std::ifstream file(path);
  std::int64_t value = 0;
  return file >> value ? value : kUnknown;
}

std::int64_t group_available() {
  const std::int64_t limit = number_in("/sys/fs/cgroup/memory.max");
  const std::int64_t used = number_in("/sys/fs/cgroup/memory.current");
  if (limit == kUnknown || used == kUnknown) return kUnknown;
  return std::max<std::int64_t>(limit - used, 0);
}

}  // namespace

std::int64_t available_memory() { return std::min(machine_available(), group_available()); }

}  // namespace coldcore::search
