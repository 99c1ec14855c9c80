// SPDX-License-Identifier: Apache-2.0
#include "ring.hpp"

#include <numeric>
#include <utility>

namespace coldcore::search {

Ring::Ring(FiniteField field) : size_(field.size()), field_(std::move(field)) {}

int Ring::span(int i) const {
  if (!field_) return i > 0 ? size_ : 1;
  return i < degree() ? field_->basis(i) : size_;
}

int Ring::random_unit(Rng& rng) const {
  while (true) {
    const int unit = static_cast<int>(rng.below(static_cast<std::uint64_t>(size_)));
    if (field_ ? unit != 0 : std::gcd(unit, size_) == 1) return unit;
  }
}

int Ring::order_of(int unit) const {
  int order = 1;
  for (int power = unit; power != 1 % size_; power = multiply(power, unit)) ++order;
  return order;
}

Ring random_ring(int size, Rng& rng) {
  const auto power = prime_power(size);
  const bool has_field = power && power->exponent > 1 && size <= FiniteField::kLargest;
  if (has_field && rng.below(2) == 0) return Ring(FiniteField(size));
  return Ring(size);
}

}  // namespace coldcore::search
