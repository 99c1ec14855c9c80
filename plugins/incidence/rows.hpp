// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace coldcore::incidence {

/// Weights that are all 1 and take no memory.
struct Ones {
  std::int32_t operator[](std::int64_t) const { return 1; }
};

/// Lists as they are stored: list i is the entries begin(i)..end(i)-1 of `items` and `weights`.
/// Rows list points, columns candidates; both ascend. Weight is Ones or an unsigned or int type.
template <class Item, class Weights>
struct Lists {
  const std::int64_t* starts;  ///< [count + 1], or nullptr if all have the same length.
  std::int64_t length;         ///< That length.
  const Item* items;
  Weights weights;

  std::int64_t begin(std::int64_t i) const { return starts != nullptr ? starts[i] : i * length; }
  std::int64_t end(std::int64_t i) const { return begin(i + 1); }
  std::int64_t size(std::int64_t i) const { return end(i) - begin(i); }
};

/// How wide the numbers are stored: the least that holds them.
struct Widths {
  int item = 4;    ///< 2 or 4 bytes.
  int weight = 0;  ///< 0 (all are 1), 1 or 4 bytes.
};

namespace internal {

template <class Item, class F>
auto visit_weights(const std::int64_t* starts, std::int64_t length, const Item* items,
                   const void* weights, int width, F&& f) {
  switch (width) {
    case 0:
      return f(Lists<Item, Ones>{starts, length, items, {}});
    case 1: {
      const auto* narrow = static_cast<const std::uint8_t*>(weights);
      return f(Lists<Item, const std::uint8_t*>{starts, length, items, narrow});
    }
    default: {
      const auto* wide = static_cast<const std::int32_t*>(weights);
      return f(Lists<Item, const std::int32_t*>{starts, length, items, wide});
    }
  }
}

}  // namespace internal

/// f(Lists<...>) with the types that the widths stand for.
template <class F>
auto visit_lists(const std::int64_t* starts, std::int64_t length, const void* items,
                 const void* weights, Widths widths, F&& f) {
  if (widths.item == 2) {
    return internal::visit_weights(starts, length, static_cast<const std::uint16_t*>(items),
                                   weights, widths.weight, f);
  }
  return internal::visit_weights(starts, length, static_cast<const std::uint32_t*>(items), weights,
                                 widths.weight, f);
}

}  // namespace coldcore::incidence
