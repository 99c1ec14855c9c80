// SPDX-License-Identifier: Apache-2.0
#include "memory.hpp"

#include <numa.h>
#include <numaif.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "error.hpp"

namespace coldcore::incidence {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

std::size_t page_size() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

void* map_or_fail(std::size_t bytes) {
  void* data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (data == MAP_FAILED) {
    fail(SPARSE_E_MEMORY, "cannot allocate {} bytes: {}", bytes, std::strerror(errno));
  }
  return data;
}

// Huge pages must be aligned, so takes one more than needed and gives both ends back.
void* map_aligned(std::size_t bytes) {
  char* wide = static_cast<char*>(map_or_fail(bytes + kHugePage));
  const std::size_t past = reinterpret_cast<std::uintptr_t>(wide) % kHugePage;
  const std::size_t lead = past == 0 ? 0 : kHugePage - past;
  if (lead != 0) munmap(wide, lead);
  munmap(wide + lead + bytes, kHugePage - lead);
  return wide + lead;
}

bool bind_to_node0(void* data, std::size_t bytes) {
  const unsigned long node0 = 1;
  if (numa_available() >= 0 && mbind(data, bytes, MPOL_BIND, &node0, sizeof node0 * 8, 0) == 0) {
    return true;
  }
  static bool told = false;
  if (!std::exchange(told, true)) {
    report_notice(fmt::format("the incidence is not bound to NUMA node 0 ({}); going on without",
                              std::strerror(errno)));
  }
  return false;
}

// The first touch is what places a page.
void touch_every_page(void* data, std::size_t bytes) {
  volatile char* bytes_of = static_cast<char*>(data);
  for (std::size_t at = 0; at < bytes; at += page_size()) bytes_of[at] = 0;
}

}  // namespace

std::int64_t whole_pages(std::int64_t bytes) {
  const auto page = static_cast<std::int64_t>(page_size());
  return (bytes + page - 1) / page * page;
}

Pages::Pages(std::int64_t bytes, Placement placement)
    : bytes_(static_cast<std::size_t>(whole_pages(bytes))) {
  if (bytes_ == 0) return;
  if (bytes_ < kHugePage) {
    data_ = map_or_fail(bytes_);
  } else {
    data_ = map_aligned(bytes_);
    madvise(data_, bytes_, MADV_HUGEPAGE);  // Advice: without it the array is only slower.
  }
  if (placement == Placement::kNode0 && bind_to_node0(data_, bytes_)) {
    touch_every_page(data_, bytes_);
  }
}

Pages::~Pages() {
  if (data_ != nullptr) munmap(data_, bytes_);
}

Pages::Pages(Pages&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}

Pages& Pages::operator=(Pages&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

}  // namespace coldcore::incidence
