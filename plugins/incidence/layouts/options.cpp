// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include <algorithm>
#include <cstring>

#include "error.hpp"
#include "layout.hpp"

namespace coldcore::layout {
namespace {

void need_in_range(const char* name, std::int64_t value, std::int64_t most) {
  if (value >= 0 && value <= most) return;
  fail(COLDCORE_LAYOUT_E_ARGUMENT,
       "options: {} = {}, but it must be in 1..{}, or 0 for the default", name, value, most);
}

}  // namespace

coldcore_layout_options read_options(const coldcore_layout_options* options) {
  coldcore_layout_options read{};
  if (options == nullptr) return read;
  if (options->struct_size < 8) {
    fail(COLDCORE_LAYOUT_E_ARGUMENT,
         "options: struct_size = {}, but it must be sizeof(coldcore_layout_options)",
         options->struct_size);
  }
  std::memcpy(&read, options, std::min<std::size_t>(options->struct_size, sizeof(read)));
  if (read.index != 0 && !is_index_type(read.index)) {
    fail(COLDCORE_LAYOUT_E_ARGUMENT,
         "options: index = {}, but it must be COLDCORE_LAYOUT_INT32, COLDCORE_LAYOUT_INT64 or 0",
         read.index);
  }
  if (read.memory_limit < 0) {
    fail(COLDCORE_LAYOUT_E_ARGUMENT,
         "options: memory_limit = {}, but it must be a number of bytes, or 0 for what there is",
         read.memory_limit);
  }
  need_in_range("block_rows", read.block_rows, kLargestBlock);
  need_in_range("block_cols", read.block_cols, kLargestBlock);
  need_in_range("slice_rows", read.slice_rows, kLargestBlock);
  need_in_range("sigma", read.sigma, kLargestSize);
  if (read.sorted_blocks != 0 && read.sorted_blocks != 1) {
    fail(COLDCORE_LAYOUT_E_ARGUMENT, "options: sorted_blocks = {}, but it must be 0 or 1",
         read.sorted_blocks);
  }
  if (read.reserved != 0) {
    fail(COLDCORE_LAYOUT_E_ARGUMENT, "options: reserved = {}, but it must be 0", read.reserved);
  }
  return read;
}

}  // namespace coldcore::layout
