// SPDX-License-Identifier: Apache-2.0
//
// Finite fields, and the translations of product spaces that they give.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "definitions.hpp"
#include "fake_oracle.hpp"
#include "gate_ball.hpp"
#include "problem.hpp"
#include "rng.hpp"
#include "symmetry/affine_maps.hpp"
#include "symmetry/finite_field.hpp"
#include "symmetry/group_text.hpp"
#include "symmetry/kept_coverage.hpp"
#include "symmetry/orbits.hpp"
#include "symmetry/translations.hpp"

namespace coldcore::search {
namespace {

using namespace testing;

using Axes = std::vector<int>;

/// All products of the generators, as permutations of the words.
std::vector<std::vector<int>> closure(const Axes& axes, const std::vector<Symmetry>& generators) {
  std::vector<int> start(static_cast<std::size_t>(space_size(axes)));
  std::iota(start.begin(), start.end(), 0);
  std::vector<std::vector<int>> group{start};
  std::set<std::vector<int>> known{start};
  for (std::size_t i = 0; i < group.size(); ++i) {
    for (const Symmetry& generator : generators) {
      const WordMap image(generator, axes);
      std::vector<int> product = group[i];
      for (int& x : product) x = static_cast<int>(image(x));
      if (known.insert(product).second) group.push_back(product);
    }
  }
  return group;
}

/// The products of polynomials over the integers modulo p, reduced by x^m = the given remainder.
int product_by_polynomials(int a, int b, int p, int m, const std::vector<int>& top) {
  std::vector<int> product(static_cast<std::size_t>(2 * m), 0);
  int scale_a = 1;
  for (int i = 0; i < m; ++i, scale_a *= p) {
    int scale_b = 1;
    for (int j = 0; j < m; ++j, scale_b *= p) {
      product[static_cast<std::size_t>(i + j)] += (a / scale_a % p) * (b / scale_b % p);
    }
  }
  for (int i = 2 * m - 1; i >= m; --i) {
    for (int j = 0; j < m; ++j) {
      product[static_cast<std::size_t>(i - m + j)] +=
          product[static_cast<std::size_t>(i)] * top[static_cast<std::size_t>(j)];
    }
    product[static_cast<std::size_t>(i)] = 0;
  }
  int result = 0;
  for (int i = m; i-- > 0;) result = result * p + product[static_cast<std::size_t>(i)] % p;
  return result;
}

}  // namespace

TEST_CASE("numbers that are powers of primes are known, and no others") {
  for (int q = 2; q <= 300; ++q) {
    std::set<int> divisors;
    for (int p = 2; p <= q; ++p) {
      bool prime = true;
      for (int d = 2; d < p; ++d) prime = prime && p % d != 0;
      if (prime && q % p == 0) divisors.insert(p);
    }
    const auto power = prime_power(q);
    CHECK(power.has_value() == (divisors.size() == 1));
    if (!power) continue;
    int product = 1;
    for (int i = 0; i < power->exponent; ++i) product *= power->prime;
    CHECK(product == q);
  }
}

TEST_CASE("fields have the polynomials that the documents name") {
  // x^2 = x + 1; x^3 = x + 1; x^2 = 2x + 1 modulo 3; x^4 = x + 1.
  struct Case {
    int p;
    int m;
    std::vector<int> top;
  };
  for (const Case& c :
       std::vector<Case>{{2, 2, {1, 1}}, {2, 3, {1, 1, 0}}, {3, 2, {1, 2}}, {2, 4, {1, 1, 0, 0}}}) {
    int q = 1;
    for (int i = 0; i < c.m; ++i) q *= c.p;
    const FiniteField field(q);
    for (int a = 0; a < q; ++a) {
      for (int b = 0; b < q; ++b) {
        CHECK(field.multiply(a, b) == product_by_polynomials(a, b, c.p, c.m, c.top));
      }
    }
  }
}

TEST_CASE("the laws of a field hold") {
  for (const int q : {2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 25, 27}) {
    CAPTURE(q);
    const FiniteField field(q);
    REQUIRE(field.size() == q);
    bool laws = true;
    for (int a = 0; a < q; ++a) {
      laws = laws && field.add(a, 0) == a && field.multiply(a, 1) == a && field.multiply(a, 0) == 0;
      std::set<int> sums;
      std::set<int> products;
      for (int b = 0; b < q; ++b) {
        sums.insert(field.add(a, b));
        products.insert(field.multiply(a, b));
        laws = laws && field.add(a, b) == field.add(b, a);
        laws = laws && field.multiply(a, b) == field.multiply(b, a);
        for (int c = 0; c < q; ++c) {
          laws = laws && field.add(field.add(a, b), c) == field.add(a, field.add(b, c));
          laws = laws &&
                 field.multiply(field.multiply(a, b), c) == field.multiply(a, field.multiply(b, c));
          laws = laws && field.multiply(a, field.add(b, c)) ==
                             field.add(field.multiply(a, b), field.multiply(a, c));
        }
      }
      laws = laws && std::ssize(sums) == q && (a == 0 || std::ssize(products) == q);
    }
    CHECK(laws);
    std::set<int> powers;
    for (int a = 1; powers.insert(a).second;) a = field.multiply(a, field.primitive());
    CHECK(std::ssize(powers) == q - 1);
  }
}

TEST_CASE("the orbit of zero under a code's translations is the code") {
  // By all sums of multiples of the rows; the hexacode has 64 words.
  const Axes axes(6, 4);
  const FiniteField field(4);
  const std::vector<std::string> rows = {"code gf4 100111", "code gf4 010123", "code gf4 001132"};
  std::set<Candidate> code;
  const std::vector<std::vector<int>> words = {
      {1, 0, 0, 1, 1, 1}, {0, 1, 0, 1, 2, 3}, {0, 0, 1, 1, 3, 2}};
  for (int factors = 0; factors < 64; ++factors) {
    Candidate index = 0;
    for (std::size_t j = 6; j-- > 0;) {
      int digit = 0;
      for (std::size_t r = 0, rest = static_cast<std::size_t>(factors); r < 3; ++r, rest /= 4) {
        digit = field.add(digit, field.multiply(static_cast<int>(rest % 4), words[r][j]));
      }
      index = index * 4 + digit;
    }
    code.insert(index);
  }
  REQUIRE(code.size() == 64);
  const GroupPlan plan = parse_group(rows, axes);
  CHECK(plan.fixed.size() == 6);
  const Orbits orbits = orbits_of(axes, plan.fixed);
  CHECK(orbits.count() * 64 == space_size(axes));
  const auto zero = orbits.words[orbits.of_words[0]];
  CHECK(std::vector<Candidate>(zero.begin(), zero.end()) ==
        std::vector<Candidate>(code.begin(), code.end()));
}

TEST_CASE("field translations keep Hamming coverage, and the circle's only where they agree") {
  Rng rng(3);
  for (const Axes& axes : std::vector<Axes>{{4, 4, 4}, {9, 4}, {8, 2, 4}, {4, 6, 2}}) {
    const Definition d = definition(axes, 1, hamming_covers);
    const testing::FakeOracle oracle = oracle_of(d);
    const std::vector<int> fields = field_sizes(axes);
    REQUIRE(!fields.empty());
    for (int i = 0; i < 30; ++i) {
      for (const Symmetry& drawn : random_field_translations(axes, fields, rng)) {
        CHECK(!coverage_broken(drawn, d, oracle, std::numeric_limits<std::int64_t>::max()));
        CHECK(drawn != identity(axes));
        CHECK(parse_symmetry(format_symmetry(drawn), axes) == drawn);
      }
    }
  }
  const Definition circle = definition({4, 4}, 1, lee_covers);
  const testing::FakeOracle oracle = oracle_of(circle);
  // 0 1 2 3 become 1 0 3 2: 0 and 3 are neighbours, and so are 1 and 2.
  CHECK(!coverage_broken(parse_symmetry("add 11", circle.axes), circle, oracle, 1'000'000));
  const Definition longer = definition({8, 8}, 1, lee_covers);
  const testing::FakeOracle other = oracle_of(longer);
  CHECK(coverage_broken(parse_symmetry("add 20", longer.axes), longer, other, 1'000'000));
}

TEST_CASE("affine groups keep Hamming coverage and stay small") {
  Rng rng(4);
  for (const Axes& axes :
       std::vector<Axes>{{3, 3, 3}, {5, 5}, {4, 4, 4}, {2, 2, 2, 2}, {6, 6}, {4, 2, 4}}) {
    const Definition d = definition(axes, 1, hamming_covers);
    const testing::FakeOracle oracle = oracle_of(d);
    int drawn = 0;
    for (int i = 0; i < 60; ++i) {
      const std::vector<Symmetry> group = random_affine_group(axes, rng);
      if (group.empty()) continue;
      ++drawn;
      for (const Symmetry& generator : group) {
        CHECK(generator != identity(axes));
        CHECK(!coverage_broken(generator, d, oracle, std::numeric_limits<std::int64_t>::max()));
      }
      // Two words and their multiples at most are added, and the linear map is the last one.
      const std::int64_t size = *std::max_element(axes.begin(), axes.end());
      const std::vector<std::vector<int>> maps = closure(axes, group);
      CHECK(std::ssize(maps) <= size * size * order(group.back()));
      CHECK(std::ssize(maps) % order(group.back()) == 0);
    }
    CHECK(drawn > 10);
  }
}

TEST_CASE("sums are spelled as they are read") {
  const Axes axes{4, 9, 6};
  CHECK(format_symmetry(parse_symmetry("add 130", axes)) == "add 130");
  CHECK(format_symmetry(parse_symmetry("translate 130", axes)) == "translate 130");
  // On primes both are the same.
  const Axes primes{3, 5};
  CHECK(parse_symmetry("add 24", primes) == parse_symmetry("translate 24", primes));
  CHECK_THROWS_WITH_AS(parse_symmetry("add 131", axes),
                       "group 'add 131': 'add 131': there is no field of 6 elements for axis 3",
                       InputError);
}

}  // namespace coldcore::search
