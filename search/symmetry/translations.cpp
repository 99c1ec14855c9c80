// SPDX-License-Identifier: Apache-2.0
#include "translations.hpp"

#include <algorithm>

namespace coldcore::search {
namespace {

int random_digit(int size, Rng& rng) {
  return static_cast<int>(rng.below(static_cast<std::uint64_t>(size)));
}

/// Digits below `sizes`, not all 0; at least one size is above 1.
std::vector<int> random_word(std::span<const int> sizes, Rng& rng) {
  std::vector<int> word(sizes.size());
  do {
    for (std::size_t j = 0; j < word.size(); ++j) word[j] = random_digit(sizes[j], rng);
  } while (std::all_of(word.begin(), word.end(), [](int digit) { return digit == 0; }));
  return word;
}

}  // namespace

Symmetry circular_translation(std::span<const int> axes, std::span<const int> word) {
  Symmetry symmetry = identity(axes);
  for (std::size_t j = 0; j < axes.size(); ++j) {
    for (int& digit : symmetry.digit[j]) digit = (digit + word[j]) % axes[j];
  }
  return symmetry;
}

Symmetry field_translation(std::span<const int> axes, std::span<const int> word) {
  Symmetry symmetry = identity(axes);
  for (std::size_t j = 0; j < axes.size(); ++j) {
    if (word[j] == 0) continue;
    const FiniteField field(axes[j]);
    for (int& digit : symmetry.digit[j]) digit = field.add(digit, word[j]);
  }
  return symmetry;
}

std::vector<Symmetry> code_translations(std::span<const int> axes, const FiniteField& field,
                                        std::span<const int> row) {
  std::vector<Symmetry> generators;
  for (int i = 0; i < field.degree(); ++i) {
    std::vector<int> multiple;
    for (const int digit : row) multiple.push_back(field.multiply(field.basis(i), digit));
    generators.push_back(field_translation(axes, multiple));
  }
  return generators;
}

Symmetry random_translation(std::span<const int> axes, Rng& rng) {
  return circular_translation(axes, random_word(axes, rng));
}

std::vector<int> field_sizes(std::span<const int> axes) {
  std::vector<int> sizes;
  for (const int size : axes) {
    const auto power = prime_power(size);
    const bool known = std::find(sizes.begin(), sizes.end(), size) != sizes.end();
    if (power && power->exponent > 1 && !known) sizes.push_back(size);
  }
  return sizes;
}

std::vector<Symmetry> random_field_translations(std::span<const int> axes,
                                                std::span<const int> fields, Rng& rng) {
  // A code over one field leaves axes of other sizes alone; adding may move all that are a field.
  const bool code = rng.below(2) == 0;
  const int size = fields[rng.below(fields.size())];
  std::vector<int> sizes(axes.begin(), axes.end());
  for (int& of_axis : sizes) {
    if (code ? of_axis != size : !prime_power(of_axis)) of_axis = 1;
  }
  const std::vector<int> word = random_word(sizes, rng);
  if (code) return code_translations(axes, FiniteField(size), word);
  return {field_translation(axes, word)};
}

}  // namespace coldcore::search
