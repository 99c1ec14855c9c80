// SPDX-License-Identifier: Apache-2.0
//
// Permutations of points, and the covering problems of orbits of blocks and of sets.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "design.hpp"
#include "incidence_fixture.hpp"
#include "problem.hpp"
#include "rng.hpp"
#include "sparse_oracle.hpp"
#include "symmetry/design_groups.hpp"
#include "symmetry/point_group.hpp"
#include "symmetry/random_points.hpp"
#include "symmetry/set_groups.hpp"
#include "symmetry/symmetric_solve.hpp"

namespace coldcore::search {
namespace {

using testing::incidence_module;

constexpr std::int64_t kAny = std::numeric_limits<std::int64_t>::max();

using Subset = std::vector<int>;

/// In the order of the colexicographic ranks, by sorting.
std::vector<Subset> subsets_by_definition(int v, int size) {
  std::vector<Subset> all;
  for (int mask = 0; mask < 1 << v; ++mask) {
    Subset subset;
    for (int x = 0; x < v; ++x) {
      if ((mask >> x & 1) != 0) subset.push_back(x);
    }
    if (static_cast<int>(subset.size()) == size) all.push_back(subset);
  }
  std::sort(all.begin(), all.end(), [](const Subset& a, const Subset& b) {
    return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
  });
  return all;
}

Subset image_of(const Subset& subset, const Permutation& to) {
  Subset image;
  for (const int x : subset) image.push_back(to[static_cast<std::size_t>(x)]);
  std::sort(image.begin(), image.end());
  return image;
}

/// All products of the generators.
std::set<Permutation> closure(int v, const std::vector<Permutation>& generators) {
  std::set<Permutation> group{identity_permutation(v)};
  std::vector<Permutation> todo(group.begin(), group.end());
  while (!todo.empty()) {
    const Permutation element = todo.back();
    todo.pop_back();
    for (const Permutation& generator : generators) {
      Permutation product;
      for (const int x : element) product.push_back(generator[static_cast<std::size_t>(x)]);
      if (group.insert(product).second) todo.push_back(product);
    }
  }
  return group;
}

Permutation random_permutation(int v, Rng& rng) {
  Permutation to = identity_permutation(v);
  for (std::size_t i = to.size(); i > 1; --i) std::swap(to[i - 1], to[rng.below(i)]);
  return to;
}

GroupWish any_wish(std::int64_t best_cost = 0) { return {best_cost, 1, kAny, 1, {}}; }

/// The orbits of a fixed group.
OrbitProblem orbits_of_design(const Design& design, const std::vector<Permutation>& generators) {
  PointPlan plan;
  plan.fixed = generators;
  Rng unused(1);
  return design_groups(design, plan).next(unused, any_wish()).value();
}

std::int64_t fixed_subsets(const std::vector<Subset>& subsets, const std::set<Permutation>& group) {
  std::int64_t fixed = 0;
  for (const Permutation& element : group) {
    for (const Subset& subset : subsets) fixed += image_of(subset, element) == subset ? 1 : 0;
  }
  return fixed;
}

/// How often each point has to be covered, and what may be chosen.
struct Question {
  const SetSystem& system;
  int mu = 1;
  bool distinct = false;
};

bool covers_all(const Question& question, const std::vector<Candidate>& chosen) {
  std::vector<int> count(static_cast<std::size_t>(question.system.point_count));
  for (const Candidate c : chosen) {
    for (const Index x : question.system.points[static_cast<Index>(c)]) ++count[x];
  }
  return std::all_of(count.begin(), count.end(), [&](int n) { return n >= question.mu; });
}

/// The least cost of a multiset of candidates that the generators leave as it is, each at most mu
/// times, by trying all multisets of orbits that the closure gives; kAny if there is none.
std::int64_t least_invariant_cost(const Question& question,
                                  const std::vector<std::vector<Candidate>>& orbits) {
  const int most = question.distinct ? 1 : question.mu;
  std::vector<int> copies(orbits.size(), 0);
  std::int64_t least = kAny;
  while (true) {
    std::vector<Candidate> chosen;
    std::int64_t cost = 0;
    for (std::size_t o = 0; o < orbits.size(); ++o) {
      for (int i = 0; i < copies[o]; ++i) {
        for (const Candidate c : orbits[o]) {
          chosen.push_back(c);
          cost += question.system.cost(c);
        }
      }
    }
    if (cost < least && covers_all(question, chosen)) least = cost;
    std::size_t at = 0;
    while (at < copies.size() && ++copies[at] > most) copies[at++] = 0;
    if (at == copies.size()) return least;
  }
}

/// The orbits of blocks, each by the whole closure.
std::vector<std::vector<Candidate>> block_orbits(const std::vector<Subset>& blocks,
                                                 const std::set<Permutation>& group) {
  std::set<std::set<Candidate>> orbits;
  for (const Subset& block : blocks) {
    std::set<Candidate> orbit;
    for (const Permutation& element : group) {
      const Subset image = image_of(block, element);
      orbit.insert(std::find(blocks.begin(), blocks.end(), image) - blocks.begin());
    }
    orbits.insert(orbit);
  }
  std::vector<std::vector<Candidate>> all;
  for (const auto& orbit : orbits) all.emplace_back(orbit.begin(), orbit.end());
  return all;
}

std::int64_t solved(const OrbitSystem& orbits, int mu, bool distinct) {
  SparseOracle cell(incidence_module(), orbits.system, mu);
  SolveOptions options;
  options.iterations = 4'000;
  options.distinct = distinct;
  Observer nobody;
  const SolveResult result = solve(cell, options, nobody);
  return result.cover.empty() ? kAny : result.cost * orbits.unit_cost;
}

SymmetricProblem design_problem(const Design& design, const SetSystem& system, PointPlan plan,
                                int mu = 1) {
  SymmetricProblem problem{.module = incidence_module(),
                           .groups = design_groups(design, std::move(plan)),
                           .whole = {},
                           .is_cover = {}};
  problem.mu = mu;
  problem.capacity = std::numeric_limits<std::int32_t>::max();
  problem.whole.entries = std::ssize(system.points.entries);
  problem.whole.with_oracle = [&system, mu](const auto& use) {
    SparseOracle cell(incidence_module(), system, mu);
    use(cell);
  };
  problem.is_cover = [&system, mu](std::span<const Candidate> members) {
    return covers_all({system, mu}, {members.begin(), members.end()});
  };
  return problem;
}

}  // namespace

TEST_CASE("there are as many orbits of blocks and of subsets as Burnside's lemma counts") {
  Rng rng(1);
  for (const Design& design : std::vector<Design>{{5, 3, 2}, {6, 3, 2}, {7, 4, 3}, {8, 4, 1}}) {
    const auto blocks = subsets_by_definition(design.v, design.k);
    const auto subsets = subsets_by_definition(design.v, design.t);
    for (int i = 0; i < 6; ++i) {
      std::vector<Permutation> generators;
      // The first is trivial, the second has one generator, which may be of any order.
      while (std::ssize(generators) < std::min(i, 1)) {
        generators.push_back(random_permutation(design.v, rng));
      }
      const auto group = closure(design.v, generators);
      const OrbitProblem orbits = orbits_of_design(design, generators);
      const SetSystem& system = orbits.incidence.system;
      const std::int64_t order = std::ssize(group);
      CHECK(system.candidate_count() * order == fixed_subsets(blocks, group));
      CHECK(system.point_count * order == fixed_subsets(subsets, group));
      CHECK(orbits.incidence.complete);

      // Expanded, each is an orbit, and costs as much as it has blocks.
      std::set<std::vector<Candidate>> expected;
      for (const auto& orbit : block_orbits(blocks, group)) expected.insert(orbit);
      std::set<std::vector<Candidate>> found;
      for (Candidate c = 0; c < system.candidate_count(); ++c) {
        const std::vector<Candidate> members = orbits.expanded(std::vector<Candidate>{c});
        CHECK(system.cost(c) * orbits.incidence.unit_cost == std::ssize(members));
        found.insert(members);
      }
      CHECK(found == expected);
    }
  }
}

TEST_CASE("an entry says how many blocks of an orbit contain each subset of another") {
  Rng rng(2);
  for (const Design& design : std::vector<Design>{{6, 3, 2}, {7, 4, 2}, {7, 5, 3}}) {
    const auto blocks = subsets_by_definition(design.v, design.k);
    const auto subsets = subsets_by_definition(design.v, design.t);
    for (int i = 0; i < 4; ++i) {
      const std::vector<Permutation> generators{random_permutation(design.v, rng)};
      const OrbitProblem orbits = orbits_of_design(design, generators);
      const SetSystem& system = orbits.incidence.system;
      // Orbits of subsets are numbered by their first ones.
      const auto group = closure(design.v, generators);
      std::map<Subset, std::size_t> orbit_of;
      std::size_t count = 0;
      for (const Subset& subset : subsets) {
        if (orbit_of.contains(subset)) continue;
        for (const Permutation& element : group) orbit_of[image_of(subset, element)] = count;
        ++count;
      }
      REQUIRE(static_cast<std::int64_t>(count) == system.point_count);
      for (Candidate c = 0; c < system.candidate_count(); ++c) {
        const std::vector<Candidate> members = orbits.expanded(std::vector<Candidate>{c});
        std::map<std::size_t, std::int32_t> entries;
        const auto orbit = static_cast<std::size_t>(c);
        for (auto e = system.points.offsets[orbit]; e < system.points.offsets[orbit + 1]; ++e) {
          const auto at = static_cast<std::size_t>(e);
          entries[system.points.entries[at]] = system.multiplicities[at];
        }
        for (const Subset& subset : subsets) {
          std::int32_t expected = 0;
          for (const Candidate member : members) {
            const Subset& block = blocks[static_cast<std::size_t>(member)];
            expected += std::includes(block.begin(), block.end(), subset.begin(), subset.end());
          }
          const auto found = entries.find(orbit_of[subset]);
          CHECK((found == entries.end() ? 0 : found->second) == expected);
        }
      }
    }
  }
}

TEST_CASE("the cheapest cover by orbits of blocks is the smallest invariant one") {
  Rng rng(3);
  const std::vector<Design> designs = {{5, 3, 2}, {6, 3, 2}, {6, 4, 3}, {7, 3, 2}};
  int tried = 0;
  for (const Design& design : designs) {
    const SetSystem system = generate(design, 1);
    const auto blocks = subsets_by_definition(design.v, design.k);
    for (int i = 0; i < 6; ++i) {
      const std::vector<Permutation> generators{random_permutation(design.v, rng)};
      const auto orbits = block_orbits(blocks, closure(design.v, generators));
      const OrbitProblem built = orbits_of_design(design, generators);
      for (const auto& [mu, distinct] :
           std::vector<std::pair<int, bool>>{{1, false}, {2, false}, {2, true}}) {
        const bool few = distinct || mu == 1 ? orbits.size() <= 12 : orbits.size() <= 8;
        if (!few) continue;
        ++tried;
        CHECK(solved(built.incidence, mu, distinct) ==
              least_invariant_cost({system, mu, distinct}, orbits));
      }
    }
  }
  CHECK(tried >= 20);
}

TEST_CASE("orbits that are left out cost no less than the best cover") {
  const Design design{8, 4, 2};
  const std::vector<Subset> blocks = subsets_by_definition(8, 4);
  const SetSystem system = generate(design, 1);
  PointPlan plan;
  plan.random = true;
  const GroupSource groups = design_groups(design, plan);
  REQUIRE(groups.random);
  Rng rng(4);
  int left_out = 0;
  int compared = 0;
  for (int i = 0; i < 200; ++i) {
    constexpr std::int64_t kBest = 9;
    const auto drawn = groups.next(rng, any_wish(kBest));
    if (!drawn) continue;
    const PointNames names{"point", design.v, 1};
    std::vector<Permutation> generators;
    for (const std::string& text : drawn->generators) {
      generators.push_back(parse_permutation(text, names));
    }
    const auto all = block_orbits(blocks, closure(design.v, generators));
    std::vector<std::vector<Candidate>> cheap;
    for (const auto& orbit : all) {
      if (std::ssize(orbit) < kBest) cheap.push_back(orbit);
    }
    CHECK(drawn->incidence.system.candidate_count() == std::ssize(cheap));
    CHECK(drawn->incidence.complete == (cheap.size() == all.size()));
    left_out += cheap.size() < all.size() ? 1 : 0;
    if (all.size() > 14) continue;
    // A cover below the best one is there just where it was.
    const std::int64_t least = least_invariant_cost({system}, all);
    const std::int64_t found = solved(drawn->incidence, 1, false);
    CHECK((least < kBest ? found == least : found >= kBest));
    ++compared;
  }
  CHECK(left_out > 0);
  CHECK(compared > 0);
}

TEST_CASE("random groups are no larger than said, and their generators no identities") {
  Rng rng(5);
  for (const int points : {2, 3, 5, 7, 8, 9}) {
    int drawn_groups = 0;
    std::set<std::int64_t> orders;
    for (int i = 0; i < 300; ++i) {
      const auto drawn = random_point_group(points, 0, 30, rng);
      if (!drawn) continue;
      ++drawn_groups;
      for (const Permutation& generator : drawn->generators) {
        CHECK(generator != identity_permutation(points));
        Permutation sorted = generator;
        std::sort(sorted.begin(), sorted.end());
        CHECK(sorted == identity_permutation(points));
      }
      const auto order = std::ssize(closure(points, drawn->generators));
      CHECK(order <= drawn->order);
      CHECK(order >= 2);
      orders.insert(order);
    }
    CHECK(drawn_groups > 0);
    CHECK((points < 5 || orders.size() > 3));
  }
  for (int i = 0; i < 100; ++i) {
    if (const auto two = random_point_group(9, 2, 1000, rng)) CHECK(two->generators.size() == 2);
  }
}

TEST_CASE("the Fano plane and the Witt design are unions of orbits") {
  const std::vector<std::pair<Design, std::vector<std::string>>> known = {
      {{7, 3, 2}, {"cyclic"}},                       // {1 2 4} moved round
      {{13, 4, 2}, {"cyclic", "multiply 3"}},        // the plane of order 3
      {{12, 6, 5}, {"cyclic 11", "multiply 3 11"}},  // S(5,6,12)
      {{9, 3, 2}, {"cyclic 8"}},                     // 1-rotational
  };
  for (const auto& [design, texts] : known) {
    CAPTURE(format_design(design));
    const SetSystem system = generate(design, 1);
    const PointNames names{"point", design.v, 1};
    SymmetricProblem problem = design_problem(design, system, parse_point_group(texts, names));
    SolveOptions options;
    options.iterations = 100'000;
    options.lower_bound = schonheim_bound(design, 1);
    Observer nobody;
    const SolveResult result = solve_symmetric(problem, options, nobody);
    CHECK(result.status == SolveStatus::kOptimal);
    CHECK(covers_all({system}, result.cover));
  }
}

TEST_CASE("a search by random groups of points covers, and follows from the seed") {
  const Design design{9, 4, 3};
  const SetSystem system = generate(design, 1);
  for (const int mu : {1, 2}) {
    PointPlan plan;
    plan.random = true;
    SolveOptions options;
    options.iterations = 10'000;
    options.lower_bound = schonheim_bound(design, mu);
    options.distinct = mu == 2;
    Observer nobody;
    const auto run = [&] {
      return solve_symmetric(design_problem(design, system, plan, mu), options, nobody);
    };
    const SolveResult result = run();
    CHECK(covers_all({system, mu}, result.cover));
    CHECK(result.cost == std::ssize(result.cover));
    if (options.distinct) {
      CHECK(std::adjacent_find(result.cover.begin(), result.cover.end()) == result.cover.end());
    }
    CHECK(run().cover == result.cover);
    options.threads = 2;
    CHECK(run().cover == result.cover);
  }
}

TEST_CASE("a search that no drawn group can help ends") {
  // The Fano plane is there already, and no orbit below its size covers anything better.
  const Design design{7, 3, 2};
  const SetSystem system = generate(design, 1);
  PointPlan plan;
  plan.random = true;
  SolveOptions options;
  options.iterations = 20'000;
  options.lower_bound = 1;
  for (const auto& block : subsets_by_definition(7, 3)) {
    const int a = block[0];
    const std::vector<int> shifts{(block[1] - a + 7) % 7, (block[2] - a + 7) % 7};
    const bool line = shifts == std::vector<int>{1, 3} || shifts == std::vector<int>{2, 6} ||
                      shifts == std::vector<int>{4, 5};
    if (line) options.warm_start.push_back(SubsetRanks(7, 3).rank(block));
  }
  REQUIRE(options.warm_start.size() == 7);
  REQUIRE(covers_all({system}, options.warm_start));
  Observer nobody;
  const SolveResult result = solve_symmetric(design_problem(design, system, plan), options, nobody);
  CHECK(result.status == SolveStatus::kIterations);
  CHECK(result.cost == 7);
}

TEST_CASE("a design whose blocks have no numbers has no orbits") {
  CHECK_THROWS_AS(require_block_orbits({60, 20, 3}), InputError);
  CHECK(block_orbit_bytes({10, 5, 2}) == 4 * 252 + 8 * 45);
  CHECK(block_orbit_bytes({200, 100, 3}) > std::int64_t{1} << 60);
}

TEST_CASE("an instance is searched by the symmetries that it has") {
  // All images of a few random sets, with costs by orbit, so that the permutation keeps them.
  Rng rng(6);
  for (int i = 0; i < 12; ++i) {
    const int elements = 6 + static_cast<int>(rng.below(3));
    const Permutation generator = random_permutation(elements, rng);
    const auto group = closure(elements, {generator});
    SetSystem system;
    system.point_count = elements;
    std::vector<std::vector<Candidate>> orbits;
    for (int base = 0; base < 4; ++base) {
      Subset set;
      for (int x = 0; x < elements; ++x) {
        if (rng.below(2) == 0) set.push_back(x);
      }
      std::set<Subset> images;
      for (const Permutation& element : group) images.insert(image_of(set, element));
      const auto cost = 1 + static_cast<std::int64_t>(rng.below(5));
      orbits.emplace_back();
      for (const Subset& image : images) {
        orbits.back().push_back(system.candidate_count());
        for (const int x : image) system.points.entries.push_back(static_cast<Index>(x));
        system.points.offsets.push_back(std::ssize(system.points.entries));
        system.costs.push_back(cost);
      }
    }
    PointPlan plan;
    plan.fixed = {generator};
    const GroupSource groups = set_groups(system, plan, {"element", elements, 1});
    Rng unused(1);
    const OrbitProblem built = groups.next(unused, any_wish()).value();
    for (const auto& [mu, distinct] :
         std::vector<std::pair<int, bool>>{{1, false}, {2, false}, {2, true}}) {
      const std::int64_t least = least_invariant_cost({system, mu, distinct}, orbits);
      CHECK(solved(built.incidence, mu, distinct) == least);
    }
    std::vector<Candidate> all(static_cast<std::size_t>(built.incidence.system.candidate_count()));
    std::iota(all.begin(), all.end(), 0);
    CHECK(std::ssize(built.expanded(all)) == system.candidate_count());
  }
}

TEST_CASE("a permutation that an instance does not have is refused with a witness") {
  const auto system_of = [](const std::vector<std::vector<Index>>& sets,
                            std::vector<std::int64_t> costs) {
    SetSystem system;
    system.point_count = 3;
    for (const auto& set : sets) {
      system.points.entries.insert(system.points.entries.end(), set.begin(), set.end());
      system.points.offsets.push_back(std::ssize(system.points.entries));
    }
    system.costs = std::move(costs);
    return system;
  };
  const auto message_for = [](const SetSystem& system, int first) -> std::string {
    PointPlan plan;
    plan.fixed = {{1, 0, 2}};
    try {
      set_groups(system, plan, {"element", 3, first});
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  CHECK(message_for(system_of({{0, 2}, {1, 2}}, {}), 1).empty());
  CHECK(message_for(system_of({{0, 2}, {1, 2}}, {4, 4}), 1).empty());
  CHECK(message_for(system_of({{2}, {0, 2}, {0}}, {}), 1) ==
        "group 'elements (1 2)' does not keep coverage: set 2, {1 3}, would become {2 3}, which is "
        "no set");
  CHECK(message_for(system_of({{0, 2}, {1, 2}}, {4, 5}), 0) ==
        "group 'elements (0 1)' does not keep coverage: set 1, {0 2}, would become {1 2}, which is "
        "set 2 and costs 5, not 4");
  CHECK(message_for(system_of({{0, 2}, {1, 2}, {0, 2}}, {}), 1) ==
        "group 'elements (1 2)' does not keep coverage: set 3, {1 3}, would become {2 3}, of which "
        "there are fewer");
  PointPlan random;
  random.random = true;
  CHECK_THROWS_AS(set_groups(system_of({{0}}, {}), random, {"element", 3, 1}), InputError);
}

TEST_CASE("the text of a permutation reads back") {
  Rng rng(7);
  for (const PointNames& names : std::vector<PointNames>{{"point", 9, 1}, {"element", 12, 0}}) {
    for (int i = 0; i < 20; ++i) {
      const Permutation permutation = random_permutation(names.count, rng);
      CHECK(parse_permutation(format_permutation(permutation, names), names) == permutation);
    }
    const Permutation identity = identity_permutation(names.count);
    CHECK(parse_permutation(format_permutation(identity, names), names) == identity);
  }
  const PointNames names{"point", 7, 1};
  CHECK(parse_permutation("cyclic", names) == Permutation{1, 2, 3, 4, 5, 6, 0});
  CHECK(parse_permutation("cyclic 6", names) == Permutation{1, 2, 3, 4, 5, 0, 6});
  CHECK(parse_permutation("cyclic 2x3", names) == Permutation{1, 2, 0, 4, 5, 3, 6});
  CHECK(parse_permutation("cyclic 3 4", names) == Permutation{1, 2, 0, 4, 5, 6, 3});
  CHECK(parse_permutation("multiply 3", names) == Permutation{0, 3, 6, 2, 5, 1, 4});
  CHECK(parse_permutation("multiply 2 2x3", names) == Permutation{0, 2, 1, 3, 5, 4, 6});
  CHECK(parse_permutation("points (1 2); points (2 3)", names) == Permutation{2, 0, 1, 3, 4, 5, 6});
}

TEST_CASE("what is wrong with a permutation's text is said") {
  const PointNames names{"point", 7, 1};
  const std::vector<std::pair<const char*, const char*>> wrong = {
      {"turn", "'turn' is neither a file nor 'points (1 2 3)(4 5)'"},
      {"axes (1 2)", "'axes (1 2)' is neither a file nor"},
      {"points", "cycles are missing, such as (1 2)"},
      {"points (1 8)", "'8' is no point: they go from 1 to 7"},
      {"points (0 1)", "'0' is no point: they go from 1 to 7"},
      {"points (1 2)(2 3)", "point 2 occurs twice"},
      {"cyclic 8", "'cyclic 8': these cycles have 8 points, there are 7"},
      {"cyclic 2x4", "'cyclic 2x4': these cycles have 8 points, there are 7"},
      {"cyclic 2000000000x2000000000", "these cycles have 4000000000000000000 points"},
      {"cyclic x3", "'x3' is no length of a cycle"},
      {"cyclic 0", "'0' is no length of a cycle"},
      {"multiply", "'' is no factor, a whole number from 1"},
      {"multiply 0 7", "'0' is no factor, a whole number from 1"},
      {"multiply 2 2 4", "'multiply 2 2 4': 2 and the length 2 have a common factor"},
      {"random 65", "'65' is no number of generators, 1 to 64"},
  };
  for (const auto& [text, message] : wrong) {
    CAPTURE(text);
    const std::vector<std::string> texts{text};
    try {
      parse_point_group(texts, names);
      FAIL("accepted");
    } catch (const InputError& error) {
      CHECK(std::string(error.what()).find(message) != std::string::npos);
    }
  }
}

TEST_CASE("a run stops while orbits of blocks are found, and says that its time is over") {
  const Design design{20, 6, 3};
  const PointNames names{"point", design.v, 1};
  const std::vector<std::string> texts{"cyclic"};
  const GroupSource groups = design_groups(design, parse_point_group(texts, names));
  Rng rng(1);
  GroupWish wish{0, 1, kAny, 1, {}};
  int asked = 0;
  wish.stop = StopCheck([&] { return ++asked > 1; });
  CHECK_THROWS_AS(groups.next(rng, wish), Stopped);
  CHECK(asked == 2);
}

TEST_CASE("messages name a part of a long text, and say what is no file of generators") {
  const PointNames names{"point", 7, 1};
  for (const char* part :
       {"", "points ", "points (", "cyclic ", "multiply ", "multiply 2 ", "random "}) {
    const std::vector<std::string> texts{part + std::string(5000, 'y')};
    try {
      parse_point_group(texts, names);
      FAIL("accepted");
    } catch (const InputError& error) {
      CHECK(std::string(error.what()).size() < 600);
    }
  }
}

}  // namespace coldcore::search
