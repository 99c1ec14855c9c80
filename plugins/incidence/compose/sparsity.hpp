// SPDX-License-Identifier: Apache-2.0
//
// The symbolic phase: where C has entries.
#pragma once

#include <vector>

#include "mirror.hpp"
#include "scratch.hpp"

namespace coldcore::compose {

/// Where the columns of C begin, and its number of entries at the end. J has been checked;
/// `scratch` has a row set for each of `threads`. Throws Error(COMPOSE_E_OVERFLOW).
std::vector<std::int64_t> column_starts(const Mirror& a, const Matrix& j, Scratch& scratch,
                                        int threads);

/// Writes the rows of every column of C, ascending, from where it starts.
void fill_rows(const Mirror& a, const Matrix& j, const std::int64_t* starts, std::int64_t* rows,
               Scratch& scratch, int threads);

}  // namespace coldcore::compose
