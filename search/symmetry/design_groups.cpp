// SPDX-License-Identifier: Apache-2.0
#include "design_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <memory>
#include <set>
#include <unordered_set>
#include <utility>

#include "available_memory.hpp"
#include "disjoint_sets.hpp"
#include "orbit_system.hpp"
#include "problem.hpp"
#include "random_points.hpp"

namespace coldcore::search {
namespace {

/// What an Index can number; its largest value is left free.
constexpr std::int64_t kMostNumbered = std::numeric_limits<Index>::max() - 1;

/// So many known groups drawn in a row, and all count as unknown again.
constexpr int kStaleDraws = 16;
/// Elements of a random group for each block of a cover, at most.
constexpr std::int64_t kOrderToCost = 8;

/// Subsets of one size, as permutations of the points move them.
class SubsetImages {
 public:
  SubsetImages(int v, int size) : ranks_(v, size), image_(static_cast<std::size_t>(size)) {}

  const SubsetRanks& ranks() const { return ranks_; }
  std::size_t size() const { return image_.size(); }

  std::int64_t rank_of_image(std::span<const int> subset, const Permutation& to) {
    std::array<std::uint64_t, 4> bits{};
    for (const int point : subset) {
      const auto at = static_cast<std::size_t>(to[static_cast<std::size_t>(point)]);
      bits[at / 64] |= std::uint64_t{1} << (at % 64);
    }
    std::size_t count = 0;
    for (int word = 0; word < 4; ++word) {
      for (std::uint64_t rest = bits[static_cast<std::size_t>(word)]; rest != 0; rest &= rest - 1) {
        image_[count++] = 64 * word + std::countr_zero(rest);
      }
    }
    return ranks_.rank(image_);
  }

 private:
  SubsetRanks ranks_;
  std::vector<int> image_;
};

OrbitNumbers subset_orbits(int v, int size, std::span<const Permutation> generators,
                           const StopCheck& stop) {
  SubsetImages images(v, size);
  DisjointSets sets(images.ranks().count());
  std::vector<int> subset(images.size());
  images.ranks().unrank(0, subset);
  Index number = 0;
  do {
    stop(number);
    for (const Permutation& generator : generators) {
      sets.join(number, static_cast<Index>(images.rank_of_image(subset, generator)));
    }
    ++number;
  } while (images.ranks().next(subset));
  return sets.take_numbers();
}

/// Those of at most so many blocks.
CandidateOrbits short_orbits(const OrbitNumbers& numbers, std::int64_t most_blocks) {
  CandidateOrbits kept;
  const std::vector<Candidate> representatives = numbers.representatives();
  const std::vector<std::int64_t> sizes = numbers.sizes();
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] > most_blocks) continue;
    kept.representatives.push_back(representatives[i]);
    kept.sizes.push_back(sizes[i]);
  }
  kept.complete = kept.sizes.size() == sizes.size();
  return kept;
}

/// Reads off which t-subsets a block contains.
class BlockRow {
 public:
  explicit BlockRow(const Design& design)
      : blocks_(design.v, design.k),
        points_(design.v, design.t),
        positions_(design.k, design.t),
        block_(static_cast<std::size_t>(design.k)),
        chosen_(static_cast<std::size_t>(design.t)),
        subset_(chosen_.size()) {}

  void operator()(Candidate number, std::vector<Point>& out) {
    out.clear();
    blocks_.unrank(number, block_);
    positions_.unrank(0, chosen_);
    do {
      for (std::size_t i = 0; i < chosen_.size(); ++i) {
        subset_[i] = block_[static_cast<std::size_t>(chosen_[i])];
      }
      out.push_back(points_.rank(subset_));
    } while (positions_.next(chosen_));
  }

 private:
  SubsetRanks blocks_;
  SubsetRanks points_;
  SubsetRanks positions_;
  std::vector<int> block_;
  std::vector<int> chosen_;
  std::vector<int> subset_;
};

/// All images of a block.
std::vector<Candidate> orbit_of_block(const Design& design, Candidate block,
                                      std::span<const Permutation> generators) {
  SubsetImages images(design.v, design.k);
  std::vector<Candidate> orbit{block};
  std::unordered_set<Candidate> known{block};
  std::vector<int> subset(images.size());
  for (std::size_t i = 0; i < orbit.size(); ++i) {
    images.ranks().unrank(orbit[i], subset);
    for (const Permutation& generator : generators) {
      const Candidate image = images.rank_of_image(subset, generator);
      if (known.insert(image).second) orbit.push_back(image);
    }
  }
  return orbit;
}

class DesignGroups {
 public:
  DesignGroups(const Design& design, PointPlan plan)
      : design_(design), plan_(std::move(plan)), names_{"point", design.v, 1} {}

