// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "rng.hpp"
#include "symmetry.hpp"

namespace coldcore::search {

/// A random group of maps of words: a linear one, which moves axes and multiplies digits by units
/// of a ring on each axis, and translations that it only multiplies by units, so that there are as
/// many elements as the linear one's order times the multiples of what is added. Nothing where what
/// was drawn is trivial.
std::vector<Symmetry> random_affine_group(std::span<const int> axes, Rng& rng);

}  // namespace coldcore::search
