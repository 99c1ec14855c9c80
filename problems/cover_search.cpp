// SPDX-License-Identifier: Apache-2.0
#include "cover_search.hpp"

#include <fmt/format.h>

#include <limits>
#include <memory>
#include <utility>

#include "gate.hpp"
#include "symmetry/design_groups.hpp"
#include "symmetry/product_groups.hpp"
#include "symmetry/set_groups.hpp"
#include "symmetry/symmetric_solve.hpp"

namespace coldcore::problems {

using search::InputError;
using search::SolveOptions;
using search::SolveResult;

namespace {

/// What a search by orbits has to know of any kind of problem; the whole one is left to fill in.
search::SymmetricProblem orbit_problem(const CoverTask& task,
                                       const search::IncidenceLibrary& module,
                                       search::GroupSource groups) {
  search::SymmetricProblem problem{
      .module = module, .groups = std::move(groups), .whole = {}, .is_cover = {}};
  problem.mu = task.mu();
  problem.capacity = task.capacity();
  problem.is_cover = [&task](std::span<const search::Candidate> members) {
    return task.open_gate()(members).coverage.covered();
  };
  return problem;
}

Search search_of(search::SymmetricProblem problem) {
  return [problem = std::move(problem)](const SolveOptions& options, search::Observer& observer,
                                        std::vector<std::string>& group) mutable {
    problem.group_of_next = [&group](const std::vector<std::string>& next) { group = next; };
    return search::solve_symmetric(problem, options, observer);
  };
}

/// What a search by orbits in a product space refers to.
struct ProductParts {
  std::unique_ptr<search::Oracle> oracle;
  search::Definition definition;
  std::unique_ptr<const search::Incidence> coverage;
};

/// An explicit instance, whose cell and that of the orbits are open by turns.
search::WholeProblem whole_instance(const CoverTask& task, const search::SetSystem& system) {
  search::WholeProblem whole;
  whole.with_oracle = [&task](const auto& use) { use(*task.open_oracle()); };
  whole.entries = std::ssize(system.points.entries);
  return whole;
}

search::PointNames names_of_elements(const search::SetCoverFile& file) {
  const std::int64_t count = file.system.point_count;
  if (count <= std::numeric_limits<std::int32_t>::max()) {
    return {"element", static_cast<int>(count), static_cast<int>(file.first_element)};
  }
  throw InputError(fmt::format("group: {} elements are too many for permutations", count));
}

}  // namespace

SearchOpener free_search(const CoverTask& task) {
  return [&task]() -> Search {
    const std::shared_ptr<search::Oracle> oracle = task.open_oracle();
    return
        [oracle](const SolveOptions& options, search::Observer& observer,
                 std::vector<std::string>&) { return search::solve(*oracle, options, observer); };
  };
}

SearchOpener orbit_search(const ProductTask& task, const search::IncidenceLibrary& module,
                          const std::vector<std::string>& group) {
  return [&task, &module, plan = search::parse_group(group, task.problem().axes)] {
    const auto parts = std::make_shared<const ProductParts>(
        ProductParts{task.open_oracle(), task.definition(), task.coverage()});
    search::SymmetricProblem problem = orbit_problem(
        task, module, search::product_groups(parts->definition, *parts->coverage, plan));
    problem.whole.with_oracle = [parts](const auto& use) { use(*parts->oracle); };
    problem.whole.entries = parts->coverage->entry_bound();
    return search_of(std::move(problem));
  };
}

SearchOpener orbit_search(const DesignTask& task, const search::IncidenceLibrary& module,
                          const std::vector<std::string>& group) {
  const search::PointNames points{"point", task.design().v, 1};
  search::SymmetricProblem problem = orbit_problem(
      task, module, search::design_groups(task.design(), search::parse_point_group(group, points)));
  if (task.system()) problem.whole = whole_instance(task, *task.system());
  return [problem = std::move(problem)] { return search_of(problem); };
}

SearchOpener orbit_search(const SetCoverTask& task, const search::IncidenceLibrary& module,
                          const std::vector<std::string>& group) {
  const search::SetSystem& system = task.file().system;
  const search::PointNames elements = names_of_elements(task.file());
  const search::PointPlan plan = search::parse_point_group(group, elements);
  search::SymmetricProblem problem =
      orbit_problem(task, module, search::set_groups(system, plan, elements));
  problem.costs = search::Costs(system.costs);
  problem.whole = whole_instance(task, system);
  return [problem = std::move(problem)] { return search_of(problem); };
}

}  // namespace coldcore::problems
