// SPDX-License-Identifier: Apache-2.0
#include "placement.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "problem.hpp"

namespace coldcore::search {

Placement choose_placement(std::int64_t layer_bytes, std::int64_t cnt_bytes, double budget) {
  constexpr std::int64_t kMostCntBytes = 40'000'000'000;
  if (static_cast<double>(layer_bytes) + static_cast<double>(cnt_bytes) <= budget) return {};
  return {.layers_mode = 1, .cnt_mode = cnt_bytes <= kMostCntBytes ? 0 : 1};
}

double placement_budget() {
  constexpr double kDefault = 80e9;
  const char* text = std::getenv("COLDCORE_HBM_BUDGET");
  if (text == nullptr || *text == '\0') return kDefault;
  char* end = nullptr;
  const double value = std::strtod(text, &end);
  if (*end == '\0' && value > 0) return value;
  throw InputError(fmt::format(
      "COLDCORE_HBM_BUDGET is \"{}\": it has to be a positive number of bytes, 80e9 for instance",
      text));
}

}  // namespace coldcore::search
