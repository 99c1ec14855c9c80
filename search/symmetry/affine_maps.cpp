// SPDX-License-Identifier: Apache-2.0
#include "affine_maps.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "ring.hpp"

namespace coldcore::search {
namespace {

/// Of the linear map, before all is multiplied by one unit.
constexpr std::int64_t kLargestOrder = 12;

class AffineDraw {
 public:
  AffineDraw(std::span<const int> axes, Rng& rng) : axes_(axes), rng_(rng) {
    for (const int size : axes) {
      if (!rings_.contains(size)) rings_.emplace(size, random_ring(size, rng));
    }
  }

  std::vector<Symmetry> draw() {
    Symmetry linear = of_small_order(random_linear());
    std::vector<Symmetry> group;
    const int words = rng_.below(4) == 0 ? 2 : 1;
    for (int i = 0; i < words; ++i) add_multiples(fixed_word(linear), group);
    if (group.empty()) return {};
    if (rings_.size() == 1) linear = composed(linear, scaling());
    if (linear == identity(axes_)) return {};
    group.push_back(std::move(linear));
    return group;
  }

 private:
  using Word = std::vector<int>;

  const Ring& ring(std::size_t axis) const { return rings_.at(axes_[axis]); }

  /// Axes of a size go round, so many at a time.
  Symmetry random_linear() {
    Symmetry map = identity(axes_);
    const std::size_t turned = 1 + rng_.below(axes_.size());
    for (const auto& [size, ring] : rings_) {
      std::vector<std::size_t> alike;
      for (std::size_t j = 0; j < axes_.size(); ++j) {
        if (axes_[j] == size) alike.push_back(j);
      }
      for (std::size_t begin = 0; begin + turned <= alike.size(); begin += turned) {
        for (std::size_t i = 0; i < turned; ++i) {
          map.axis[alike[begin + i]] = static_cast<int>(alike[begin + (i + 1) % turned]);
        }
      }
    }
    const bool multiplies = rng_.below(2) == 0;
    for (std::size_t j = 0; multiplies && j < axes_.size(); ++j) {
      multiply_digits(map, j, ring(j).random_unit(rng_));
    }
    return map;
  }

  void multiply_digits(Symmetry& map, std::size_t axis, int unit) const {
    for (int& digit : map.digit[axis]) digit = ring(axis).multiply(unit, digit);
  }

  Symmetry of_small_order(const Symmetry& map) {
    const std::int64_t all = order(map);
    std::vector<std::int64_t> divisors;
    for (std::int64_t d = 1; d <= kLargestOrder; ++d) {
      if (all > 0 && all % d == 0) divisors.push_back(d);
    }
    if (divisors.empty()) return identity(axes_);
    return power(map, all / divisors[rng_.below(divisors.size())]);
  }

  /// The sum of all images of a random word.
  Word fixed_word(const Symmetry& linear) {
    Word image;
    for (const int size : axes_) {
      image.push_back(static_cast<int>(rng_.below(static_cast<std::uint64_t>(size))));
    }
    Word sum(axes_.size(), 0);
    const std::int64_t images = order(linear);
    for (std::int64_t i = 0; i < images; ++i) {
      Word next(axes_.size());
      for (std::size_t j = 0; j < axes_.size(); ++j) {
        sum[j] = ring(j).add(sum[j], image[j]);
        next[static_cast<std::size_t>(linear.axis[j])] =
            linear.digit[j][static_cast<std::size_t>(image[j])];
      }
      image = std::move(next);
    }
    return sum;
  }

  /// What adds a word, and where all axes are one field its multiples.
  void add_multiples(const Word& word, std::vector<Symmetry>& group) const {
    const int multiples = rings_.size() == 1 ? ring(0).degree() : 1;
    for (int i = 0; i < multiples; ++i) {
      Symmetry map = identity(axes_);
      for (std::size_t j = 0; j < axes_.size(); ++j) {
        const int by = ring(j).multiply(rings_.size() == 1 ? ring(j).basis(i) : 1, word[j]);
        for (int& digit : map.digit[j]) digit = ring(j).add(digit, by);
      }
      if (map != identity(axes_)) group.push_back(std::move(map));
    }
  }

  /// All digits by one unit.
  Symmetry scaling() {
    Symmetry map = identity(axes_);
    const int unit = ring(0).random_unit(rng_);
    for (std::size_t j = 0; j < axes_.size(); ++j) multiply_digits(map, j, unit);
    return map;
  }

  std::span<const int> axes_;
  Rng& rng_;
  std::map<int, Ring> rings_;  ///< By size of axes.
};

}  // namespace

std::vector<Symmetry> random_affine_group(std::span<const int> axes, Rng& rng) {
  return AffineDraw(axes, rng).draw();
}

}  // namespace coldcore::search
