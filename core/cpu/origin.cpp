// SPDX-License-Identifier: Apache-2.0
#include "origin.hpp"

namespace coldcore::core {

void set_origin(const Shape& shape, const StepCosts* costs, std::int64_t word, int first, int last,
                Origin& origin) {
  origin.word = word;
  origin.offset[0] = 0;
  origin.cost[0] = 0;
  if (first == last) return;
  std::int64_t rest = word / shape.stride[first];
  for (int p = first; p < last; ++p) {
    const int ax = shape.ax[p];
    const int digit = static_cast<int>(rest % ax);
    rest /= ax;
    for (int delta = 1; delta < ax; ++delta) {
      const int wrap = digit + delta >= ax ? ax : 0;
      origin.offset[p << 4 | delta] = (delta - wrap) * shape.stride[p];
    }
    if (costs == nullptr) continue;
    for (int delta = 1; delta < ax; ++delta) {
      origin.cost[p << 4 | delta] = costs->by_digit[digit][p << 4 | delta];
    }
  }
}

}  // namespace coldcore::core
