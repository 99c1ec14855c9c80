// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "finite_field.hpp"
#include "rng.hpp"

namespace coldcore::search {

/// The integers modulo m, or the field of m elements; elements are 0..m-1.
class Ring {
 public:
  explicit Ring(int size) : size_(size) {}
  explicit Ring(FiniteField field);

  int size() const { return size_; }
  int add(int a, int b) const { return field_ ? field_->add(a, b) : (a + b) % size_; }
  int multiply(int a, int b) const { return field_ ? field_->multiply(a, b) : a * b % size_; }
  /// Elements that generate all others by adding, and how many those below i generate.
  int degree() const { return field_ ? field_->degree() : 1; }
  int basis(int i) const { return field_ ? field_->basis(i) : 1; }
  int span(int i) const;

  /// Any element with an inverse.
  int random_unit(Rng& rng) const;
  /// The least exponent >= 1 that makes a unit 1.
  int order_of(int unit) const;

 private:
  int size_;
  std::optional<FiniteField> field_;
};

/// The integers modulo `size`, or as often the field where that is another ring.
Ring random_ring(int size, Rng& rng);

}  // namespace coldcore::search
