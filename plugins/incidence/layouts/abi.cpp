// SPDX-License-Identifier: Apache-2.0
//
// The exported coldcore_layout_* functions, and exceptions made into codes.
#include <coldcore/layouts.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <string_view>

#include "adopt.hpp"
#include "checks.hpp"
#include "error.hpp"
#include "format.hpp"
#include "options.hpp"

using namespace coldcore::layout;

struct coldcore_layout : Layout {};

namespace {

// Runs the body of the exported function `name`. No exception leaves it.
template <class Body>
int layout_call(const char* name, Body&& body) noexcept {
  try {
    return body();
  } catch (const Error& error) {
    remember_error(name, error.what());
    return error.code();
  } catch (const std::bad_alloc&) {
    remember_error(name, "out of memory; take a smaller matrix or another format");
    return COLDCORE_LAYOUT_E_MEMORY;
  } catch (const std::exception& error) {
    remember_error(name, error.what());
  } catch (...) {
    remember_error(name, "unknown internal error");
  }
  return COLDCORE_LAYOUT_E_INTERNAL;
}

void need_pointer(const void* pointer, const char* name) {
  if (pointer == nullptr) fail(COLDCORE_LAYOUT_E_NULL, "{} is NULL", name);
}

// What a caller hands over to be made into a layout.
struct Source {
  std::int64_t rows;
  std::int64_t cols;
  std::int64_t nnz;
  int index;
  const void* first;  // row or indptr
  const char* first_name;
  const void* second;  // col or indices
  const char* second_name;
  int value;
  const void* data;
};

// Sizes and types, before any array is read.
void check_source(const Source& source, int target_index) {
  if (!is_index_type(source.index)) {
    fail(COLDCORE_LAYOUT_E_ARGUMENT,
         "index = {}, but it must be COLDCORE_LAYOUT_INT32 or COLDCORE_LAYOUT_INT64", source.index);
  }
  if (!is_value_type(source.value)) {
    fail(COLDCORE_LAYOUT_E_ARGUMENT,
         "value = {}, but it must be COLDCORE_LAYOUT_FLOAT32 or COLDCORE_LAYOUT_FLOAT64",
         source.value);
  }
  check_size("rows", source.rows, target_index);
  check_size("cols", source.cols, target_index);
  check_size("nnz", source.nnz, target_index);
  if (source.nnz == 0) return;
  need_pointer(source.first, source.first_name);
  need_pointer(source.second, source.second_name);
  need_pointer(source.data, "data");
}

// What cannot fit is refused before an array is read.
void need_canonical_room(const Source& source, Budget& budget) {
  const Wide bytes = Wide{source.nnz} * (8 + width_of(source.value)) + (Wide{source.rows} + 1) * 8;
  const Budget::Loan probe(budget, bytes, "the canonical form of the matrix");
}

// An empty layout of this format, its parameters set.
std::unique_ptr<coldcore_layout> make_layout(const Format& format, std::int64_t rows,
                                             std::int64_t cols, int index, int value,
                                             const coldcore_layout_options& options) {
  auto layout = std::make_unique<coldcore_layout>();
  layout->format = &format;
  layout->rows = rows;
  layout->cols = cols;
  layout->index = index;
  layout->value = value;
  set_parameters(*layout, options);
  return layout;
}

// From a caller's arrays to a layout; `canonical` makes the form in between of typed pointers.
template <class MakeCanonical>
coldcore_layout* build(const Source& source, int format_id, const coldcore_layout_options* given,
                       MakeCanonical&& canonical) {
  const Format& format = format_of(format_id);
  const coldcore_layout_options options = read_options(given);
  const int index = options.index != 0 ? options.index : source.index;
  check_source(source, index);
  auto layout = make_layout(format, source.rows, source.cols, index, source.value, options);
  Budget budget(options.memory_limit);
  need_canonical_room(source, budget);
  const Canonical matrix = with_types(source.index, source.value, [&](auto i, auto v) {
    using I = decltype(i);
    using V = decltype(v);
    return Canonical(canonical(static_cast<const I*>(source.first),
                               static_cast<const I*>(source.second),
                               static_cast<const V*>(source.data), budget));
  });
  format.build(matrix, *layout, budget);
  return layout.release();
}

coldcore_layout_buffer describe_buffer(const Layout& layout, std::size_t role) {
  const Buffer& buffer = layout.buffers[role];
  coldcore_layout_buffer out{};
  out.role = layout.format->roles[role].name;
  out.dtype = buffer.dtype;
  out.rank = buffer.shape.rank;
  std::copy(buffer.shape.extent.begin(), buffer.shape.extent.end(), out.shape);
  out.data = buffer.data;
  out.bytes = buffer.bytes;
  return out;
}

const Role* find_role(int format_id, int i) {
  const Format* format = find_format(format_id);
  if (format == nullptr || i < 0 || static_cast<std::size_t>(i) >= format->role_count)
    return nullptr;
  return &format->roles[static_cast<std::size_t>(i)];
}

}  // namespace

