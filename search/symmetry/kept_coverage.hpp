// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "gate.hpp"
#include "symmetry.hpp"

namespace coldcore::search {

/// Holds a symmetry against the family's definition: u has to cover x just where the image of u
/// covers that of x. All pairs are tried where there are at most `most_pairs` that cover; else as
/// many, around words that are drawn at random. Returns nothing, or a witness: "02 covers 12,
/// but 20 does not cover 00, their images". `coverage` lists what covers what.
std::optional<std::string> coverage_broken(const Symmetry& symmetry, const Definition& definition,
                                           const Incidence& coverage, std::int64_t most_pairs);

}  // namespace coldcore::search
