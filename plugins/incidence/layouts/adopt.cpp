// SPDX-License-Identifier: Apache-2.0
#include "adopt.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "checks.hpp"
#include "error.hpp"
#include "format.hpp"

namespace coldcore::layout {
namespace {

bool has_blocks(const Layout& layout) { return layout.format == &kBcsr || layout.format == &kBcoo; }

std::size_t position_of(const Format& format, const coldcore_layout_buffer& buffer, std::size_t i) {
  if (buffer.role == nullptr) fail(COLDCORE_LAYOUT_E_NULL, "buffers[{}].role is NULL", i);
  for (std::size_t role = 0; role < format.role_count; ++role) {
    if (std::string_view(format.roles[role].name) == buffer.role) return role;
  }
  fail(COLDCORE_LAYOUT_E_BUFFER, "buffers[{}] has the role '{:.40}', which {} does not have", i,
       buffer.role, format.name);
}

void check_type(const Layout& layout, std::size_t role, int dtype) {
  const int kind = layout.format->roles[role].kind;
  const char* wanted = kind == COLDCORE_LAYOUT_ROLE_INDEX   ? "int32 or int64"
                       : kind == COLDCORE_LAYOUT_ROLE_VALUE ? "float32 or float64"
                                                            : "int64";
  const bool fits = kind == COLDCORE_LAYOUT_ROLE_INDEX   ? is_index_type(dtype)
                    : kind == COLDCORE_LAYOUT_ROLE_VALUE ? is_value_type(dtype)
                                                         : dtype == COLDCORE_LAYOUT_INT64;
  if (fits) return;
  fail(COLDCORE_LAYOUT_E_BUFFER, "{} has the type {}, but it must be {}", role_text(layout, role),
       type_name(dtype), wanted);
}

void check_extents(const Layout& layout, std::size_t role, const coldcore_layout_buffer& given) {
  if (given.rank < 0 || given.rank > 3) {
    fail(COLDCORE_LAYOUT_E_BUFFER, "{} has the rank {}, but ranks are 0..3",
         role_text(layout, role), given.rank);
  }
  // indptr of the most rows has one element more than the largest size.
  Wide count = 1;
  for (int d = 0; d < given.rank; ++d) {
    if (given.shape[d] < 0 || given.shape[d] > kLargestSize + 1) {
      fail(COLDCORE_LAYOUT_E_BUFFER, "{}: shape[{}] = {}, but it must be in 0..{}",
           role_text(layout, role), d, given.shape[d], kLargestSize + 1);
    }
    count *= given.shape[d];
    if (count <= kLargestSize + 1) continue;
    fail(COLDCORE_LAYOUT_E_BUFFER, "{} has {} elements up to shape[{}], but {} are the most",
         role_text(layout, role), count, d, kLargestSize + 1);
  }
}

Buffer borrow(const Layout& layout, std::size_t role, const coldcore_layout_buffer& given) {
  check_type(layout, role, given.dtype);
  check_extents(layout, role, given);
  Buffer buffer;
  buffer.dtype = given.dtype;
  buffer.shape = Shape(given);
  const Wide bytes = buffer.shape.count() * width_of(given.dtype);
  if (bytes != given.bytes) {
    fail(COLDCORE_LAYOUT_E_BUFFER, "{} has {} bytes, but its shape and type ask for {}",
         role_text(layout, role), given.bytes, bytes);
  }
  if (layout.format->roles[role].kind == COLDCORE_LAYOUT_ROLE_VALUE &&
      layout.index == COLDCORE_LAYOUT_INT32) {
    check_stored(layout, buffer.shape.count());
  }
  if (given.data == nullptr && bytes > 0) {
    fail(COLDCORE_LAYOUT_E_NULL, "{}: data is NULL, but the buffer has {} bytes",
         role_text(layout, role), bytes);
  }
  if (reinterpret_cast<std::uintptr_t>(given.data) % as_size(width_of(given.dtype)) != 0) {
    fail(COLDCORE_LAYOUT_E_BUFFER, "{}: data is not aligned for {}", role_text(layout, role),
         type_name(given.dtype));
  }
  buffer.bytes = given.bytes;
  buffer.data = given.data;
  return buffer;
}

// The one type of all buffers of a kind, 0 if there is none.
int common_type(const Layout& layout, std::span<const coldcore_layout_buffer* const> given,
                int kind) {
  int type = 0;
  for (std::size_t role = 0; role < given.size(); ++role) {
    if (layout.format->roles[role].kind != kind) continue;
    check_type(layout, role, given[role]->dtype);
    if (type == 0) type = given[role]->dtype;
    if (type == given[role]->dtype) continue;
    fail(COLDCORE_LAYOUT_E_BUFFER,
         "{} has the type {}, but another index buffer has {}; use one width",
         role_text(layout, role), type_name(given[role]->dtype), type_name(type));
  }
  return type;
}

void set_types(Layout& layout, std::span<const coldcore_layout_buffer* const> given,
               const coldcore_layout_options& options) {
  const int index = common_type(layout, given, COLDCORE_LAYOUT_ROLE_INDEX);
  if (index != 0 && options.index != 0 && index != options.index) {
    fail(COLDCORE_LAYOUT_E_BUFFER, "{}: indices are {}, but the options ask for {}; leave index 0",
         layout.format->name, type_name(index), type_name(options.index));
  }
  layout.index = index != 0 ? index : options.index != 0 ? options.index : COLDCORE_LAYOUT_INT64;
  layout.value = common_type(layout, given, COLDCORE_LAYOUT_ROLE_VALUE);
}

// r and c are what the blocks have; options may only confirm them.
void set_block_size(Layout& layout, const coldcore_layout_buffer& data,
                    const coldcore_layout_options& options) {
  const std::size_t role = value_role(*layout.format);
  if (data.rank != 3) {
    fail(COLDCORE_LAYOUT_E_BUFFER, "{} has the rank {}, but blocks are [count, r, c]",
         role_text(layout, role), data.rank);
  }
  const std::int64_t wanted[2] = {options.block_rows, options.block_cols};
  for (int d = 0; d < 2; ++d) {
    const std::int64_t extent = data.shape[d + 1];
    if (extent < 1 || extent > kLargestBlock) {
      fail(COLDCORE_LAYOUT_E_BUFFER, "{}: shape[{}] = {}, but sides of blocks are 1..{}",
           role_text(layout, role), d + 1, extent, kLargestBlock);
    }
    if (wanted[d] == 0 || wanted[d] == extent) continue;
    fail(COLDCORE_LAYOUT_E_BUFFER, "{}: shape[{}] = {}, but the options say {}; leave them 0",
         role_text(layout, role), d + 1, extent, wanted[d]);
  }
  layout.block_rows = data.shape[1];
  layout.block_cols = data.shape[2];
}

void set_bounds(Layout& layout) {
  const auto bound = [&](std::size_t role) {
    return layout.buffers[role].bytes == 8 ? *layout.at<std::int64_t>(role).data() : 0;
  };
  layout.lbound = bound(1);
  layout.ubound = bound(2);
}

std::vector<const coldcore_layout_buffer*> by_role(
    const Format& format, std::span<const coldcore_layout_buffer> buffers) {
  std::vector<const coldcore_layout_buffer*> given(format.role_count, nullptr);
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    const std::size_t role = position_of(format, buffers[i], i);
    if (given[role] != nullptr) {
      fail(COLDCORE_LAYOUT_E_BUFFER, "buffers[{}] has the role '{}', which was given before", i,
           format.roles[role].name);
    }
    given[role] = &buffers[i];
  }
  for (std::size_t role = 0; role < format.role_count; ++role) {
    if (given[role] != nullptr) continue;
    fail(COLDCORE_LAYOUT_E_BUFFER, "{} has no buffer of the role '{}'; give it too", format.name,
         format.roles[role].name);
  }
  return given;
}

void own_buffers(Layout& layout, Budget& budget) {
  Wide total = 0;
  for (const Buffer& buffer : layout.buffers) total += buffer.bytes;
  budget.take(total, fmt::format("a copy of {}", layout.text()));
  for (Buffer& buffer : layout.buffers) {
    buffer.owned = allocate_bytes(buffer.bytes);
    if (buffer.bytes > 0) std::memcpy(buffer.owned.get(), buffer.data, as_size(buffer.bytes));
    buffer.data = buffer.owned.get();
  }
}

}  // namespace

