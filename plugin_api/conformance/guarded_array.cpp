// SPDX-License-Identifier: Apache-2.0
#include "guarded_array.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <new>

namespace coldcore::conformance {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kAlignment = 64;
constexpr unsigned char kPattern = 0xC5;

std::vector<const GuardedArray*>& alive_list() {
  static std::vector<const GuardedArray*> list;
  return list;
}

// Mappings that no array uses, by capacity: thousands of shapes are tried, and a mapping costs more
// than the transform of a small one.
std::multimap<std::size_t, unsigned char*>& spare_mappings() {
  static std::multimap<std::size_t, unsigned char*> spares;
  return spares;
}

unsigned char* map_between_guards(std::size_t capacity) {
  void* const mapping = mmap(nullptr, capacity + 2 * kPage, PROT_NONE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED) throw std::bad_alloc();
  unsigned char* const usable = static_cast<unsigned char*>(mapping) + kPage;
  if (mprotect(usable, capacity, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
  return usable;
}

unsigned char* take_mapping(std::size_t capacity) {
  const auto spare = spare_mappings().find(capacity);
  if (spare == spare_mappings().end()) return map_between_guards(capacity);
  unsigned char* const usable = spare->second;
  spare_mappings().erase(spare);
  return usable;
}

std::size_t round_up(std::size_t bytes, std::size_t unit) {
  return (bytes + unit - 1) / unit * unit;
}

}  // namespace

GuardedArray::GuardedArray(std::string name, std::int64_t count, std::size_t element_bytes)
    : name_(std::move(name)),
      count_(count),
      element_bytes_(element_bytes),
      capacity_(std::bit_ceil(round_up(bytes() + 2 * kAlignment, kPage))),
      usable_(take_mapping(capacity_)),
      data_(usable_ + capacity_ - round_up(bytes(), kAlignment)) {
  std::memset(data_ - kAlignment, kPattern, kAlignment);
  std::memset(data_ + bytes(), kPattern, round_up(bytes(), kAlignment) - bytes());
  alive_list().push_back(this);
}

GuardedArray::~GuardedArray() {
  std::erase(alive_list(), this);
  spare_mappings().emplace(capacity_, usable_);
}

void GuardedArray::scribble(unsigned char salt) {
  for (std::size_t i = 0; i < bytes(); ++i)
    data_[i] = static_cast<unsigned char>(0x5A ^ salt ^ (i & 3));
}

std::optional<std::int64_t> GuardedArray::damage() const {
  const auto written = [](unsigned char byte) { return byte != kPattern; };
  const unsigned char* const end = usable_ + capacity_;
  const unsigned char* const behind =
      std::find_if(data_ + bytes(), static_cast<unsigned char*>(usable_ + capacity_), written);
  if (behind != end) return index_at(behind);
  const unsigned char* const front = std::find_if(data_ - kAlignment, data_, written);
  if (front != data_) return index_at(front);
  return std::nullopt;
}

std::optional<std::int64_t> GuardedArray::index_near(const void* address) const {
  const auto* const byte = static_cast<const unsigned char*>(address);
  if (byte < usable_ - kPage || byte >= usable_ + capacity_ + kPage) return std::nullopt;
  return index_at(byte);
}

const std::vector<const GuardedArray*>& GuardedArray::alive() { return alive_list(); }

std::int64_t GuardedArray::index_at(const unsigned char* address) const {
  const std::int64_t offset = address - data_;
  const auto width = static_cast<std::int64_t>(element_bytes_);
  return (offset - (offset < 0 ? width - 1 : 0)) / width;
}

}  // namespace coldcore::conformance
