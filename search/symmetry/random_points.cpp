// SPDX-License-Identifier: Apache-2.0
#include "random_points.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "ring.hpp"

namespace coldcore::search {
namespace {

int one_of(int count, Rng& rng) {
  return static_cast<int>(rng.below(static_cast<std::uint64_t>(count)));
}

/// The largest divisor of a number that is at most `most`; 1 for less.
int largest_divisor(int number, int most) {
  while (most > 1 && number % most != 0) --most;
  return std::max(1, most);
}

/// Cuts begin..end-1 into cycles of this length, at least 1; what is left over stays.
void rotate(Permutation& to, int begin, int end, int length) {
  for (; begin + length <= end; begin += length) {
    for (int i = 0; i < length; ++i) {
      to[static_cast<std::size_t>(begin + i)] = begin + (i + 1) % length;
    }
  }
}

/// Point copy * size + x is element x of a copy of the ring.
class RingGroup {
 public:
  RingGroup(int points, Ring ring, int copies, Rng& rng)
      : points_(points), ring_(std::move(ring)), copies_(copies), rng_(rng) {}

  DrawnPoints draw() {
    const bool multiplies = rng_.below(2) == 0;
    const bool translates = !multiplies || rng_.below(4) != 0;
    if (translates) add_translations(multiplies);
    if (multiplies) add_multiplication();
    return std::move(drawn_);
  }

 private:
  int left_over() const { return copies_ * ring_.size(); }

  void add_translations(bool multiplied) {
    const int count = 1 + one_of(ring_.degree(), rng_);
    for (int i = 0; i < count; ++i) {
      Permutation to = identity_permutation(points_);
      move_copies(to, 1, ring_.basis(i), 1);
      // Those left over may as well turn, as slowly as divides the order.
      if (ring_.degree() == 1 && rng_.below(4) == 0) turn_left_over(to, ring_.size());
      drawn_.generators.push_back(std::move(to));
    }
    drawn_.order *= ring_.span(multiplied ? ring_.degree() : count);
  }

  void add_multiplication() {
    const int unit = unit_of_some_order();
    const int turned = rng_.below(2) == 0 ? 1 : 1 + one_of(copies_, rng_);
    const int order = std::lcm(ring_.order_of(unit), turned);
    if (order == 1) return;
    Permutation to = identity_permutation(points_);
    move_copies(to, unit, 0, turned);
    if (rng_.below(2) == 0) turn_left_over(to, order);
    drawn_.generators.push_back(std::move(to));
    drawn_.order *= order;
  }

  int unit_of_some_order() {
    const int unit = ring_.random_unit(rng_);
    const int order = ring_.order_of(unit);
    const int exponent = order / largest_divisor(order, 1 + one_of(order, rng_));
    int power = 1 % ring_.size();
    for (int i = 0; i < exponent; ++i) power = ring_.multiply(power, unit);
    return power;
  }

  /// x of a copy becomes factor * x + shift, of the next copy where `turned` at a time go round.
  void move_copies(Permutation& to, int factor, int shift, int turned) const {
    Permutation copy_to = identity_permutation(copies_);
    rotate(copy_to, 0, copies_, turned);
    for (int copy = 0; copy < copies_; ++copy) {
      for (int x = 0; x < ring_.size(); ++x) {
        const int image = ring_.add(ring_.multiply(factor, x), shift);
        to[static_cast<std::size_t>(copy * ring_.size() + x)] =
            copy_to[static_cast<std::size_t>(copy)] * ring_.size() + image;
      }
    }
  }

  void turn_left_over(Permutation& to, int order) const {
    rotate(to, left_over(), points_, largest_divisor(order, points_ - left_over()));
  }

  const int points_;
  const Ring ring_;
  const int copies_;
  Rng& rng_;
  DrawnPoints drawn_;
};

/// The ring's elements and infinity: x + b, u x and -1/x. All of it where u is primitive.
DrawnPoints projective_line(int points, const FiniteField& field, Rng& rng) {
  const int q = field.size();
  DrawnPoints drawn;
  for (int i = 0; i < field.degree(); ++i) {
    Permutation to = identity_permutation(points);
    for (int x = 0; x < q; ++x) to[static_cast<std::size_t>(x)] = field.add(x, field.basis(i));
    drawn.generators.push_back(std::move(to));
  }
  const int root = field.primitive();
  const bool squares_only = rng.below(2) == 0;
  const int unit = squares_only ? field.multiply(root, root) : root;
  Permutation scaled = identity_permutation(points);
  Permutation inverted = identity_permutation(points);
  std::swap(inverted.front(), inverted[static_cast<std::size_t>(q)]);
  const int minus_one = field.prime() - 1;
  for (int x = 1; x < q; ++x) {
    scaled[static_cast<std::size_t>(x)] = field.multiply(unit, x);
    int inverse = 1;
    while (field.multiply(inverse, x) != minus_one) ++inverse;
    inverted[static_cast<std::size_t>(x)] = inverse;
  }
  if (unit != 1) drawn.generators.push_back(std::move(scaled));
  drawn.generators.push_back(std::move(inverted));
  drawn.order = std::int64_t{q} * (std::int64_t{q} * q - 1) / (squares_only && q % 2 == 1 ? 2 : 1);
  return drawn;
}

DrawnPoints draw_on_line(int points, Rng& rng) {
  // One point more may stay where it is.
  const int q = points - 1 - one_of(2, rng);
  if (q < 2 || q > FiniteField::kLargest || !prime_power(q)) return {};
  return projective_line(points, FiniteField(q), rng);
}

DrawnPoints draw_on_ring(int points, Rng& rng) {
  const int size = 2 + one_of(points - 1, rng);
  const int most = points / size;
  const int copies = rng.below(8) == 0 ? 1 + one_of(most, rng) : most;
  return RingGroup(points, random_ring(size, rng), copies, rng).draw();
}

}  // namespace

std::optional<DrawnPoints> random_point_group(int points, int generators, std::int64_t most_order,
                                              Rng& rng) {
  if (points < 2) return std::nullopt;
  const bool on_line = rng.below(16) == 0;
  DrawnPoints drawn = on_line ? draw_on_line(points, rng) : draw_on_ring(points, rng);
  if (drawn.generators.empty()) return std::nullopt;
  if (generators > 0 && std::ssize(drawn.generators) != generators) return std::nullopt;
  if (!on_line && drawn.order > most_order) return std::nullopt;
  return drawn;
}

}  // namespace coldcore::search
