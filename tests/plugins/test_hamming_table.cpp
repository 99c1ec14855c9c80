// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <climits>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "family.hpp"

namespace {

using reference::Space;
using reference::Word;

const family_test::Family& hamming() {
  static const family_test::Family family("hamming");
  return family;
}

struct Shape {
  std::vector<int> axes;
  int radius;
  int n() const { return static_cast<int>(axes.size()); }
};

/// Shapes of at most 4096 words, every radius and axis size among them.
std::vector<Shape> some_shapes() {
  std::mt19937 random(20240611);
  std::vector<Shape> shapes;
  while (shapes.size() < 150) {
    Shape shape{{}, static_cast<int>(random() % 7)};
    long long size = 1;
    const std::size_t n = 1 + random() % 8;
    while (shape.axes.size() < n) {
      shape.axes.push_back(static_cast<int>(2 + random() % 9));
      size *= shape.axes.back();
    }
    if (size <= 4096) shapes.push_back(shape);
  }
  return shapes;
}

std::vector<std::uint64_t> v1_table(const Shape& shape) {
  const long long length = hamming().table(shape.n(), shape.axes.data(), shape.radius, nullptr, 0);
  REQUIRE(length > 0);
  std::vector<std::uint64_t> table(static_cast<std::size_t>(length));
  REQUIRE(hamming().table(shape.n(), shape.axes.data(), shape.radius, table.data(), length) ==
          length);
  return table;
}

/// Digits after the shifts of a v1 pattern. Fails the test if the pattern breaks the format's
/// rules.
std::vector<int> shifted(const Shape& shape, std::vector<int> digits, std::uint64_t pattern) {
  int previous = -1;
  for (; pattern != 0; pattern >>= 8) {
    const int position = static_cast<int>(pattern >> 4 & 15);
    const int delta = static_cast<int>(pattern & 15);
    REQUIRE(position > previous);
    REQUIRE(position < shape.n());
    const int axis = shape.axes[static_cast<std::size_t>(position)];
    REQUIRE(delta >= 1);
    REQUIRE(delta < axis);
    int& digit = digits[static_cast<std::size_t>(position)];
    digit = (digit + delta) % axis;
    previous = position;
  }
  return digits;
}

long long binomial(int n, int k) {
  long long result = 1;
  for (int i = 1; i <= k; ++i) result = result * (n - k + i) / i;
  return result;
}

/// Words within distance R of one word, for n equal axes: the textbook sum.
long long ball_volume(int q, int n, int R) {
  long long sum = 0;
  for (int d = 0; d <= std::min(n, R); ++d) {
    long long choices = binomial(n, d);
    for (int i = 0; i < d; ++i) choices *= q - 1;
    sum += choices;
  }
  return sum;
}

int validate(int n, const std::vector<int>& axes, int R) {
  int layers = -77;
  const int code = hamming().validate(n, axes.data(), R, &layers);
  CHECK(layers == (code == COLDCORE_PLUGIN_OK ? R + 1 : -77));
  return code;
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("covers means that at most R digits differ") {
    for (const Shape& shape : some_shapes()) {
      const Space space(shape.axes);
      const std::vector<int> u = space.digits(space.size() / 3);
      for (Word x = 0; x < space.size(); ++x) {
        const std::vector<int> digits = space.digits(x);
        const int expected = reference::hamming_distance(u, digits) <= shape.radius ? 1 : 0;
        REQUIRE(hamming().covers(shape.n(), shape.axes.data(), shape.radius, u.data(),
                                 digits.data()) == expected);
      }
    }
  }

  TEST_CASE("from any word the table reaches exactly the words that it covers, each once") {
    std::mt19937 random(7);
    for (const Shape& shape : some_shapes()) {
      const Space space(shape.axes);
      const std::vector<std::uint64_t> table = v1_table(shape);
      CHECK(table[0] == 0);
      const Word centre = static_cast<Word>(random() % static_cast<unsigned>(space.size()));
      const std::vector<int> u = space.digits(centre);
      std::vector<Word> reached;
      for (std::uint64_t pattern : table) {
        reached.push_back(space.index(shifted(shape, u, pattern)));
      }
      std::sort(reached.begin(), reached.end());
      std::vector<Word> covered;
      for (Word x = 0; x < space.size(); ++x) {
        if (hamming().covers(shape.n(), shape.axes.data(), shape.radius, u.data(),
                             space.digits(x).data()) != 0) {
          covered.push_back(x);
        }
      }
      CHECK_MESSAGE(reached == covered, reference::text(shape.axes), " R ", shape.radius);
    }
  }

  TEST_CASE("the ox table holds the same patterns as the v1 table") {
    using Pattern = std::pair<std::uint16_t, std::uint64_t>;
    for (const Shape& shape : some_shapes()) {
      const std::vector<std::uint64_t> table = v1_table(shape);
      std::set<Pattern> from_v1;
      for (std::uint64_t pattern : table) {
        Pattern ox{0, 0};
        for (; pattern != 0; pattern >>= 8) {
          const auto position = static_cast<unsigned>(pattern >> 4 & 15);
          ox.first = static_cast<std::uint16_t>(ox.first | 1U << position);
          ox.second |= (pattern & 15) << (4 * position);
        }
        from_v1.insert(ox);
      }
      const auto length = static_cast<long long>(table.size());
      std::vector<std::uint16_t> mask(table.size());
      std::vector<std::uint64_t> offsets(table.size());
      REQUIRE(hamming().table_ox(shape.n(), shape.axes.data(), shape.radius, mask.data(),
                                 offsets.data(), length) == length);
      std::set<Pattern> from_ox;
      for (std::size_t i = 0; i < table.size(); ++i) from_ox.emplace(mask[i], offsets[i]);
      CHECK(from_ox.size() == table.size());
      CHECK(from_ox == from_v1);
    }
  }

  TEST_CASE("a table that does not fit is not written") {
    const std::vector<int> axes{3, 3, 2};
    std::vector<std::uint64_t> table(6, 99);
    CHECK(hamming().table(3, axes.data(), 1, table.data(), 5) == 6);
    CHECK(table == std::vector<std::uint64_t>(6, 99));
    CHECK(hamming().table(3, axes.data(), 1, table.data(), 6) == 6);
    CHECK(table == std::vector<std::uint64_t>{0, 0x01, 0x02, 0x11, 0x12, 0x21});
    std::vector<std::uint16_t> mask(6, 99);
    std::vector<std::uint64_t> offsets(6, 99);
    CHECK(hamming().table_ox(3, axes.data(), 1, mask.data(), offsets.data(), 5) == 6);
    CHECK(mask == std::vector<std::uint16_t>(6, 99));
  }

  TEST_CASE("the length of a large table is the volume of the ball") {
    for (int q = 2; q <= 10; ++q) {
      for (int n = 1; n <= 16; ++n) {
        for (int R = 0; R <= 6; ++R) {
          const std::vector<int> axes(static_cast<std::size_t>(n), q);
          const long long volume = ball_volume(q, n, R);
          const bool fits = volume <= INT32_MAX;
          CHECK((validate(n, axes, R) == COLDCORE_PLUGIN_OK) == fits);
          const long long length = hamming().table(n, axes.data(), R, nullptr, 0);
          CHECK(length == (fits ? volume : static_cast<long long>(COLDCORE_PLUGIN_E_TOO_LARGE)));
        }
      }
    }
    CHECK(ball_volume(10, 16, 6) > INT32_MAX);
  }

  TEST_CASE("each limit is accepted and the step past it refused") {
    const std::vector<int> twos(17, 2);
    CHECK(validate(0, twos, 1) == COLDCORE_PLUGIN_E_N);
    CHECK(validate(1, twos, 1) == COLDCORE_PLUGIN_OK);
    CHECK(validate(16, twos, 1) == COLDCORE_PLUGIN_OK);
    CHECK(validate(17, twos, 1) == COLDCORE_PLUGIN_E_N);
    CHECK(validate(-1, twos, 1) == COLDCORE_PLUGIN_E_N);
    CHECK(validate(3, {2, 1, 3}, 1) == COLDCORE_PLUGIN_E_AXIS);
    CHECK(validate(3, {2, 3, 11}, 1) == COLDCORE_PLUGIN_E_AXIS);
    CHECK(validate(3, {2, 10, 3}, 1) == COLDCORE_PLUGIN_OK);
    CHECK(validate(3, {2, 2, 2}, -1) == COLDCORE_PLUGIN_E_RADIUS);
    CHECK(validate(3, {2, 2, 2}, 0) == COLDCORE_PLUGIN_OK);
    CHECK(validate(3, {2, 2, 2}, 6) == COLDCORE_PLUGIN_OK);
    CHECK(validate(3, {2, 2, 2}, 7) == COLDCORE_PLUGIN_E_RADIUS);
    CHECK(hamming().table(3, std::vector<int>{2, 1, 3}.data(), 1, nullptr, 0) ==
          COLDCORE_PLUGIN_E_AXIS);
  }
}
