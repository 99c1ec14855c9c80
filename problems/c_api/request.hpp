// SPDX-License-Identifier: Apache-2.0
//
// What a caller asks for, read from the structures of the C interface and checked.
#pragma once

#include <coldcore/search.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "oracle.hpp"
#include "problem.hpp"
#include "problem_choice.hpp"

namespace coldcore::problems {

/// What a structure says, fields that the caller does not know being 0. Failure where it is NULL or
/// shorter than any version of it.
coldcore_search_problem checked_problem(const coldcore_search_problem* problem);
coldcore_search_options checked_options(const coldcore_search_options* options);

/// The problem as options have it. One that a search or rows go with has to be whole; the comments
/// of a file may fill up another one.
ProblemOptions whole_problem(const coldcore_search_problem& problem);
ProblemOptions problem_beside_file(const coldcore_search_problem& problem);

int width_of(const coldcore_search_problem& problem);

/// Rows as indices of words, points of blocks from 0 (ascending), or sets from 0. Failure for what
/// is none.
std::vector<search::Candidate> words_of(std::span<const std::int32_t> rows,
                                        std::span<const int> axes);
std::vector<int> blocks_of(std::span<const std::int32_t> rows, int v, int k);
std::vector<search::Candidate> sets_of(std::span<const std::int32_t> rows, std::int64_t sets);

/// Rows as the caller gives them, `count` of them.
std::span<const std::int32_t> checked_rows(const std::int32_t* rows, std::int64_t count, int width,
                                           const char* what);

}  // namespace coldcore::problems
