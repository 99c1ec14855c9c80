// SPDX-License-Identifier: Apache-2.0
#include "focused_state.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace coldcore::search {
namespace {

/// Common entries of two ascending lists, through `visit`.
template <class Visit>
void for_each_common(std::span<const Index> a, std::span<const Index> b, const Visit& visit) {
  auto i = a.begin();
  auto j = b.begin();
  while (i != a.end() && j != b.end()) {
    if (*i < *j) {
      ++i;
    } else if (*j < *i) {
      ++j;
    } else {
      visit(*i);
      ++i;
      ++j;
    }
  }
}

}  // namespace

template <bool kSingle>
CoverState<kSingle>::CoverState(const Rows& rows, int mu, Fields fields)
    : rows_(rows),
      mu_(mu),
      keeps_gain_(fields == Fields::kGainAndLoss),
      // A marginal is a sum over one row, so this keeps it below 2^31 and leaves kNever unused.
      weight_limit_(static_cast<std::int32_t>(
          std::max<std::int64_t>(2, kNever / std::max<std::int64_t>(1, rows.longest()) - 1))) {
  assert(kSingle == (mu == 1));
  const auto points = static_cast<std::size_t>(rows.point_count());
  const auto candidates = static_cast<std::size_t>(rows.candidate_count());
  tally_.resize(points);
  weight_.assign(points, 1);
  position_.resize(points);
  uncovered_.resize(points);
  std::iota(uncovered_.begin(), uncovered_.end(), Index{0});
  std::iota(position_.begin(), position_.end(), Index{0});
  if (kSingle) owner_.assign(points, kUncovered);
  if (keeps_gain_) gain_.resize(candidates);
  if (!kSingle) loss_.resize(candidates);
  slot_of_.assign(candidates, kNoSlot);
  deficit_ = rows.point_count() * mu;
  recompute_marginals();
}

template <bool kSingle>
Slot CoverState<kSingle>::add(Index c) {
  const Slot slot = take_slot(c);
  if constexpr (kSingle) {
    std::int32_t loss = 0;
    for (const Index x : rows_.points()[c]) cover_single(x, slot, loss);
    loss_[slot] = loss;
  } else {
    for (const Index x : rows_.points()[c]) cover_multiple(x);
  }
  return slot;
}

template <bool kSingle>
void CoverState<kSingle>::remove(Slot slot) {
  const Index c = member_[slot];
  if constexpr (kSingle) {
    for (const Index x : rows_.points()[c]) uncover_single(x, slot);
    loss_[slot] = kNever;
  } else {
    for (const Index x : rows_.points()[c]) uncover_multiple(x);
  }
  release_slot(slot);
}

template <bool kSingle>
Slot CoverState<kSingle>::take_slot(Index c) {
  assert(!kSingle || !contains(c));
  if (free_.empty()) {
    free_.push_back(slot_count());
    member_.push_back(kFree);
    next_.push_back(kNoSlot);
    if (kSingle) loss_.push_back(kNever);
  }
  const Slot slot = free_.back();
  free_.pop_back();
  member_[slot] = c;
  next_[slot] = slot_of_[c];
  slot_of_[c] = slot;
  ++size_;
  return slot;
}

template <bool kSingle>
void CoverState<kSingle>::release_slot(Slot slot) {
  Slot* link = &slot_of_[member_[slot]];
  while (*link != slot) link = &next_[*link];
  *link = next_[slot];
  member_[slot] = kFree;
  free_.push_back(slot);
  --size_;
}

template <bool kSingle>
void CoverState<kSingle>::cover_single(Index x, Slot slot, std::int32_t& loss) {
  Tally& tally = tally_[x];
  const std::uint32_t before = tally.count++;
  const Slot others = tally.slots;
  tally.slots = others ^ slot;
  if (before == 0) {
    owner_[x] = slot;
    loss += weight_[x];
    unlist_uncovered(x);
    change_gains(x, -weight_[x]);
  } else if (before == 1) {
    owner_[x] = kShared;
    loss_[others] -= weight_[x];
  }
}

template <bool kSingle>
void CoverState<kSingle>::uncover_single(Index x, Slot slot) {
  Tally& tally = tally_[x];
  const std::uint32_t after = --tally.count;
  tally.slots ^= slot;
  if (after == 0) {
    owner_[x] = kUncovered;
    list_uncovered(x);
    change_gains(x, weight_[x]);
  } else if (after == 1) {
    owner_[x] = tally.slots;
    loss_[tally.slots] += weight_[x];
  }
}

template <bool kSingle>
void CoverState<kSingle>::cover_multiple(Index x) {
  const auto after = static_cast<int>(++tally_[x].count);
  if (after <= mu_) --deficit_;
  if (after == mu_) {
    unlist_uncovered(x);
    change_gains(x, -weight_[x]);
  } else if (after == mu_ + 1) {
    change_losses(x, -weight_[x]);
  }
}