void set_parameters(Layout& layout, const coldcore_layout_options& options) {
  const auto or_default = [](std::int64_t n, std::int64_t otherwise) {
    return n == 0 ? otherwise : n;
  };
  if (has_blocks(layout)) {
    layout.block_rows = or_default(options.block_rows, 2);
    layout.block_cols = or_default(options.block_cols, 2);
    layout.sorted_blocks = options.sorted_blocks != 0;
  }
  if (layout.format == &kSellCSigma) {
    layout.slice_rows = or_default(options.slice_rows, 4);
    layout.sigma = or_default(options.sigma, layout.slice_rows);
  }
}

void adopt(Layout& layout, std::span<const coldcore_layout_buffer> buffers, bool copy,
           const coldcore_layout_options& options) {
  const std::vector<const coldcore_layout_buffer*> given = by_role(*layout.format, buffers);
  set_types(layout, given, options);
  check_size("rows", layout.rows, layout.index);
  check_size("cols", layout.cols, layout.index);
  set_parameters(layout, options);
  if (has_blocks(layout)) set_block_size(layout, *given[value_role(*layout.format)], options);
  for (std::size_t role = 0; role < given.size(); ++role) {
    layout.buffers.push_back(borrow(layout, role, *given[role]));
  }
  if (layout.format == &kPackedBanded) set_bounds(layout);
  layout.borrowed = !copy;

  Budget budget(options.memory_limit);
  if (copy) own_buffers(layout, budget);  // First, so that what is checked is what is kept.
  check_content(layout, budget);
}

void check_content(const Layout& layout, Budget& budget) { layout.format->check(layout, budget); }

}  // namespace coldcore::layout
