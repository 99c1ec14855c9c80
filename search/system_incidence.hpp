// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oracle.hpp"
#include "set_system.hpp"

namespace coldcore::search {

/// A set system's lists as a capability, with the candidates of each point beside them.
class SystemIncidence final : public Incidence {
 public:
  /// Keeps a reference to the system; writes the candidates of each point out, 4 bytes an entry.
  explicit SystemIncidence(const SetSystem& system);

  std::int64_t entry_bound() const override { return std::ssize(system_.points.entries); }
  bool symmetric() const override { return false; }
  void points_of(Candidate c, std::vector<Point>& out) const override;
  void candidates_of(Point x, std::vector<Candidate>& out) const override;

 private:
  const SetSystem& system_;
  Lists candidates_;
};

}  // namespace coldcore::search
