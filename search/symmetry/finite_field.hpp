// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace coldcore::search {

/// p and m of q = p^m.
struct PrimePower {
  int prime = 0;
  int exponent = 0;
};

/// Nothing where q >= 2 is no power of a prime.
std::optional<PrimePower> prime_power(int q);

/// The field of q elements, 0..q-1. The digits of an element to the base p, lowest first, are its
/// coefficients in the basis 1, x, x^2, ...; x is a root of the first monic primitive polynomial,
/// the polynomials being ordered as numbers to the base p: x^2+x+1 for 4, x^3+x+1 for 8, x^2+x+2
/// for 9, x^4+x+1 for 16.
class FiniteField {
 public:
  static constexpr int kLargest = 256;

  /// q is a power of a prime, at most kLargest.
  explicit FiniteField(int q);

  int size() const { return q_; }
  int prime() const { return power_.prime; }
  int degree() const { return power_.exponent; }
  /// x^i for i below the degree, as an element.
  int basis(int i) const;
  int add(int a, int b) const;
  int multiply(int a, int b) const;
  /// A generator of the multiplicative group.
  int primitive() const;

 private:
  /// Takes the polynomial of degree m with these lower coefficients; false if x is not primitive.
  bool take_polynomial(int lower);
  int times_x(int a) const;

  int q_;
  PrimePower power_;
  int minus_lower_ = 0;          ///< x^m.
  std::vector<int> powers_;      ///< powers_[i] = x^i, for i below q - 1.
  std::vector<int> logarithms_;  ///< By element; 0 has none.
};

}  // namespace coldcore::search
