// SPDX-License-Identifier: Apache-2.0
//
// Permutations of the points of a design, or of the elements of a set cover instance, as people
// write them. One generator is a line of parts with ';' between, done one after the other:
//
//   points (1 2 3)(4 5)   1 becomes 2, 2 becomes 3, 3 becomes 1, ...; "elements" of an instance
//   cyclic                all move round by one
//   cyclic 13             the first 13 do, the others stay
//   cyclic 2x13 4         the first 13 do, the next 13, and then 4
//   multiply 3 2x13       in each of these cycles, counted from 0, x becomes 3x modulo its length
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coldcore::search {

/// Number i becomes to[i]; both count from 0.
using Permutation = std::vector<int>;

Permutation identity_permutation(int count);

/// What is permuted and how it is called.
struct PointNames {
  std::string item = "point";  ///< Its plural introduces cycles.
  int count = 0;
  int first = 1;  ///< What number 0 is called.
};

/// Which groups a search is to use.
struct PointPlan {
  std::vector<Permutation> fixed;  ///< Generators that are in every group.
  bool random = false;             ///< Random groups beside.
  int generators = 0;              ///< Of a random group; 0: any number.
};

/// One generator. Throws InputError, which names what is wrong.
Permutation parse_permutation(std::string_view text, const PointNames& names);

/// The text that parse_permutation reads back.
std::string format_permutation(const Permutation& permutation, const PointNames& names);

/// What --group says, all of its occurrences: "random", alone or with a number of generators; a
/// generator; or a file with one on each line.
PointPlan parse_point_group(std::span<const std::string> texts, const PointNames& names);

}  // namespace coldcore::search
