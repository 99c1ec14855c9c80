// SPDX-License-Identifier: Apache-2.0
//
// What the search for covers with symmetry knows of a kind of problem.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rng.hpp"
#include "set_system.hpp"
#include "stop_check.hpp"

namespace coldcore::search {

/// Covers that a group leaves as they are, as a covering problem of their own. A candidate is an
/// orbit and costs what its members cost together; a point is an orbit of points, with what those
/// weigh together as weight; an entry says how many members of the candidate cover each point of
/// the other. Where all costs, or all weights, are the same they stay empty: see the units.
struct OrbitSystem {
  SetSystem system;
  std::int64_t unit_cost = 1;    ///< Of the whole problem, for a cost of 1.
  std::int64_t unit_weight = 1;  ///< Of the whole problem, for a weight of 1.
  /// False where orbits were left out because of what they cost: what the others do not cover, they
  /// may.
  bool complete = true;
};

/// One group.
struct OrbitProblem {
  std::vector<std::string> generators;  ///< As --group spells them.
  OrbitSystem incidence;
  std::int64_t work = 0;  ///< Entries that might have been walked instead of making it, about.
  /// The members of candidate orbits, as often as these occur; ascending.
  std::function<std::vector<Candidate>(std::span<const Candidate> orbits)> expanded;
};

/// What a new group has to be good for.
struct GroupWish {
  std::int64_t best_cost = 0;    ///< Of the best cover so far; 0: there is none.
  std::int64_t lower_bound = 0;  ///< No cover costs less.
  std::int64_t most_bytes = 0;   ///< For the incidence of a group.
  int threads = 0;               ///< 0: as many as the machine has.
  StopCheck stop;                ///< What takes long asks it.
};

/// Makes the groups of a plan. What the functions refer to must outlive the search.
struct GroupSource {
  bool random = false;  ///< Groups are drawn; else there is one.
  /// The one group, or one that is drawn: nothing where what was drawn is of no use. InputError;
  /// MemoryError where the one group does not fit the memory, and Stopped as the wish says.
  std::function<std::optional<OrbitProblem>(Rng&, const GroupWish&)> next;
};

/// Random groups for which more entries than that are to be expected are passed over: they cost
/// much and help little.
constexpr std::int64_t kRandomEntries = std::int64_t{1} << 26;

}  // namespace coldcore::search