template <bool kSingle>
void CoverState<kSingle>::uncover_multiple(Index x) {
  const auto after = static_cast<int>(--tally_[x].count);
  if (after < mu_) ++deficit_;
  if (after == mu_ - 1) {
    list_uncovered(x);
    change_gains(x, weight_[x]);
  } else if (after == mu_) {
    change_losses(x, weight_[x]);
  }
}

template <bool kSingle>
void CoverState<kSingle>::list_uncovered(Index x) {
  position_[x] = static_cast<Index>(uncovered_.size());
  uncovered_.push_back(x);
}

template <bool kSingle>
void CoverState<kSingle>::unlist_uncovered(Index x) {
  const Index last = uncovered_.back();
  uncovered_[position_[x]] = last;
  position_[last] = position_[x];
  uncovered_.pop_back();
}

template <bool kSingle>
void CoverState<kSingle>::change_gains(Index x, std::int32_t by) {
  if (!keeps_gain_) return;
  std::int32_t* const gain = gain_.data();
  for (const Index c : rows_.candidates()[x]) gain[c] += by;
}

template <bool kSingle>
void CoverState<kSingle>::change_losses(Index x, std::int32_t by) {
  std::int32_t* const loss = loss_.data();
  for (const Index c : rows_.candidates()[x]) loss[c] += by;
}

template <bool kSingle>
std::vector<Candidate> CoverState<kSingle>::members() const {
  std::vector<Candidate> out;
  out.reserve(static_cast<std::size_t>(size_));
  for (const Index c : member_) {
    if (c != kFree) out.push_back(c);
  }
  return out;
}

template <bool kSingle>
std::int32_t CoverState<kSingle>::swap_change(Slot slot, Index c) const {
  if constexpr (kSingle) {
    std::int32_t gained = 0;
    for (const Index x : rows_.points()[c]) {
      gained += (owner_[x] == kUncovered) | (owner_[x] == slot);
    }
    return loss_[slot] - gained;
  } else {
    // Points of both rows do not change, but those at exactly mu are in the loss alone.
    std::int32_t unchanged = 0;
    for_each_common(rows_.points()[member_[slot]], rows_.points()[c], [&](Index x) {
      if (tally_[x].count == static_cast<std::uint32_t>(mu_)) ++unchanged;
    });
    return loss(slot) - gain_[c] - unchanged;
  }
}

template <bool kSingle>
void CoverState<kSingle>::weigh_uncovered() {
  bool full = false;
  for (const Index x : uncovered_) {
    full |= ++weight_[x] >= weight_limit_;
    change_gains(x, 1);
    if (!kSingle) change_losses(x, 1);
  }
  if (full) halve_weights();
}

template <bool kSingle>
void CoverState<kSingle>::halve_weights() {
  for (std::int32_t& weight : weight_) weight = std::max(1, weight / 2);
  recompute_marginals();
}

template <bool kSingle>
void CoverState<kSingle>::recompute_marginals() {
  lift_bars();
  std::fill(gain_.begin(), gain_.end(), 0);
  for (const Index x : uncovered_) change_gains(x, weight_[x]);
  if constexpr (kSingle) {
    for (Slot s = 0; s < slot_count(); ++s) loss_[s] = taken(s) ? 0 : kNever;
    for (std::size_t x = 0; x < owner_.size(); ++x) {
      if (owner_[x] < kShared) loss_[owner_[x]] += weight_[x];
    }
  } else {
    std::fill(loss_.begin(), loss_.end(), 0);
    for (std::size_t x = 0; x < tally_.size(); ++x) {
      if (tally_[x].count <= static_cast<std::uint32_t>(mu_)) {
        change_losses(static_cast<Index>(x), weight_[x]);
      }
    }
  }
}

template <bool kSingle>
void CoverState<kSingle>::bar(Slot slot) {
  bars_.push_back({slot, loss(slot)});
  if constexpr (kSingle) loss_[slot] = kNever;
}

template <bool kSingle>
void CoverState<kSingle>::lift_bars() {
  // Backwards, as a slot may have been barred twice.
  for (; !bars_.empty(); bars_.pop_back()) {
    if constexpr (kSingle) loss_[bars_.back().slot] = bars_.back().loss;
  }
}

template <bool kSingle>
void CoverState<kSingle>::least_loss(std::vector<Slot>& slots) const {
  slots.clear();
  std::int32_t least = kNever;
  if constexpr (kSingle) {
    for (const std::int32_t loss : loss_) least = std::min(least, loss);
    if (least == kNever) return;
    for (Slot s = 0; s < slot_count(); ++s) {
      if (loss_[s] == least) slots.push_back(s);
    }
  } else {
    const auto barred = [&](Slot s) {
      return std::any_of(bars_.begin(), bars_.end(), [s](const Bar& b) { return b.slot == s; });
    };
    for (Slot s = 0; s < slot_count(); ++s) {
      if (!taken(s) || loss(s) > least || barred(s)) continue;
      if (loss(s) < least) slots.clear();
      least = loss(s);
      slots.push_back(s);
    }
  }
}

template class CoverState<true>;
template class CoverState<false>;

}  // namespace coldcore::search
