// SPDX-License-Identifier: Apache-2.0
//
// Writes whole fields at memory speed.
#pragma once

#include <cstdint>
#include <span>

#include "count_range.hpp"

namespace coldcore::core {

/// field[x] = 1 where cnt[x] is in the range, else 0.
void fill_indicator(const std::uint16_t* cnt, std::int64_t size, CountRange range,
                    std::int32_t* field);

/// field[x] = how often x is among the words.
void fill_multiplicities(std::span<const std::int64_t> words, std::int64_t size,
                         std::int32_t* field);

/// cnt[x] = 0.
void clear_counts(std::uint16_t* cnt, std::int64_t size);

}  // namespace coldcore::core
