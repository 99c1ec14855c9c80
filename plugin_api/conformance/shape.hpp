// SPDX-License-Identifier: Apache-2.0
//
// Shapes to try a plugin on, in growing size, so that the first counterexample is the smallest.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "subject.hpp"

namespace coldcore::conformance {

using Axes = std::vector<int>;

/// Radii that are tried run from 0 to this; beyond it accepted_far() tries some.
constexpr int kMaxRadius = 17;

struct Shape {
  Axes ax;
  int R = 0;
  int nlayers = 0;  ///< What NAME_validate answered.

  int n() const { return static_cast<int>(ax.size()); }
  std::int64_t size() const;
};

std::int64_t word_count(const Axes& ax);

/// "axes 3,3, R=1"
std::string text(const Axes& ax, int R);
std::string text(const Shape& shape);

/// "(0,2)"
std::string word_text(const Shape& shape, std::int64_t word);

/// "{(0,0), (0,2) x3}"; a long one is cut.
std::string multiset_text(const Shape& shape, std::span<const std::int64_t> words);

void digits_of(const Axes& ax, std::int64_t word, int* digits);

/// Every axes vector of at most 64 words.
const std::vector<Axes>& small_axes();

/// Equal axes of 65 to 65,536 words, and mixtures drawn by seed of at most 4,096.
std::vector<Axes> wide_axes(std::uint64_t seed);

/// NAME_validate's answer; the layers are its, if it accepts.
int validate(const Family& family, Shape& shape);

bool are_equal(const Axes& ax);

/// The shapes that NAME_validate accepts, of these axes and R = 0..kMaxRadius.
std::vector<Shape> accepted(const Family& family, const std::vector<Axes>& axes);

/// Every radius up to this is asked about where the axes are equal.
constexpr int kMaxDenseRadius = 256;

/// Radii to ask about: 0 to kMaxRadius, then limits of hosts, then what no family can need; with
/// equal axes all others up to kMaxDenseRadius too. Ascending.
const std::vector<int>& radii_to_ask_about(const Axes& ax);

/// Of the accepted radii above kMaxRadius the first, the middle and the last one for each of these
/// axes.
std::vector<Shape> accepted_far(const Family& family, const std::vector<Axes>& axes);

/// accepted(small_axes()); throws Skip if there is none.
std::vector<Shape> small_shapes(const Family& family);

}  // namespace coldcore::conformance
