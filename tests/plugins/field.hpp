// SPDX-License-Identifier: Apache-2.0
//
// Fields by the definition, and the ways a family may be asked for one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "brute_force.hpp"
#include "exports.hpp"
#include "shapes.hpp"

namespace family_test {

/// The digits of a multiset's members, one after the other.
class Members {
 public:
  Members(const Shape& shape, const reference::Words& multiset) : shape_(shape) {
    const reference::Space space(shape.axes);
    for (const reference::Word member : multiset) {
      for (const int digit : space.digits(member)) digits_.push_back(digit);
    }
  }

  /// How many of them lie within the radius of word x, pair by pair.
  std::int32_t covering(reference::Word x) const {
    const std::size_t n = shape_.axes.size();
    const std::vector<int> centre = reference::Space(shape_.axes).digits(x);
    std::int32_t count = 0;
    for (std::size_t i = 0; i < digits_.size(); i += n) {
      const std::span<const int> member(digits_.data() + i, n);
      count += definition().covers(shape_.axes, shape_.radius, member, centre) ? 1 : 0;
    }
    return count;
  }

 private:
  Shape shape_;
  std::vector<int> digits_;
};

/// The coverage field of a multiset.
inline reference::Field field_by_definition(const Shape& shape, const reference::Words& multiset) {
  const Members members(shape, multiset);
  reference::Field field;
  const reference::Word size = reference::Space(shape.axes).size();
  for (reference::Word x = 0; x < size; ++x) field.push_back(members.covering(x));
  return field;
}

/// The words whose count lies in the range.
inline reference::Words words_with(const reference::Counts& counts, int low, int high) {
  reference::Words words;
  for (std::size_t x = 0; x < counts.size(); ++x) {
    if (low <= counts[x] && counts[x] <= high) words.push_back(static_cast<reference::Word>(x));
  }
  return words;
}

inline reference::Words random_multiset(long long size, int count, Random& random) {
  reference::Words words;
  for (int i = 0; i < count; ++i) words.push_back(below(random, size));
  return words;
}

/// A transform has to give the same bits in every one of these.
struct Manner {
  int isa;
  int threads;
};

inline std::vector<Manner> manners() {
  std::vector<Manner> all;
  for (const int isa : instruction_sets()) {
    for (const int threads : {1, 3}) all.push_back({isa, threads});
  }
  return all;
}

}  // namespace family_test
