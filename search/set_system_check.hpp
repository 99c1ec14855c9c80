// SPDX-License-Identifier: Apache-2.0
//
// What is odd about an explicit instance, found before a search begins.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oracle.hpp"
#include "set_system.hpp"

namespace coldcore::search {

/// The smallest point that no candidate covers; there has to be one. Takes memory by the entries,
/// not by the points.
Point first_gap(const SetSystem& system);

/// A point that cannot be covered often enough.
struct Uncoverable {
  Point point = 0;
  std::int64_t candidates = 0;  ///< How many cover it.
};

/// The first point that no multiset of candidates, or, if `distinct`, no set of them covers mu
/// times; nothing if a cover exists.
std::optional<Uncoverable> first_uncoverable(const SetSystem& system, int mu, bool distinct);

/// Adds a line each for candidates that cover nothing and for candidates with equal points. They
/// are named by their number from 1.
void add_notices(const SetSystem& system, std::vector<std::string>& notices);

}  // namespace coldcore::search