int coldcore_layout_abi_version(void) { return COLDCORE_LAYOUT_ABI_VERSION; }

int coldcore_layout_from_coo(int64_t rows, int64_t cols, int64_t nnz, int index, const void* row,
                             const void* col, int value, const void* data, int format,
                             const coldcore_layout_options* options, coldcore_layout** out) {
  return layout_call("coldcore_layout_from_coo", [&] {
    need_pointer(out, "out");
    const Source source = {rows, cols, nnz, index, row, "row", col, "col", value, data};
    *out = build(source, format, options, [&](auto* i, auto* j, auto* v, Budget& budget) {
      return canonical_from_coo(rows, cols, nnz, i, j, v, budget);
    });
    return int{COLDCORE_LAYOUT_OK};
  });
}

int coldcore_layout_from_csr(int64_t rows, int64_t cols, int64_t nnz, int index, const void* indptr,
                             const void* indices, int value, const void* data, int format,
                             const coldcore_layout_options* options, coldcore_layout** out) {
  return layout_call("coldcore_layout_from_csr", [&] {
    need_pointer(out, "out");
    const Source source = {rows,     cols,    nnz,       index, indptr,
                           "indptr", indices, "indices", value, data};
    need_pointer(indptr, "indptr");
    *out = build(source, format, options, [&](auto* starts, auto* j, auto* v, Budget& budget) {
      return canonical_from_csr(rows, cols, nnz, starts, j, v, budget);
    });
    return int{COLDCORE_LAYOUT_OK};
  });
}

int coldcore_layout_adopt(int format, int64_t rows, int64_t cols,
                          const coldcore_layout_buffer* buffers, int count, int copy,
                          const coldcore_layout_options* options, coldcore_layout** out) {
  return layout_call("coldcore_layout_adopt", [&] {
    need_pointer(out, "out");
    const Format& known = format_of(format);
    if (count < 0)
      fail(COLDCORE_LAYOUT_E_ARGUMENT, "count = {}, but it must not be negative", count);
    if (copy != 0 && copy != 1) {
      fail(COLDCORE_LAYOUT_E_ARGUMENT, "copy = {}, but it must be 0 or 1", copy);
    }
    if (count > 0) need_pointer(buffers, "buffers");
    auto layout = std::make_unique<coldcore_layout>();
    layout->format = &known;
    layout->rows = rows;
    layout->cols = cols;
    adopt(*layout, {buffers, static_cast<std::size_t>(count)}, copy == 1, read_options(options));
    *out = layout.release();
    return int{COLDCORE_LAYOUT_OK};
  });
}

int coldcore_layout_convert(const coldcore_layout* layout, int format,
                            const coldcore_layout_options* given, coldcore_layout** out) {
  return layout_call("coldcore_layout_convert", [&] {
    need_pointer(layout, "layout");
    need_pointer(out, "out");
    const Format& target = format_of(format);
    const coldcore_layout_options options = read_options(given);
    const int index = options.index != 0 ? options.index : layout->index;
    check_size("rows", layout->rows, index);
    check_size("cols", layout->cols, index);
    auto made = make_layout(target, layout->rows, layout->cols, index, layout->value, options);
    Budget budget(options.memory_limit);
    if (layout->borrowed) check_content(*layout, budget);
    target.build(layout->format->read(*layout, budget), *made, budget);
    *out = made.release();
    return int{COLDCORE_LAYOUT_OK};
  });
}

int coldcore_layout_check(const coldcore_layout* layout, int64_t memory_limit) {
  return layout_call("coldcore_layout_check", [&] {
    need_pointer(layout, "layout");
    if (memory_limit < 0) {
      fail(COLDCORE_LAYOUT_E_ARGUMENT, "memory_limit = {}, but it must not be negative",
           memory_limit);
    }
    Budget budget(memory_limit);
    check_content(*layout, budget);
    return int{COLDCORE_LAYOUT_OK};
  });
}

