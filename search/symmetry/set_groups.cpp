// SPDX-License-Identifier: Apache-2.0
#include "set_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include "disjoint_sets.hpp"
#include "group_reader.hpp"
#include "orbit_system.hpp"
#include "problem.hpp"

namespace coldcore::search {
namespace {

/// Elements of a set that a message names.
constexpr std::size_t kNamedElements = 12;

using Elements = std::vector<Index>;

/// Finds sets by their elements and costs.
class SetIndex {
 public:
  explicit SetIndex(const SetSystem& system)
      : system_(system),
        order_(static_cast<std::size_t>(system.candidate_count())),
        place_(order_.size()) {
    std::iota(order_.begin(), order_.end(), Index{0});
    std::sort(order_.begin(), order_.end(), [this](Index a, Index b) {
      const int by_elements = compared(elements_of(a), elements_of(b));
      if (by_elements != 0) return by_elements < 0;
      return std::pair(system_.cost(a), a) < std::pair(system_.cost(b), b);
    });
    for (std::size_t at = 0; at < order_.size(); ++at) {
      place_[order_[at]] = static_cast<Index>(at);
    }
  }

  std::span<const Index> elements_of(Index set) const { return system_.points[set]; }

  /// The first set with these elements, of any cost.
  std::optional<Index> with_elements(std::span<const Index> elements) const {
    const auto found = first_of(elements, std::numeric_limits<std::int64_t>::min());
    if (found == order_.end() || compared(elements_of(*found), elements) != 0) return std::nullopt;
    return *found;
  }

  /// What becomes of a set: of equal ones the first becomes the first. Nothing if no set is left.
  std::optional<Index> image(Index set, std::span<const Index> elements) const {
    const std::int64_t cost = system_.cost(set);
    const auto own = first_of(elements_of(set), cost);
    const auto before = place_[set] - static_cast<Index>(own - order_.begin());
    const auto at = first_of(elements, cost);
    if (order_.end() - at <= static_cast<std::ptrdiff_t>(before)) return std::nullopt;
    const Index found = at[static_cast<std::ptrdiff_t>(before)];
    const bool equal = compared(elements_of(found), elements) == 0 && system_.cost(found) == cost;
    return equal ? std::optional(found) : std::nullopt;
  }

 private:
  static int compared(std::span<const Index> a, std::span<const Index> b) {
    if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
    const auto [at, other] = std::mismatch(a.begin(), a.end(), b.begin());
    return at == a.end() ? 0 : *at < *other ? -1 : 1;
  }

  /// The first set that does not come before one with these elements and this cost.
  std::vector<Index>::const_iterator first_of(std::span<const Index> elements,
                                              std::int64_t cost) const {
    return std::partition_point(order_.begin(), order_.end(), [&](Index set) {
      const int by_elements = compared(elements_of(set), elements);
      return by_elements != 0 ? by_elements < 0 : system_.cost(set) < cost;
    });
  }

  const SetSystem& system_;
  std::vector<Index> order_;
  std::vector<Index> place_;  ///< By set.
};

class SetGroups {
 public:
  SetGroups(const SetSystem& system, std::vector<Permutation> generators, PointNames names)
      : system_(system), generators_(std::move(generators)), names_(std::move(names)) {
    if (generators_.empty()) return;
    const SetIndex index(system_);
    for (const Permutation& generator : generators_) maps_.push_back(set_map(index, generator));
  }

  OrbitProblem only(const GroupWish& wish) const {
    const OrbitNumbers sets = set_orbits();
    CandidateOrbits orbits;
    orbits.representatives = sets.representatives();
    orbits.sizes = sets.sizes();
    for (const Candidate set : orbits.representatives) orbits.costs.push_back(system_.cost(set));
    OrbitProblem problem;
    problem.incidence = orbit_system(
        orbits, PointOrbits(element_orbits()),
        [this] {
          return [this](Candidate set, std::vector<Point>& out) {
            const auto elements = system_.points[static_cast<Index>(set)];
            out.assign(elements.begin(), elements.end());
          };
        },
        wish.most_bytes, wish.threads, wish.stop);
    for (const Permutation& generator : generators_) {
      problem.generators.push_back(format_permutation(generator, names_));
    }
    problem.expanded = [members = sets.members()](std::span<const Candidate> chosen) {
      std::vector<Candidate> all;
      for (const Candidate orbit : chosen) {
        const auto sets_of_orbit = members[static_cast<Index>(orbit)];
        all.insert(all.end(), sets_of_orbit.begin(), sets_of_orbit.end());
      }
      std::sort(all.begin(), all.end());
      return all;
    };
    return problem;
  }

 private:
  std::vector<Index> set_map(const SetIndex& index, const Permutation& generator) const {
    std::vector<Index> map;
    Elements image;
    for (std::int64_t c = 0; c < system_.candidate_count(); ++c) {
      const auto set = static_cast<Index>(c);
      image.clear();
      for (const Index x : index.elements_of(set)) {
        image.push_back(static_cast<Index>(generator[x]));
      }
      std::sort(image.begin(), image.end());
      const std::optional<Index> to = index.image(set, image);
      if (!to) complain(index, generator, set, image);
      map.push_back(*to);
    }
    return map;
  }

  [[noreturn]] void complain(const SetIndex& index, const Permutation& generator, Index set,
                             const Elements& image) const {
    std::string reason = "which is no set";
    if (const auto other = index.with_elements(image)) {
      reason = system_.cost(*other) != system_.cost(set)
                   ? fmt::format("which is set {} and costs {}, not {}", *other + 1,
                                 system_.cost(*other), system_.cost(set))
                   : "of which there are fewer";
    }
    throw InputError(
        fmt::format("group '{}' does not keep coverage: set {}, {}, would become {}, {}",
                    shown(format_permutation(generator, names_)), set + 1,
                    named(index.elements_of(set)), named(image), reason));
  }

  std::string named(std::span<const Index> elements) const {
    std::string text;
    for (const Index x : elements.first(std::min(elements.size(), kNamedElements))) {
      text += fmt::format("{}{}", text.empty() ? "{" : " ", std::int64_t{x} + names_.first);
    }
    if (text.empty()) return "{}";
    return text + (elements.size() > kNamedElements ? " ...}" : "}");
  }

  OrbitNumbers set_orbits() const {
    DisjointSets sets(system_.candidate_count());
    for (const std::vector<Index>& map : maps_) {
      for (std::size_t c = 0; c < map.size(); ++c) sets.join(static_cast<Index>(c), map[c]);
    }
    return sets.take_numbers();
  }

  OrbitNumbers element_orbits() const {
    DisjointSets sets(system_.point_count);
    for (const Permutation& generator : generators_) {
      for (std::size_t x = 0; x < generator.size(); ++x) {
        sets.join(static_cast<Index>(x), static_cast<Index>(generator[x]));
      }
    }
    return sets.take_numbers();
  }

  const SetSystem& system_;
  const std::vector<Permutation> generators_;
  const PointNames names_;
  std::vector<std::vector<Index>> maps_;  ///< By generator: what becomes of each set.
};

}  // namespace

GroupSource set_groups(const SetSystem& system, const PointPlan& plan, const PointNames& names) {
  if (plan.random) {
    throw InputError(
        "group 'random': what keeps a set cover instance is not known; give generators");
  }
  const auto groups = std::make_shared<SetGroups>(system, plan.fixed, names);
  GroupSource source;
  source.next = [groups](Rng&, const GroupWish& wish) { return groups->only(wish); };
  return source;
}

}  // namespace coldcore::search
