// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <span>
#include <vector>

#include "rows.hpp"

namespace coldcore::search {

/// Place of a member in the solution. A member keeps its slot until it is removed.
using Slot = std::uint32_t;
constexpr Slot kNoSlot = std::numeric_limits<Slot>::max();

/// What a CoverState has to keep besides the coverage.
enum class Fields {
  kLoss,  ///< Losses only: additions and removals then never walk from a point to its candidates
          ///< at mu = 1.
  kGainAndLoss  ///< Gains of all candidates too.
};

/// A solution under single additions and removals, with all marginals kept exact: gains, losses and
/// the list of points that lack coverage, by row weights that may grow. A point counts as uncovered
/// while its multiplicity is below mu.
///
/// kSingle is the case mu = 1, where no candidate occurs twice: a point then remembers the XOR of
/// the slots that cover it, which names the one that is left when others go, so a change between
/// one and two coverings touches one loss. For mu > 1 losses are kept for all candidates and change
/// with a walk over the candidates of the point.
template <bool kSingle>
class CoverState {
 public:
  /// The empty solution, all weights 1. Keeps a reference to rows. mu is 1 exactly where kSingle.
  CoverState(const Rows& rows, int mu, Fields fields);

  /// Adds an occurrence. Where kSingle, c must not be a member.
  Slot add(Index c);
  /// Removes the occurrence in a slot that is taken.
  void remove(Slot slot);

  const Rows& rows() const { return rows_; }
  int mu() const { return mu_; }
  std::int64_t size() const { return size_; }
  bool covered() const { return uncovered_.empty(); }
  /// Points with multiplicity below mu, in no order.
  std::span<const Index> uncovered() const { return uncovered_; }
  /// Sum of max(0, mu - multiplicity) over the points, without weights.
  std::int64_t deficit() const { return kSingle ? std::ssize(uncovered_) : deficit_; }

  /// Slots lie in 0..slot_count()-1; some may be free.
  Slot slot_count() const { return static_cast<Slot>(member_.size()); }
  bool taken(Slot slot) const { return member_[slot] != kFree; }
  /// The candidate in a slot that is taken.
  Index member(Slot slot) const { return member_[slot]; }
  /// A slot that c is in, or kNoSlot.
  Slot slot_of(Index c) const { return slot_of_[c]; }
  bool contains(Index c) const { return slot_of_[c] != kNoSlot; }
  /// The solution, an entry for each occurrence.
  std::vector<Candidate> members() const;

  std::int32_t weight(Index x) const { return weight_[x]; }
  std::uint32_t multiplicity(Index x) const { return tally_[x].count; }
  /// Weight of the points of c that are uncovered. Needs Fields::kGainAndLoss.
  std::int32_t gain(Index c) const { return gain_[c]; }
  /// Weight of the points that lack coverage, or lack more, once the member is gone.
  std::int32_t loss(Slot slot) const { return kSingle ? loss_[slot] : loss_[member_[slot]]; }
  /// By how much the deficit changes if the member's occurrence is replaced by c, while all weights
  /// are 1. Reads one row where kSingle; needs Fields::kGainAndLoss otherwise.
  std::int32_t swap_change(Slot slot, Index c) const;

  /// Adds 1 to the weight of every uncovered point. Weights are halved before a sum over a row
  /// could leave 32 bits.
  void weigh_uncovered();

  /// Keeps a member out of least_loss until lift_bars, which has to come before the next change.
  void bar(Slot slot);
  void lift_bars();
  /// Replaces `slots` by the members of least loss, ascending; by none where all are barred.
  void least_loss(std::vector<Slot>& slots) const;

 private:
  /// What the coverage of a point is made of, side by side because additions need both.
  struct Tally {
    std::uint32_t count = 0;
    Slot slots = 0;  ///< XOR of the covering slots, where kSingle.
  };
  struct Bar {
    Slot slot;
    std::int32_t loss;
  };
  static constexpr Index kFree = std::numeric_limits<Index>::max();
  static constexpr std::int32_t kNever = std::numeric_limits<std::int32_t>::max();
  /// Marks in owner_ besides slots.
  static constexpr Slot kUncovered = kNoSlot;
  static constexpr Slot kShared = kNoSlot - 1;

  Slot take_slot(Index c);
  void release_slot(Slot slot);
  void cover_single(Index x, Slot slot, std::int32_t& loss);
  void uncover_single(Index x, Slot slot);
  void cover_multiple(Index x);
  void uncover_multiple(Index x);
  void list_uncovered(Index x);
  void unlist_uncovered(Index x);
  void change_gains(Index x, std::int32_t by);
  void change_losses(Index x, std::int32_t by);
  void halve_weights();
  void recompute_marginals();

  const Rows& rows_;
  const int mu_;
  const bool keeps_gain_;
  const std::int32_t weight_limit_;
  std::vector<Tally> tally_;
  std::vector<Slot> owner_;  ///< Where kSingle: the only covering slot, or a mark.
  std::vector<std::int32_t> weight_;
  std::vector<Index> uncovered_;
  std::vector<Index> position_;  ///< Of a listed point in uncovered_.
  std::vector<std::int32_t> gain_;
  std::vector<std::int32_t> loss_;  ///< By slot where kSingle, else by candidate.
  std::vector<Index> member_;
  std::vector<Slot> next_;  ///< Another slot with the same member, where not kSingle.
  std::vector<Slot> free_;
  std::vector<Slot> slot_of_;
  std::vector<Bar> bars_;
  std::int64_t size_ = 0;
  std::int64_t deficit_ = 0;  ///< Where not kSingle.
};

extern template class CoverState<true>;
extern template class CoverState<false>;

}  // namespace coldcore::search
