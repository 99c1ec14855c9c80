// SPDX-License-Identifier: Apache-2.0
#include "step_costs.hpp"

namespace coldcore::core {

StepCosts make_step_costs(const Shape& shape, int R, coldcore_axis_cost_fn axis_cost,
                          int cost_rule) {
  StepCosts costs;
  costs.limit = R;
  costs.largest = cost_rule == COLDCORE_COST_MAX;
  for (int p = 0; p < shape.n; ++p) {
    const int size = shape.ax[p];
    for (int digit = 0; digit < size; ++digit) {
      for (int delta = 1; delta < size; ++delta) {
        const int cost = axis_cost(size, R, digit, (digit + delta) % size);
        const bool possible = cost >= 0 && cost <= R;
        costs.by_digit[digit][p << 4 | delta] = possible ? cost : costs.limit + 1;
      }
    }
  }
  return costs;
}

}  // namespace coldcore::core
