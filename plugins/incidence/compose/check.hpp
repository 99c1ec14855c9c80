// SPDX-License-Identifier: Apache-2.0
//
// What is asked of the caller's arguments. Every function throws Error, naming the first offending
// position, and writes nothing.
#pragma once

#include "matrix.hpp"

namespace coldcore::compose {

enum class Values { kNeeded, kUnused };

/// A by rows.
void check_a(const Matrix* a, Values values);

/// J by columns, of blocks * n rows, and blocks itself. Its entries are gone through by `threads`
/// as the caller gave them.
void check_j(const Matrix* j, const Shape& shape, Values values, int threads);

/// C by columns, of blocks * m rows and `columns` columns, without its values.
void check_c(const Matrix* c, const Shape& shape, std::int64_t columns, int threads);

/// blocks * size, which must not pass 2^63 - 1. what: "p * n" or the like, for the message.
std::int64_t checked_product(std::int64_t blocks, std::int64_t size, const char* what);

}  // namespace coldcore::compose
