// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "oracle.hpp"
#include "rng.hpp"
#include "run_control.hpp"

namespace coldcore::search {

/// Large neighbourhood search within a fixed cost (with unit costs, a fixed number of members): a
/// step removes a few ("ruin": members of low loss, around a hole, a cluster, or random ones),
/// places as many as the budget allows by largest exact gain for cost, and keeps the outcome or
/// restores what was there, by simulated annealing. It asks the oracle for fields and marginals
/// only, so it serves cells whose incidence does not fit into memory.
class Lns {
 public:
  Lns(Oracle& oracle, std::uint64_t seed, bool distinct)
      : oracle_(oracle), costs_(oracle.costs()), rng_(seed), distinct_(distinct) {}

  /// Looks for a cover of cost `budget` at most, for at most `steps` steps, from `members`, which
  /// the oracle represents and which cost no more. True: members is a cover now. False: it is the
  /// multiset with the least deficit that was seen. Either way the oracle represents it. Throws
  /// OracleError.
  bool run(std::vector<Candidate>& members, std::int64_t budget, std::int64_t steps,
           RunControl& control);

  /// Deficit of what run returned last.
  std::int64_t deficit() const { return best_deficit_; }

 private:
  struct State {
    std::vector<Candidate> members;
    std::int64_t deficit = 0;
    std::int64_t cost = 0;
  };

  void step();
  std::vector<std::size_t> choose_ruin(std::size_t count);
  std::int64_t rate(std::int32_t loss, Candidate c) const;
  std::vector<std::size_t> low_loss(std::size_t count);
  std::vector<std::size_t> random_members(std::size_t count);
  /// Members that share most with a candidate that has gains.
  std::vector<std::size_t> around_hole(std::size_t count);
  /// A random member and those that share most with it.
  std::vector<std::size_t> cluster(std::size_t count);
  /// The members whose losses change most when the multiplicity of c changes by `sign`.
  std::vector<std::size_t> most_affected(Candidate c, int sign, std::size_t count);

  void ruin(std::vector<std::size_t> positions);
  void recreate();
  bool accepts(std::int64_t before, std::int64_t after);
  void restore(const State& before);

  Oracle& oracle_;
  Costs costs_;
  Rng rng_;
  bool distinct_;
  State now_;
  std::int64_t budget_ = 0;         ///< What the members may cost after a step.
  std::vector<Candidate> removed_;  ///< By the step that is under way.
  std::vector<Candidate> placed_;
  std::int64_t best_deficit_ = 0;
};

}  // namespace coldcore::search
