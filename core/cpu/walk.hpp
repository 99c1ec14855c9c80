// SPDX-License-Identifier: Apache-2.0
//
// Support-set walks: exact updates and counts over what single words cover.
#pragma once

#include <cstdint>
#include <span>

#include "../ball.hpp"
#include "count_range.hpp"
#include "kernels.hpp"

namespace coldcore::core {

using Words = std::span<const long long>;

/// Balls of less work are walked by one thread: waking another would cost more than it saves.
inline constexpr std::int64_t kWorthSplitting = 8192;

/// cnt[x] += delta for every x that each of the words covers. The caller knows that no count leaves
/// 0..65535. The marks were right before and are so again.
void update_balls(const Ball& ball, Words words, int delta, std::uint16_t* cnt,
                  const MarkRefresh& marks = {});

/// The same with delta = 1, and owner[x] = i for the x that words[i] covers; a later word
/// overwrites.
void place_owned_balls(const Ball& ball, Words words, std::uint16_t* cnt, std::int32_t* owner);

/// out[i] = how many x that words[i] covers have cnt[x] in the range.
void gather_balls(const Ball& ball, Words words, CountRange range, const std::uint16_t* cnt,
                  std::int32_t* out);

/// out[i] = how many x that words[i] covers are marked. The ball has a layout for marks.
void gather_marked_balls(const Ball& ball, Words words, const std::uint64_t* marks,
                         std::int32_t* out);

}  // namespace coldcore::core
