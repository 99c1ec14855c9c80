// SPDX-License-Identifier: Apache-2.0
#include "layout.hpp"

#include <cstring>
#include <new>

#include "error.hpp"
#include "format.hpp"

namespace coldcore::layout {
namespace {

constexpr std::int64_t kAlignment = 64;

int type_of_role(const Layout& layout, const Role& role) {
  if (role.kind == COLDCORE_LAYOUT_ROLE_VALUE) return layout.value;
  return role.kind == COLDCORE_LAYOUT_ROLE_INDEX ? layout.index : COLDCORE_LAYOUT_INT64;
}

}  // namespace

Shape::Shape(std::initializer_list<std::int64_t> extents) {
  for (const std::int64_t n : extents) extent[static_cast<std::size_t>(rank++)] = n;
}

Shape::Shape(const coldcore_layout_buffer& buffer) : rank(buffer.rank) {
  for (int d = 0; d < rank; ++d) extent[static_cast<std::size_t>(d)] = buffer.shape[d];
}

Wide Shape::count() const { return Wide{extent[0]} * extent[1] * extent[2]; }

std::int64_t Layout::stored() const {
  const Buffer& values = buffers[value_role(*format)];
  return values.bytes / width_of(values.dtype);
}

std::string Layout::text() const { return fmt::format("{} of {} x {}", format->name, rows, cols); }

bool is_index_type(int dtype) {
  return dtype == COLDCORE_LAYOUT_INT32 || dtype == COLDCORE_LAYOUT_INT64;
}

bool is_value_type(int dtype) {
  return dtype == COLDCORE_LAYOUT_FLOAT32 || dtype == COLDCORE_LAYOUT_FLOAT64;
}

std::int64_t width_of(int dtype) {
  return dtype == COLDCORE_LAYOUT_INT32 || dtype == COLDCORE_LAYOUT_FLOAT32 ? 4 : 8;
}

const char* type_name(int dtype) {
  static constexpr std::array kNames = {"nothing", "int32", "int64", "float32", "float64"};
  if (dtype < COLDCORE_LAYOUT_INT32 || dtype > COLDCORE_LAYOUT_FLOAT64) return "an unknown type";
  return kNames[static_cast<std::size_t>(dtype)];
}

std::unique_ptr<void, FreeBuffer> allocate_bytes(std::int64_t bytes) {
  const std::int64_t whole = (bytes / kAlignment + 1) * kAlignment;
  void* memory = std::aligned_alloc(as_size(kAlignment), as_size(whole));
  if (memory == nullptr) throw std::bad_alloc();
  return std::unique_ptr<void, FreeBuffer>(memory);
}

void allocate(Layout& layout, std::initializer_list<Shape> shapes, Budget& budget) {
  const Format& format = *layout.format;
  std::size_t role = 0;
  Wide total = 0;
  for (const Shape& shape : shapes) {
    const Role& named = format.roles[role++];
    if (named.kind == COLDCORE_LAYOUT_ROLE_VALUE) check_stored(layout, shape.count());
    total += shape.count() * width_of(type_of_role(layout, named)) + kAlignment;
  }
  budget.take(total, layout.text());

  role = 0;
  for (const Shape& shape : shapes) {
    Buffer buffer;
    buffer.dtype = type_of_role(layout, format.roles[role++]);
    buffer.shape = shape;
    buffer.bytes = static_cast<std::int64_t>(shape.count()) * width_of(buffer.dtype);
    buffer.owned = allocate_bytes(buffer.bytes);
    buffer.data = buffer.owned.get();
    std::memset(buffer.owned.get(), 0, as_size(buffer.bytes));
    layout.buffers.push_back(std::move(buffer));
  }
}

void check_size(const char* name, std::int64_t size, int index) {
  if (size < 0 || size > kLargestSize) {
    fail(COLDCORE_LAYOUT_E_SHAPE, "{} = {}, but it must be in 0..{}", name, size, kLargestSize);
  }
  if (index == COLDCORE_LAYOUT_INT32 && size > kInt32Max) {
    fail(COLDCORE_LAYOUT_E_OVERFLOW,
         "{} = {} passes int32, whose largest is {}; ask for int64 indices", name, size, kInt32Max);
  }
}

void check_stored(const Layout& layout, Wide stored) {
  if (layout.index != COLDCORE_LAYOUT_INT32 || stored <= kInt32Max) return;
  fail(COLDCORE_LAYOUT_E_OVERFLOW,
       "{} stores {} values, padding included, which passes int32, whose largest is {}; ask for "
       "int64 "
       "indices or another format",
       layout.text(), stored, kInt32Max);
}

}  // namespace coldcore::layout
