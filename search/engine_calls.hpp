// SPDX-License-Identifier: Apache-2.0
//
// What the oracles over a C ABI have in common.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "oracle.hpp"

namespace coldcore::search {

/// Entries of one extraction: 12 MiB of buffers at most.
constexpr std::int64_t kExtractCap = std::int64_t{1} << 20;

/// The engines take indices as long long, which is as wide as std::int64_t but not the same type.
inline const long long* engine_indices(std::span<const Candidate> c) {
  static_assert(sizeof(long long) == sizeof(Candidate));
  return reinterpret_cast<const long long*>(c.data());
}

/// An extraction by an engine's function; call(candidates, values, cap) returns how many there are,
/// and throws where the engine refuses.
template <class Call>
Extraction extract(int cap, const Call& call) {
  Extraction result;
  const auto room = static_cast<std::size_t>(std::min<std::int64_t>(cap, kExtractCap));
  result.candidates.resize(room);
  result.values.resize(room);
  result.found = call(room == 0 ? nullptr : result.candidates.data(),
                      room == 0 ? nullptr : result.values.data(), static_cast<int>(room));
  const auto stored = std::min(room, static_cast<std::size_t>(result.found));
  result.candidates.resize(stored);
  result.values.resize(stored);
  return result;
}

}  // namespace coldcore::search
