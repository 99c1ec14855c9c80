// SPDX-License-Identifier: Apache-2.0
//
// The values of C without a mirror: for a single product of short rows making one costs more than
// it saves.
#pragma once

#include "matrix.hpp"

namespace coldcore::compose {

/// Whether dot products of rows of A with columns of J, for all entries of C, certainly cost less
/// than a mirror. Never says so where that would cost more than some multiple of the entries of A
/// and C.
bool merging_is_cheaper(const Matrix& a, const Matrix& j, const Matrix& c);

/// out[e] = the value of entry e of C, bit by bit what fill_values computes, on checked arguments.
void fill_by_merging(const Matrix& a, const Matrix& j, const Matrix& c, double* out, int threads);

}  // namespace coldcore::compose
