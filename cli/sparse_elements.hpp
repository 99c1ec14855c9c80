// SPDX-License-Identifier: Apache-2.0
//
// Arrays of the element types that manifests name, int8 to complex128.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rng.hpp"

namespace coldcore::cli {

std::int64_t element_bytes(std::string_view dtype);

bool is_real_dtype(std::string_view dtype);   ///< float16 to float64.
bool is_whole_dtype(std::string_view dtype);  ///< int8 to uint64.

/// Half the distance from 1 to the next number that the type, or its parts, can hold; 0 of whole
/// numbers.
double unit_roundoff(std::string_view dtype);

/// `count` elements in another type, reals rounded to the nearest. InputError, which begins with
/// `name` and has the first position, where whole numbers do not fit or would lose a fraction.
std::vector<std::byte> converted(std::string_view from, const void* data, std::int64_t count,
                                 std::string_view to, std::string_view name);

/// The elements as doubles, of complex ones the real and the imaginary part in turn.
std::vector<double> as_doubles(std::string_view dtype, const void* data, std::int64_t count);

/// Fills an array with what `rng` gives: reals, also parts of complex ones, in [-1, 1), rounded to
/// the type; whole numbers in -8..7, unsigned ones in 0..15.
void fill_at_random(search::Rng& rng, std::string_view dtype, void* data, std::int64_t count);

}  // namespace coldcore::cli
