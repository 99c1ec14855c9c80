// SPDX-License-Identifier: Apache-2.0
#include "shape.hpp"

#include <coldcore/dct.h>

#include "error.hpp"

namespace coldcore::core {

Shape make_shape(int n, const int* ax) {
  if (n < 1 || n > COLDCORE_MAX_N) {
    fail(DCT_E_SHAPE, "n = {}, but a space has 1..{} axes", n, COLDCORE_MAX_N);
  }
  Shape shape;
  shape.n = n;
  shape.size = 1;
  for (int j = 0; j < n; ++j) {
    if (ax[j] < 2 || ax[j] > COLDCORE_MAX_AXIS) {
      fail(DCT_E_SHAPE, "axis {} has size {}, but sizes are 2..{}", j, ax[j], COLDCORE_MAX_AXIS);
    }
    shape.ax[j] = ax[j];
    shape.stride[j] = shape.size;
    shape.size *= ax[j];  // At most 16^16 = 2^64 would wrap, so stop at the limit on the way.
    if (shape.size > kMaxSize) {
      fail(DCT_E_SHAPE, "the space has more than 2^40 words (axes 0..{} alone)", j);
    }
  }
  return shape;
}

Digits digits_of(const Shape& shape, std::int64_t word) {
  Digits digits{};
  for (int j = 0; j < shape.n; ++j) {
    digits[j] = static_cast<int>(word % shape.ax[j]);
    word /= shape.ax[j];
  }
  return digits;
}

}  // namespace coldcore::core
