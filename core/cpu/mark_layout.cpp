// SPDX-License-Identifier: Apache-2.0
#include "mark_layout.hpp"

namespace coldcore::core {
namespace {

constexpr int kMostBitsAWord = 2;

}  // namespace

MarkLayout mark_layout(const Shape& shape, LowBlock block) {
  const int units = (block.size + kUnitWords - 1) / kUnitWords;
  if (units * kUnitWords > kMostBitsAWord * block.size) return {};
  MarkLayout layout;
  layout.shape = shape;
  layout.block_units = units;
  layout.units = shape.size / block.size * units;
  layout.block_reciprocal = ~std::uint64_t{0} / static_cast<std::uint64_t>(block.size) + 1;
  for (int p = block.axes; p < shape.n; ++p) {
    layout.shape.stride[p] = shape.stride[p] / block.size * units;
  }
  return layout;
}

}  // namespace coldcore::core
