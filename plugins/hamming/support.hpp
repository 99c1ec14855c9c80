// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace hamming {

/// NAME_table and NAME_table_ox for a shape that check_limits accepts: return the number of
/// patterns and write them if the arrays are not NULL and cap allows. Both list them in the same
/// order, the empty pattern first.
long long write_table(int n, const int* ax, int R, std::uint64_t* out, long long cap);
long long write_table_ox(int n, const int* ax, int R, std::uint16_t* mask, std::uint64_t* offs,
                         long long cap);

}  // namespace hamming
