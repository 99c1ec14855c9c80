// SPDX-License-Identifier: Apache-2.0
//
// The search that suits a problem: free, or among the covers that a group keeps.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cover_task.hpp"
#include "design_task.hpp"
#include "incidence_library.hpp"
#include "product_task.hpp"
#include "set_cover_task.hpp"
#include "solve.hpp"

namespace coldcore::problems {

/// Looks for a cover; the generators of the group that the cover coming next has go to the last
/// argument, none where it has none.
using Search = std::function<search::SolveResult(const search::SolveOptions&, search::Observer&,
                                                 std::vector<std::string>& group)>;

/// Opens what a search needs, so that what fails there fails before anything is written.
using SearchOpener = std::function<Search()>;

/// Search of the problem itself. The task has to outlive what is returned, here and below.
SearchOpener free_search(const CoverTask& task);

/// Search by orbits of the groups that `group` names, as --group does. The module has to outlive
/// what is returned. InputError where the texts name no groups of the problem.
SearchOpener orbit_search(const ProductTask& task, const search::IncidenceLibrary& module,
                          const std::vector<std::string>& group);
SearchOpener orbit_search(const DesignTask& task, const search::IncidenceLibrary& module,
                          const std::vector<std::string>& group);
SearchOpener orbit_search(const SetCoverTask& task, const search::IncidenceLibrary& module,
                          const std::vector<std::string>& group);

}  // namespace coldcore::problems
