// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gate.hpp"
#include "group_text.hpp"
#include "incidence_library.hpp"
#include "solve.hpp"

namespace coldcore::search {

/// What a search for covers with symmetry has to know beside the oracle. References must outlive
/// the search.
struct SymmetricProblem {
  const Definition& definition;
  const Incidence& coverage;  ///< What covers what in the whole space; symmetric.
  const IncidenceLibrary& module;
  GroupPlan plan;
  /// Hears, before the observer does, which group a cover comes from: the texts of its generators.
  /// None where a cover has been improved beyond it.
  std::function<void(const std::vector<std::string>& generators)> group_of_next =
      [](const std::vector<std::string>&) {};
};

/// Looks for covers that are unions of orbits. With a fixed group that is one problem of orbits;
/// with random ones a pool of groups is kept, of which half the time a new one is tried and
/// otherwise the most promising one is given more steps. What is found is written out in words,
/// and improved in the whole space. Without symmetry in the end: no cover, or not as good as the
/// greedy one, is a possible outcome.
///
/// The outcome follows from problem, plan, seed and iterations; time and stop requests only cut it
/// short, threads never change it. `oracle` is that of the whole space. Throws InputError for a
/// generator of the plan that does not keep coverage, with a witness, and where no random group has
/// few enough orbits; MemoryError where the orbits of a fixed group do not fit; OracleError.
SolveResult solve_symmetric(const SymmetricProblem& problem, Oracle& oracle,
                            const SolveOptions& options, Observer& observer);

}  // namespace coldcore::search
