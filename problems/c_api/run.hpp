// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "result.hpp"

namespace coldcore::problems {

using Result = std::unique_ptr<coldcore_search_result>;

/// What the exported functions of the same names promise; they throw what failure.hpp makes codes
/// of.
Result solve(const coldcore_search_problem& problem, const coldcore_search_options& options,
             coldcore_search_progress_fn progress, void* user);
Result verify(const coldcore_search_problem& problem, const std::int32_t* rows, std::int64_t count);
Result verify_file(const std::string& file, const ProblemOptions& given);
void write(const coldcore_search_result& result, const std::string& file, bool overwrite);

}  // namespace coldcore::problems
