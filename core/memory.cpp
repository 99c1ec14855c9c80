// SPDX-License-Identifier: Apache-2.0
#include "memory.hpp"

#include <coldcore/dct.h>
#include <numaif.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "error.hpp"

namespace coldcore::core {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

void* map_or_fail(std::size_t bytes) {
  void* data = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (data == MAP_FAILED) {
    fail(DCT_E_MEMORY, "cannot allocate {} bytes: {}", bytes, std::strerror(errno));
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

void bind_to_node0(void* data, std::size_t bytes) {
  static bool told = false;
  const unsigned long node0 = 1;
  if (mbind(data, bytes, MPOL_BIND, &node0, sizeof node0 * 8, 0) == 0 || told) return;
  told = true;
  report_notice(fmt::format("memory is not bound to NUMA node 0 ({}); going on without",
                            std::strerror(errno)));
}

}  // namespace

std::int64_t whole_pages(std::int64_t bytes) {
  const std::int64_t page = sysconf(_SC_PAGESIZE);
  return (bytes + page - 1) / page * page;
}

Pages::Pages(std::int64_t bytes, Placement placement)
    : bytes_(static_cast<std::size_t>(whole_pages(bytes))) {
  if (bytes_ < kHugePage) {
    data_ = map_or_fail(bytes_);
  } else {
    data_ = map_aligned(bytes_);
    madvise(data_, bytes_, MADV_HUGEPAGE);  // Advice: without it the array is only slower.
  }
  // Before the first touch, which is what allocates.
  if (placement == Placement::kNode0) bind_to_node0(data_, bytes_);
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

}  // namespace coldcore::core
