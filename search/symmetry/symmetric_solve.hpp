// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "incidence_library.hpp"
#include "orbit_problem.hpp"
#include "solve.hpp"

namespace coldcore::search {

/// The problem itself, without any group: covers are improved there beyond their groups.
struct WholeProblem {
  /// Opens an oracle of it, or takes one that is open, for as long as the function runs. It must be
  /// legal to do so while no cell of `module` is open. Empty: there is none, and covers stay as the
  /// groups leave them.
  std::function<void(const std::function<void(Oracle&)>&)> with_oracle;
  std::int64_t entries = 0;  ///< Of its rows, at most.
};

/// What a search for covers with symmetry has to know. References must outlive the search.
struct SymmetricProblem {
  const IncidenceLibrary& module;
  GroupSource groups;
  WholeProblem whole;
  int mu = 1;
  std::int64_t capacity = 0;  ///< Members of a cover, at most.
  Costs costs = {};           ///< Of the candidates of the whole problem.
  /// Whether members cover everything: asked of covers from elsewhere.
  std::function<bool(std::span<const Candidate>)> is_cover;
  /// Hears, before the observer does, which group a cover comes from: the texts of its generators.
  /// None where a cover has been improved beyond it.
  std::function<void(const std::vector<std::string>& generators)> group_of_next =
      [](const std::vector<std::string>&) {};
};

/// Looks for covers that are unions of orbits. With a fixed group that is one problem of orbits;
/// with random ones a pool of groups is kept, of which half the time a new one is tried and
/// otherwise the most promising one is given more steps. What is found is written out in members,
/// and improved in the whole problem. Without symmetry in the end: no cover, or not as good as the
/// greedy one, is a possible outcome.
///
/// The outcome follows from problem, plan, seed and iterations; time and stop requests only cut it
/// short, threads never change it. Throws InputError where no random group has few enough orbits;
/// MemoryError where the orbits of a fixed group do not fit; OracleError.
SolveResult solve_symmetric(const SymmetricProblem& problem, const SolveOptions& options,
                            Observer& observer);

}  // namespace coldcore::search
