// SPDX-License-Identifier: Apache-2.0
//
// Set cover instances that are defined rather than collected, with unit costs.
#pragma once

#include <array>
#include <vector>

#include "set_system.hpp"

namespace instances {

/// Points: 4-cycles of the n-cube. Candidates: its edges, which cover the cycles that they are in.
coldcore::search::SetSystem cube_cycles(int n);

/// Points: partitions of n points into two parts that are not empty. Candidates: 4-subsets, which
/// cover the partitions that have them in one part. So a cover is a 4-uniform hypergraph that no
/// two colours colour properly.
coldcore::search::SetSystem two_colourings(int n);

using Triple = std::array<int, 3>;

/// Each pair of the points 0..n-1 is in exactly one triple. n is 9, 15, or three times such an n.
std::vector<Triple> steiner_triples(int n);

/// Points: those triples. Candidates: the n points, which cover the triples that they are in.
coldcore::search::SetSystem steiner(int n);

}  // namespace instances
