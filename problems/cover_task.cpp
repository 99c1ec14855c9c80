// SPDX-License-Identifier: Apache-2.0
#include "cover_task.hpp"

#include <fmt/format.h>

#include "counted.hpp"

namespace coldcore::problems {

std::string amount_text(const Names& names, std::int64_t cost) {
  return names.weighted ? "cost " + grouped(cost) : counted(cost, names.member);
}

std::string mu_text(int mu, bool distinct) {
  return fmt::format("{}{}", mu != 1 ? fmt::format(" mu={}", mu) : "", distinct ? " distinct" : "");
}

std::string mu_suffix(int mu, bool distinct) {
  return fmt::format("{}{}", mu != 1 ? fmt::format("-mu{}", mu) : "", distinct ? "-distinct" : "");
}

}  // namespace coldcore::problems