  std::optional<OrbitProblem> next(Rng& rng, const GroupWish& wish) {
    if (!plan_.random) return made(plan_.fixed, wish, std::numeric_limits<std::int64_t>::max());
    std::vector<Permutation> generators = plan_.fixed;
    // Groups of more elements than a cover has blocks may still have short orbits.
    const std::int64_t most_order =
        kOrderToCost * std::max({wish.best_cost, wish.lower_bound, std::int64_t{1}});
    std::optional<DrawnPoints> drawn =
        random_point_group(design_.v, plan_.generators, most_order, rng);
    if (!drawn || entries_of(*drawn) > kRandomEntries) return std::nullopt;
    generators.insert(generators.end(), drawn->generators.begin(), drawn->generators.end());
    if (!is_fresh(generators)) return std::nullopt;
    const std::int64_t most_blocks =
        wish.best_cost > 0 ? wish.best_cost - 1 : std::numeric_limits<std::int64_t>::max();
    return made(std::move(generators), wish, most_blocks);
  }

 private:
  /// Of a group's incidence, about.
  std::int64_t entries_of(const DrawnPoints& drawn) const {
    return binomial(design_.v, design_.k) / drawn.order * binomial(design_.k, design_.t);
  }

  /// After many draws in vain all count as fresh once more: there may be no other groups.
  bool is_fresh(const std::vector<Permutation>& generators) {
    if (known_.insert(generators).second) {
      stale_ = 0;
      return true;
    }
    if (++stale_ < kStaleDraws) return false;
    known_.clear();
    stale_ = 0;
    return true;
  }

  /// Nothing where no orbit of blocks is as short.
  std::optional<OrbitProblem> made(std::vector<Permutation> generators, const GroupWish& wish,
                                   std::int64_t most_blocks) const {
    CandidateOrbits blocks =
        short_orbits(subset_orbits(design_.v, design_.k, generators, wish.stop), most_blocks);
    if (blocks.sizes.empty()) return std::nullopt;
    const PointOrbits points(subset_orbits(design_.v, design_.t, generators, wish.stop));
    OrbitProblem problem;
    problem.incidence = orbit_system(
        blocks, points, [this] { return BlockRow(design_); }, wish.most_bytes, wish.threads,
        wish.stop);
    problem.work = binomial(design_.v, design_.k) * std::ssize(generators);
    for (const Permutation& generator : generators) {
      problem.generators.push_back(format_permutation(generator, names_));
    }
    problem.expanded = [design = design_, generators = std::move(generators),
                        representatives =
                            std::move(blocks.representatives)](std::span<const Candidate> orbits) {
      std::vector<Candidate> all;
      for (const Candidate orbit : orbits) {
        const Candidate block = representatives[static_cast<std::size_t>(orbit)];
        const auto members = orbit_of_block(design, block, generators);
        all.insert(all.end(), members.begin(), members.end());
      }
      std::sort(all.begin(), all.end());
      return all;
    };
    return problem;
  }

  const Design design_;
  const PointPlan plan_;
  const PointNames names_;
  std::set<std::vector<Permutation>> known_;
  int stale_ = 0;
};

}  // namespace

std::int64_t block_orbit_bytes(const Design& design) {
  // Each t-subset keeps a number beside the one while orbits are found.
  const std::int64_t blocks = binomial(design.v, design.k);
  const std::int64_t subsets = binomial(design.v, design.t);
  const std::int64_t most = std::numeric_limits<std::int64_t>::max() / 16;
  return 4 * std::min(blocks, most) + 8 * std::min(subsets, most);
}

void require_block_orbits(const Design& design) {
  const std::int64_t blocks = binomial(design.v, design.k);
  const std::int64_t subsets = binomial(design.v, design.t);
  if (blocks > kMostNumbered || subsets > kMostNumbered) {
    throw InputError(fmt::format("{}: orbits are found among at most {} blocks and {}-subsets",
                                 format_design(design), kMostNumbered, design.t));
  }
  const std::int64_t available = available_memory();
  if (block_orbit_bytes(design) <= available) return;
  throw MemoryError(fmt::format("{}: the orbits of its {} blocks need {} bytes, {} are available",
                                format_design(design), blocks, block_orbit_bytes(design),
                                available));
}

GroupSource design_groups(const Design& design, PointPlan plan) {
  require_block_orbits(design);
  GroupSource source;
  source.random = plan.random;
  source.next = [groups = std::make_shared<DesignGroups>(design, std::move(plan))](
                    Rng& rng, const GroupWish& wish) { return groups->next(rng, wish); };
  return source;
}

}  // namespace coldcore::search
