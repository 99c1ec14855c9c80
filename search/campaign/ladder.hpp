// SPDX-License-Identifier: Apache-2.0
//
// Which groups a campaign tries on a problem.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace coldcore::search {

/// What --group says, each time; empty where no group is asked for.
using GroupTexts = std::vector<std::string>;

/// Groups in the order in which they are tried, none twice.
using Ladder = std::vector<GroupTexts>;

/// For a product space: no group, then random symmetries and translations of more and more
/// generators. Translations go on until an orbit has more words than `cover`, the size of a cover
/// as it is expected; what certainly has too many orbits to search among is left out. `ball` is the
/// most words that one covers. All positive.
Ladder product_ladder(std::span<const int> axes, std::int64_t ball, std::int64_t cover);

/// For a covering design: no group, then the points moved round and random groups of more and more
/// generators.
Ladder design_ladder();

/// "no group", or the texts with " + " between.
std::string describe_group(const GroupTexts& group);

}  // namespace coldcore::search
