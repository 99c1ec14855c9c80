// SPDX-License-Identifier: Apache-2.0
#include "per_axis_field.hpp"

#include "workers.hpp"

namespace coldcore::bench {

PerAxisField::PerAxisField(const PerAxisDriver& driver, const Cell& cell, const std::uint16_t* cnt)
    : driver_(driver), axes_(cell.axes) {
  for (int d = 0; d < driver.plane_count(cell.radius); ++d) {
    planes_.emplace_back(cell.size());
    pointers_.push_back(planes_.back().data());
  }
  job_ = {cell.n(), axes_.data(), cell.radius, cell.size(), pointers_.data(), cnt, 0, 0};
}

void PerAxisField::run() {
  in_parallel(driver_.fill_units(job_),
              [this](auto begin, auto end) { driver_.fill(job_, begin, end); });
  for (int j = 0; j < job_.n; ++j) {
    in_parallel(driver_.axis_units(job_, j),
                [this, j](auto begin, auto end) { driver_.axis(job_, j, begin, end); });
  }
}

}  // namespace coldcore::bench
