// SPDX-License-Identifier: Apache-2.0
//
// Answers about whole fields.
#pragma once

#include <cstdint>
#include <span>

namespace coldcore::core {

std::int64_t count_equal(const std::uint16_t* cnt, std::int64_t size, std::uint16_t target);

/// Sum of max(0, mu - cnt[x]).
std::int64_t sum_deficit(const std::uint16_t* cnt, std::int64_t size, std::uint16_t mu);

std::int32_t largest(const std::int32_t* field, std::int64_t size);

/// Sets every bin to the number of x with field[x] = v > 0 and min((v - 1) * bins / vmax, bins - 1)
/// that bin, but to no more than INT32_MAX.
void histogram(const std::int32_t* field, std::int64_t size, std::int32_t vmax,
               std::span<std::int32_t> bins);

/// out[owner[x]] += 1 for every x with cnt[x] == 1.
void count_owned(const std::uint16_t* cnt, const std::int32_t* owner, std::int64_t size,
                 std::int32_t* out);

}  // namespace coldcore::core
