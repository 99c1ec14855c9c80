// SPDX-License-Identifier: Apache-2.0
#include "finite_field.hpp"

#include <stdexcept>

namespace coldcore::search {

std::optional<PrimePower> prime_power(int q) {
  int prime = 2;
  while (prime * prime <= q && q % prime != 0) ++prime;
  if (q % prime != 0) prime = q;
  PrimePower result{prime, 0};
  for (; q % prime == 0; q /= prime) ++result.exponent;
  if (q != 1) return std::nullopt;
  return result;
}

FiniteField::FiniteField(int q) : q_(q), power_(prime_power(q).value()) {
  for (int lower = 1; !take_polynomial(lower); ++lower) {
    if (lower == q) throw std::logic_error("a finite field without a primitive element");
  }
}

int FiniteField::basis(int i) const {
  int element = 1;
  while (i-- > 0) element *= power_.prime;
  return element;
}

int FiniteField::add(int a, int b) const {
  const int p = power_.prime;
  int sum = 0;
  for (int place = 1; place < q_; place *= p) {
    sum += (a / place % p + b / place % p) % p * place;
  }
  return sum;
}

int FiniteField::multiply(int a, int b) const {
  if (a == 0 || b == 0) return 0;
  const int exponent =
      logarithms_[static_cast<std::size_t>(a)] + logarithms_[static_cast<std::size_t>(b)];
  return powers_[static_cast<std::size_t>(exponent % (q_ - 1))];
}

int FiniteField::primitive() const { return powers_[static_cast<std::size_t>(q_ > 2 ? 1 : 0)]; }

int FiniteField::times_x(int a) const {
  const int p = power_.prime;
  const int top = a / (q_ / p);
  int product = a % (q_ / p) * p;
  for (int i = 0; i < top; ++i) product = add(product, minus_lower_);
  return product;
}

bool FiniteField::take_polynomial(int lower) {
  const int p = power_.prime;
  minus_lower_ = 0;
  for (int place = 1; place < q_; place *= p) {
    minus_lower_ += (p - lower / place % p) % p * place;
  }
  powers_.clear();
  logarithms_.assign(static_cast<std::size_t>(q_), -1);
  for (int element = 1; logarithms_[static_cast<std::size_t>(element)] < 0;) {
    logarithms_[static_cast<std::size_t>(element)] = static_cast<int>(powers_.size());
    powers_.push_back(element);
    element = times_x(element);
    if (element == 0) return false;
  }
  return static_cast<int>(powers_.size()) == q_ - 1;
}

}  // namespace coldcore::search
