// SPDX-License-Identifier: Apache-2.0
#include "system_incidence.hpp"

namespace coldcore::search {

SystemIncidence::SystemIncidence(const SetSystem& system)
    : system_(system), candidates_(transpose(system.points, system.point_count)) {}

void SystemIncidence::points_of(Candidate c, std::vector<Point>& out) const {
  const auto points = system_.points[static_cast<Index>(c)];
  out.assign(points.begin(), points.end());
}

void SystemIncidence::candidates_of(Point x, std::vector<Candidate>& out) const {
  const auto candidates = candidates_[static_cast<Index>(x)];
  out.assign(candidates.begin(), candidates.end());
}

}  // namespace coldcore::search