void coldcore_layout_free(coldcore_layout* layout) { delete layout; }

int coldcore_layout_get_info(const coldcore_layout* layout, coldcore_layout_info* info) {
  return layout_call("coldcore_layout_get_info", [&] {
    need_pointer(layout, "layout");
    need_pointer(info, "info");
    const std::uint32_t size = info->struct_size;
    if (size < 8) {
      fail(COLDCORE_LAYOUT_E_ARGUMENT,
           "info: struct_size = {}, but it must be sizeof(coldcore_layout_info)", size);
    }
    coldcore_layout_info full{};
    full.struct_size = size;
    full.format = layout->format->id;
    full.index = layout->index;
    full.value = layout->value;
    full.rows = layout->rows;
    full.cols = layout->cols;
    full.stored = layout->stored();
    full.block_rows = layout->block_rows;
    full.block_cols = layout->block_cols;
    full.slice_rows = layout->slice_rows;
    full.sigma = layout->sigma;
    full.lbound = layout->lbound;
    full.ubound = layout->ubound;
    full.sorted_blocks = layout->sorted_blocks ? 1 : 0;
    full.borrowed = layout->borrowed ? 1 : 0;
    std::memcpy(info, &full, std::min<std::size_t>(size, sizeof(full)));
    return int{COLDCORE_LAYOUT_OK};
  });
}

int coldcore_layout_buffers(const coldcore_layout* layout, coldcore_layout_buffer* buffers,
                            int cap) {
  return layout_call("coldcore_layout_buffers", [&] {
    need_pointer(layout, "layout");
    if (cap < 0) fail(COLDCORE_LAYOUT_E_ARGUMENT, "cap = {}, but it must not be negative", cap);
    if (cap > 0) need_pointer(buffers, "buffers");
    const std::size_t count = layout->buffers.size();
    for (std::size_t role = 0; role < std::min(count, static_cast<std::size_t>(cap)); ++role) {
      buffers[role] = describe_buffer(*layout, role);
    }
    return static_cast<int>(count);
  });
}

int coldcore_layout_buffer_of(const coldcore_layout* layout, const char* role,
                              coldcore_layout_buffer* out) {
  return layout_call("coldcore_layout_buffer_of", [&] {
    need_pointer(layout, "layout");
    need_pointer(role, "role");
    need_pointer(out, "out");
    for (std::size_t i = 0; i < layout->buffers.size(); ++i) {
      if (std::string_view(layout->format->roles[i].name) != role) continue;
      *out = describe_buffer(*layout, i);
      return int{COLDCORE_LAYOUT_OK};
    }
    fail(COLDCORE_LAYOUT_E_ARGUMENT, "{} has no role '{:.40}'; coldcore_layout_role lists them",
         layout->format->name, role);
  });
}

const char* coldcore_layout_format_name(int format) {
  const Format* found = find_format(format);
  return found == nullptr ? nullptr : found->name;
}

int coldcore_layout_format_of(const char* name) {
  return layout_call("coldcore_layout_format_of", [&] {
    need_pointer(name, "name");
    for (int id = COLDCORE_LAYOUT_CSR; id <= COLDCORE_LAYOUT_BCOO; ++id) {
      if (std::string_view(find_format(id)->name) == name) return id;
    }
    fail(COLDCORE_LAYOUT_E_ARGUMENT,
         "there is no format '{:.40}'; formats are csr, csc, coo, dia, ell, bcsr, jds, "
         "sell_c_sigma, "
         "packed_banded, dense and bcoo",
         name);
  });
}

const char* coldcore_layout_role(int format, int i) {
  const Role* role = find_role(format, i);
  return role == nullptr ? nullptr : role->name;
}

int coldcore_layout_role_kind(int format, int i) {
  return layout_call("coldcore_layout_role_kind", [&] {
    const Role* role = find_role(format, i);
    if (role == nullptr) {
      fail(COLDCORE_LAYOUT_E_ARGUMENT, "format {} has no role {}; coldcore_layout_role lists them",
           format, i);
    }
    return role->kind;
  });
}

const char* coldcore_layout_error_name(int code) { return error_name(code); }

const char* coldcore_layout_last_error(void) { return last_error(); }
