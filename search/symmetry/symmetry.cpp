// SPDX-License-Identifier: Apache-2.0
#include "symmetry.hpp"

#include <numeric>

namespace coldcore::search {
namespace {

std::vector<Candidate> strides_of(std::span<const int> axes) {
  std::vector<Candidate> strides;
  Candidate stride = 1;
  for (const int ax : axes) {
    strides.push_back(stride);
    stride *= ax;
  }
  return strides;
}

/// contributions[x] = what the digits of x, on the axes from..to-1, add to the image.
std::vector<Candidate> contributions(const Symmetry& symmetry, std::span<const int> axes,
                                     std::size_t from, std::size_t to) {
  const std::vector<Candidate> strides = strides_of(axes);
  std::vector<Candidate> sums{0};
  for (std::size_t j = from; j < to; ++j) {
    const Candidate stride = strides[static_cast<std::size_t>(symmetry.axis[j])];
    const std::size_t before = sums.size();
    sums.resize(before * static_cast<std::size_t>(axes[j]));
    for (std::size_t a = static_cast<std::size_t>(axes[j]); a-- > 0;) {
      for (std::size_t x = 0; x < before; ++x) {
        sums[a * before + x] = sums[x] + stride * symmetry.digit[j][a];
      }
    }
  }
  return sums;
}

/// As many of the lowest axes as have no more words than the others.
std::size_t half(std::span<const int> axes) {
  Candidate words = 1;
  for (const int ax : axes) words *= ax;
  std::size_t count = 0;
  for (Candidate low = 1; count < axes.size(); ++count) {
    low *= axes[count];
    if (low > words / low) break;
  }
  return count;
}

}  // namespace

Symmetry identity(std::span<const int> axes) {
  Symmetry symmetry;
  symmetry.axis.resize(axes.size());
  std::iota(symmetry.axis.begin(), symmetry.axis.end(), 0);
  for (const int ax : axes) {
    symmetry.digit.emplace_back(static_cast<std::size_t>(ax));
    std::iota(symmetry.digit.back().begin(), symmetry.digit.back().end(), 0);
  }
  return symmetry;
}

Symmetry composed(const Symmetry& first, const Symmetry& then) {
  Symmetry both = first;
  for (std::size_t j = 0; j < first.axis.size(); ++j) {
    const auto between = static_cast<std::size_t>(first.axis[j]);
    both.axis[j] = then.axis[between];
    for (int& digit : both.digit[j]) digit = then.digit[between][static_cast<std::size_t>(digit)];
  }
  return both;
}

Symmetry power(const Symmetry& symmetry, std::int64_t exponent) {
  std::vector<int> axes;
  for (const auto& digits : symmetry.digit) axes.push_back(static_cast<int>(digits.size()));
  Symmetry result = identity(axes);
  for (Symmetry square = symmetry; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) result = composed(result, square);
    square = composed(square, square);
  }
  return result;
}

std::int64_t order(const Symmetry& symmetry) {
  constexpr std::int64_t kMost = std::int64_t{1} << 62;
  std::int64_t result = 1;
  for (std::size_t j = 0; j < symmetry.axis.size(); ++j) {
    for (std::size_t a = 0; a < symmetry.digit[j].size(); ++a) {
      // The cycle of one digit of one axis.
      std::int64_t length = 0;
      std::size_t axis = j;
      std::size_t digit = a;
      do {
        digit = static_cast<std::size_t>(symmetry.digit[axis][digit]);
        axis = static_cast<std::size_t>(symmetry.axis[axis]);
        ++length;
      } while (axis != j || digit != a);
      const std::int64_t factor = length / std::gcd(result, length);
      if (result > kMost / factor) return 0;
      result *= factor;
    }
  }
  return result;
}

WordMap::WordMap(const Symmetry& symmetry, std::span<const int> axes)
    : low_(contributions(symmetry, axes, 0, half(axes))),
      high_(contributions(symmetry, axes, half(axes), axes.size())) {}

}  // namespace coldcore::search
