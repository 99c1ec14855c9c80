// SPDX-License-Identifier: Apache-2.0
//
// The numeric phase: the values of C at given places.
#pragma once

#include "mirror.hpp"
#include "scratch.hpp"

namespace coldcore::compose {

/// out[e] = the value of entry e of C. J and C have been checked; `scratch` has an accumulator for
/// each of `threads`.
void fill_values(const Mirror& a, const Matrix& j, const Matrix& c, double* out, Scratch& scratch,
                 int threads);

}  // namespace coldcore::compose
