// SPDX-License-Identifier: Apache-2.0
//
// Symmetries of product spaces, their orbits, and the covering problem of orbits.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "definitions.hpp"
#include "fake_oracle.hpp"
#include "gate_ball.hpp"
#include "incidence_fixture.hpp"
#include "problem.hpp"
#include "rng.hpp"
#include "sparse_oracle.hpp"
#include "symmetry/digit_costs.hpp"
#include "symmetry/group_reader.hpp"
#include "symmetry/group_text.hpp"
#include "symmetry/kept_coverage.hpp"
#include "symmetry/orbit_system.hpp"
#include "symmetry/orbits.hpp"
#include "symmetry/product_groups.hpp"
#include "symmetry/symmetric_solve.hpp"
#include "symmetry/symmetry.hpp"
#include "symmetry/translations.hpp"

namespace coldcore::search {
namespace {

using namespace testing;

using Axes = std::vector<int>;

SymmetricProblem problem_of(const Definition& d, FakeOracle& oracle,
                            const std::vector<std::string>& texts) {
  SymmetricProblem problem{.module = incidence_module(),
                           .groups = product_groups(d, oracle, parse_group(texts, d.axes)),
                           .whole = {},
                           .is_cover = {}};
  problem.mu = oracle.mu();
  problem.capacity = oracle.capacity();
  problem.whole.entries = oracle.entry_bound();
  problem.whole.with_oracle = [&oracle](const auto& use) { use(oracle); };
  return problem;
}

/// By the definition of a Symmetry, digit by digit.
Candidate image_by_definition(const Symmetry& symmetry, const Axes& axes, Candidate word) {
  const Digits digits = digits_of(word, axes);
  std::vector<int> to(axes.size());
  for (std::size_t j = 0; j < axes.size(); ++j) {
    const auto digit = static_cast<std::size_t>(digits[j]);
    to[static_cast<std::size_t>(symmetry.axis[j])] = symmetry.digit[j][digit];
  }
  Candidate image = 0;
  for (std::size_t j = axes.size(); j-- > 0;) image = image * axes[j] + to[j];
  return image;
}

const std::vector<Axes> kSpaces = {{2}, {5}, {2, 2, 2}, {3, 3, 3}, {4, 3, 4}, {2, 3, 2, 3}, {6, 6}};

std::vector<Symmetry> random_generators(const Axes& axes, int count, Rng& rng) {
  const auto costs = digit_costs(definition(axes, 1));
  std::vector<Symmetry> generators;
  for (int i = 0; i < count; ++i) generators.push_back(random_symmetry(costs, rng));
  return generators;
}

/// All products of the generators, as permutations of the words.
std::set<std::vector<Candidate>> closure(const Axes& axes,
                                         const std::vector<Symmetry>& generators) {
  const std::int64_t words = space_size(axes);
  std::vector<Candidate> start(static_cast<std::size_t>(words));
  for (std::int64_t x = 0; x < words; ++x) start[static_cast<std::size_t>(x)] = x;
  std::set<std::vector<Candidate>> group{start};
  std::vector<std::vector<Candidate>> todo{start};
  while (!todo.empty()) {
    const std::vector<Candidate> element = todo.back();
    todo.pop_back();
    for (const Symmetry& generator : generators) {
      std::vector<Candidate> product = element;
      for (Candidate& x : product) x = image_by_definition(generator, axes, x);
      if (group.insert(product).second) todo.push_back(product);
    }
  }
  return group;
}

}  // namespace

TEST_CASE("a word's image has each digit where and as the symmetry says") {
  Rng rng(1);
  for (const Axes& axes : kSpaces) {
    for (const Symmetry& symmetry : random_generators(axes, 10, rng)) {
      const WordMap image(symmetry, axes);
      for (Candidate x = 0; x < space_size(axes); ++x) {
        REQUIRE(image(x) == image_by_definition(symmetry, axes, x));
      }
    }
  }
}

TEST_CASE("products, powers and orders are those of the maps of words") {
  Rng rng(2);
  for (const Axes& axes : kSpaces) {
    const auto drawn = random_generators(axes, 8, rng);
    for (std::size_t i = 0; i + 1 < drawn.size(); ++i) {
      const Symmetry both = composed(drawn[i], drawn[i + 1]);
      for (Candidate x = 0; x < space_size(axes); ++x) {
        const Candidate between = image_by_definition(drawn[i], axes, x);
        CHECK(image_by_definition(both, axes, x) ==
              image_by_definition(drawn[i + 1], axes, between));
      }
      // The order by multiplying.
      std::int64_t expected = 1;
      for (Symmetry at = drawn[i]; at != identity(axes); at = composed(at, drawn[i])) ++expected;
      CHECK(order(drawn[i]) == expected);
      CHECK(power(drawn[i], expected) == identity(axes));
      CHECK(power(drawn[i], 0) == identity(axes));
      CHECK(power(drawn[i], 3) == composed(composed(drawn[i], drawn[i]), drawn[i]));
    }
  }
}

TEST_CASE("there are as many orbits as Burnside's lemma counts, and each word is in its own") {
  Rng rng(3);
  for (const Axes& axes : kSpaces) {
    for (int count = 0; count <= 2; ++count) {
      const auto generators = random_generators(axes, count, rng);
      const auto group = closure(axes, generators);
      std::int64_t fixed = 0;
      for (const auto& element : group) {
        for (std::size_t x = 0; x < element.size(); ++x) {
          fixed += element[x] == static_cast<Candidate>(x) ? 1 : 0;
        }
      }
      const Orbits orbits = orbits_of(axes, generators);
      CHECK(orbits.count() * std::ssize(group) == fixed);
      for (Candidate x = 0; x < space_size(axes); ++x) {
        std::set<Candidate> expected;
        for (const auto& element : group) expected.insert(element[static_cast<std::size_t>(x)]);
        const auto orbit = orbits.words[orbits.of_words[static_cast<std::size_t>(x)]];
        CHECK(std::vector<Candidate>(orbit.begin(), orbit.end()) ==
              std::vector<Candidate>(expected.begin(), expected.end()));
      }
    }
  }
}

TEST_CASE("an entry says how many words of an orbit cover each word of another") {
  Rng rng(4);
  for (const Axes& axes : kSpaces) {
    const Definition d = definition(axes, 1);
    const FakeOracle oracle = oracle_of(d);
    const Orbits orbits = orbits_of(axes, random_generators(axes, 1, rng));
    const OrbitSystem built =
        orbit_system(orbits, oracle, std::numeric_limits<std::int64_t>::max(), 2);
    const SetSystem& system = built.system;
    REQUIRE(system.candidate_count() == orbits.count());
    REQUIRE(system.point_count == orbits.count());
    for (Index c = 0; c < orbits.count(); ++c) {
      CHECK(system.cost(c) * built.unit_cost == orbits.size(c));
      std::map<Index, std::int32_t> entries;
      for (auto e = system.points.offsets[c]; e < system.points.offsets[c + 1]; ++e) {
        entries[system.points.entries[static_cast<std::size_t>(e)]] =
            system.multiplicities[static_cast<std::size_t>(e)];
      }
      for (Point x = 0; x < space_size(axes); ++x) {
        std::int32_t expected = 0;
        for (const Index u : orbits.words[c]) expected += covers(d, u, x) ? 1 : 0;
        const auto found = entries.find(orbits.of_words[static_cast<std::size_t>(x)]);
        CHECK((found == entries.end() ? 0 : found->second) == expected);
      }
    }
  }
}

TEST_CASE("the cheapest cover by orbits is the smallest invariant one") {
  // By trying all unions of orbits, and all multisets of at most two of each where mu is 2.
  Rng rng(5);
  struct Case {
    Axes axes;
    int radius;
    int mu;
  };
  for (const Case& c : std::vector<Case>{{{2, 2, 2, 2}, 1, 1}, {{3, 3, 3}, 1, 1}, {{3, 3}, 1, 2}}) {
    const Definition d = definition(c.axes, c.radius);
    FakeOracle oracle = oracle_of(d, c.mu);
    for (int i = 0; i < 4; ++i) {
      const auto generators = random_generators(c.axes, 1, rng);
      const Orbits orbits = orbits_of(c.axes, generators);
      if (orbits.count() > 12) continue;
      std::int64_t least = std::numeric_limits<std::int64_t>::max();
      std::vector<int> copies(static_cast<std::size_t>(orbits.count()), 0);
      for (bool more = true; more;) {
        std::vector<Candidate> chosen;
        for (std::size_t o = 0; o < copies.size(); ++o) {
          chosen.insert(chosen.end(), static_cast<std::size_t>(copies[o]),
                        static_cast<Candidate>(o));
        }
        const std::vector<Candidate> words = orbits.expanded(chosen);
        oracle.recount(words);
        if (oracle.count_deficit() == 0) least = std::min<std::int64_t>(least, std::ssize(words));
        more = false;
        for (int& copy : copies) {
          if (++copy <= c.mu) {
            more = true;
            break;
          }
          copy = 0;
        }
      }
      SolveOptions options;
      options.iterations = 20'000;
      Observer nobody;
      const OrbitSystem built =
          orbit_system(orbits, oracle, std::numeric_limits<std::int64_t>::max(), 1);
      SparseOracle cell(incidence_module(), built.system, c.mu);
      CHECK(solve(cell, options, nobody).cost * built.unit_cost == least);
    }
  }
}

TEST_CASE("what a search by orbits returns covers, and follows from the seed") {
  const Definition d = definition({3, 3, 3, 3}, 1);
  FakeOracle oracle = oracle_of(d);
  for (const char* text : {"random", "symmetries", "translations", "cyclic", "translate 1110"}) {
    CAPTURE(text);
    const std::vector<std::string> texts{text};
    const SymmetricProblem problem = problem_of(d, oracle, texts);
    SolveOptions options;
    options.iterations = 50'000;
    options.lower_bound = 9;
    Observer nobody;
    const SolveResult result = solve_symmetric(problem, options, nobody);
    oracle.recount(result.cover);
    CHECK(oracle.count_deficit() == 0);
    CHECK(result.cost == std::ssize(result.cover));
    CHECK(result.cost >= 9);
    CHECK(solve_symmetric(problem, options, nobody).cover == result.cover);
    options.threads = 2;
    CHECK(solve_symmetric(problem, options, nobody).cover == result.cover);
  }
}

TEST_CASE("the tetracode is a union of orbits of two translations") {
  // Generated by 1110 and 0121, a perfect code: 9 words.
  const Definition d = definition({3, 3, 3, 3}, 1);
  FakeOracle oracle = oracle_of(d);
  const std::vector<std::string> texts{"translate 1110", "translate 0121"};
  SymmetricProblem problem = problem_of(d, oracle, texts);
  std::vector<std::string> group;
  problem.group_of_next = [&](const std::vector<std::string>& of_next) { group = of_next; };
  SolveOptions options;
  options.iterations = 1000;
  options.lower_bound = 9;
  Observer nobody;
  const SolveResult result = solve_symmetric(problem, options, nobody);
  CHECK(result.status == SolveStatus::kOptimal);
  CHECK(result.cost == 9);
  CHECK(group == texts);
}

TEST_CASE("symmetries that a definition has are drawn, and only those") {
  Rng rng(6);
  for (const auto& [covers, axes] : std::vector<std::pair<coldcore_covers_fn, Axes>>{
           {hamming_covers, {3, 4, 3}}, {lee_covers, {5, 6, 5}}}) {
    const Definition d = definition(axes, 2, covers);
    const FakeOracle oracle = oracle_of(d);
    const auto costs = digit_costs(d);
    for (int i = 0; i < 50; ++i) {
      const Symmetry symmetry = random_symmetry(costs, rng);
      CHECK(!coverage_broken(symmetry, d, oracle, std::int64_t{1} << 40));
      if (const auto prime = random_prime_symmetry(costs, rng)) {
        const std::int64_t p = order(*prime);
        CHECK((p == 2 || p == 3 || p == 5 || p == 7 || p == 11 || p == 13));
      }
    }
    for (int i = 0; i < 20; ++i) {
      const Symmetry translation = random_translation(axes, rng);
      CHECK(translation != identity(axes));
      CHECK(!coverage_broken(translation, d, oracle, std::int64_t{1} << 40));
    }
  }
}

TEST_CASE("a map that does not keep coverage is refused with a witness") {
  // Swapping two digits of a circle of five tears neighbours apart.
  const Definition d = definition({5, 5}, 1, lee_covers);
  FakeOracle oracle = oracle_of(d);
  const std::vector<std::string> texts{"digits 1 (0 1)"};
  const Symmetry swap = parse_symmetry(texts.front(), d.axes);
  const auto broken = coverage_broken(swap, d, oracle, std::int64_t{1} << 40);
  REQUIRE(broken);
  CHECK(broken->find(" covers ") != std::string::npos);
  CHECK_THROWS_WITH_AS(problem_of(d, oracle, texts),
                       ("group 'digits 1 (0 1)' does not keep coverage: " + *broken).c_str(),
                       InputError);
}

TEST_CASE("the text of a symmetry reads back") {
  Rng rng(7);
  for (const Axes& axes : kSpaces) {
    for (const Symmetry& symmetry : random_generators(axes, 20, rng)) {
      CHECK(parse_symmetry(format_symmetry(symmetry), axes) == symmetry);
    }
    const Symmetry translation = random_translation(axes, rng);
    CHECK(parse_symmetry(format_symmetry(translation), axes) == translation);
    CHECK(parse_symmetry(format_symmetry(identity(axes)), axes) == identity(axes));
  }
  const Axes axes{3, 3, 3};
  const Symmetry parsed = parse_symmetry("digits * (0 1 2); axes (1 3)", axes);
  CHECK(parsed.axis == std::vector<int>{2, 1, 0});
  CHECK(parsed.digit[1] == std::vector<int>{1, 2, 0});
  CHECK(format_symmetry(parse_symmetry("translate 120", axes)) == "translate 120");
  CHECK(format_symmetry(parse_symmetry("translate 1, 2 0", axes)) == "translate 120");
}

TEST_CASE("what is wrong with a group's text is said") {
  const Axes axes{3, 3, 2};
  const std::vector<std::pair<const char*, const char*>> wrong = {
      {"turn", "'turn' is neither a file nor"},
      {"axes", "cycles are missing"},
      {"axes 1 2", "'1 2' is no cycle"},
      {"axes (1 2", "'(1 2' is no cycle"},
      {"axes (0 1)", "'0' is no axis: they go from 1 to 3"},
      {"axes (1 4)", "'4' is no axis: they go from 1 to 3"},
      {"axes (1 3)", "axis 1 has 3 digits and axis 3 has 2"},
      {"axes (1 2)(2 1)", "axis 2 occurs twice"},
      {"digits 4 (0 1)", "'digits 4': there are axes 1 to 3"},
      {"digits 3 (0 2)", "'2' is no digit: they go from 0 to 1"},
      {"translate 11", "'translate 11': character 3: "},
      {"translate 112", "'translate 112': character 3: "},
      {"add 12", "'add 12': character 3: "},
      {"code", "'code ': '' is no field such as gf4"},
      {"code gf6 110", "'code gf6': 'gf6' is no field such as gf4, of at most 16 elements"},
      {"code gf3 111", "'code gf3 111': axis 3 has 2 digits, not 3"},
      {"code gf3 1", "'code gf3 1': character 2: "},
      {"cyclic", "the axes differ in size"},
      {"random 0", "'0' is no number of generators"},
      {"translations many", "'many' is no number of generators"},
  };
  for (const auto& [text, message] : wrong) {
    CAPTURE(text);
    const std::vector<std::string> texts{text};
    try {
      parse_group(texts, axes);
      FAIL("accepted");
    } catch (const InputError& error) {
      CHECK(std::string(error.what()).find(message) != std::string::npos);
    }
  }
}

TEST_CASE(
    "a message repeats no more than the beginning of a text, and nothing that moves a cursor") {
  CHECK(shown("axes (1 2)") == "axes (1 2)");
  CHECK(shown("a\x1b[2J\n\x7f") == "a?[2J??");
  CHECK(shown(std::string(100, 'x')) == std::string(100, 'x'));
  CHECK(shown(std::string(101, 'x')) == std::string(100, 'x') + "...");
  for (const char* part : {"", "axes ", "digits ", "translate ", "add ", "code ", "code gf3 ",
                           "digits 1 ", "random "}) {
    const std::vector<std::string> texts{part + std::string(5000, 'y')};
    try {
      parse_group(texts, Axes{3, 3});
      FAIL("accepted");
    } catch (const InputError& error) {
      CHECK(std::string(error.what()).size() < 600);
    }
  }
}

TEST_CASE("a run stops while orbits are found, or the incidence is made") {
  const Axes axes(16, 2);
  const std::vector<Symmetry> shift{parse_symmetry("axes (1 2 3 4 5 6 7 8)", axes)};
  int asked = 0;
  const StopCheck second([&] { return ++asked > 1; });
  CHECK_THROWS_AS(orbits_of(axes, shift, second), Stopped);
  CHECK(asked == 2);
  const Orbits orbits = orbits_of({axes.data(), 4}, {});
  const Definition d = definition({2, 2, 2, 2}, 1);
  const FakeOracle oracle = oracle_of(d);
  const StopCheck at_once([] { return true; });
  CHECK_THROWS_AS(
      orbit_system(orbits, oracle, std::numeric_limits<std::int64_t>::max(), 1, at_once), Stopped);
}

}  // namespace coldcore::search
