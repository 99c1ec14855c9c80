// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cells.hpp"
#include "pages.hpp"
#include "per_axis.hpp"

namespace coldcore::bench {

/// The per-axis driver with its planes, by all workers.
class PerAxisField {
 public:
  /// Keeps cnt, which is read by run().
  PerAxisField(const PerAxisDriver& driver, const Cell& cell, const std::uint16_t* cnt);

  /// Transforms the set of words with cnt = 0.
  void run();
  /// [words of the cell]
  const std::int32_t* field() const { return pointers_.back(); }

 private:
  PerAxisDriver driver_;
  std::vector<int> axes_;
  std::vector<Pages<std::int32_t>> planes_;
  std::vector<std::int32_t*> pointers_;
  PerAxisJob job_{};
};

}  // namespace coldcore::bench
