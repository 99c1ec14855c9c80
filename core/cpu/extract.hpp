// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace coldcore::core {

/// Stores the first `limit` words x, ascending, with field[x] >= threshold, in idx, and field[x] in
/// val. Returns how many such words there are in all.
template <class Index>
std::int64_t extract(const std::int32_t* field, std::int64_t size, std::int32_t threshold,
                     Index* idx, std::int32_t* val, std::int64_t limit);

extern template std::int64_t extract(const std::int32_t*, std::int64_t, std::int32_t,
                                     std::uint32_t*, std::int32_t*, std::int64_t);
extern template std::int64_t extract(const std::int32_t*, std::int64_t, std::int32_t, std::int64_t*,
                                     std::int32_t*, std::int64_t);

}  // namespace coldcore::core
