// SPDX-License-Identifier: Apache-2.0
#include "greedy.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <numeric>

#include "ratio.hpp"
#include "rng.hpp"

namespace coldcore::search {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

constexpr std::size_t kLargestBatch = 256;
constexpr double kLeastPatience = 1.0 / 64;
constexpr int kFirstQueue = 4096;
constexpr std::int64_t kMapBlock = 1 << 16;  ///< Candidates that are read from the map at once.

}  // namespace

LazyGreedy::LazyGreedy(Oracle& oracle, const GreedyOptions& options,
                       std::span<const Candidate> members)
    : oracle_(oracle),
      options_(options),
      costs_(oracle.costs()),
      room_(options.budget),
      wanted_(std::min(kFirstQueue, options.queue_cap)) {
  // With mu = 1 a member gains nothing, so it is never placed again anyhow.
  options_.distinct = options.distinct && oracle.mu() > 1;
  if (options_.distinct) excluded_.insert(members.begin(), members.end());
}

std::optional<LazyGreedy::Pick> LazyGreedy::place() {
  std::optional<Pick> pick = exact_head();
  if (!pick && refresh()) pick = exact_head();  // All bounds are exact now: takes no gather.
  if (pick) commit(*pick);
  return pick;
}

std::optional<LazyGreedy::Pick> LazyGreedy::exact_head() {
  const double allowed = cost_.gather_seconds + patience_ * refresh_seconds_;
  for (std::size_t batch = 1; !queue_.empty(); batch = std::min(2 * batch, kLargestBatch)) {
    if (costs_.of(queue_.front().candidate) > room_) {
      pop();  // For good: what is left of the budget only shrinks.
      continue;
    }
    if (queue_.front().version == version_) {
      if (batch > 1) patience_ = std::min(1.0, 2 * patience_);
      return Pick{queue_.front().candidate, queue_.front().gain};
    }
    if (cost_.gather_seconds > allowed) {
      give_up_queue();
      return std::nullopt;
    }
    reevaluate(batch);
  }
  wanted_ = std::min<std::int64_t>(4 * wanted_, options_.queue_cap);  // It was worth its map.
  return std::nullopt;
}

void LazyGreedy::give_up_queue() {
  patience_ = std::max(kLeastPatience, patience_ / 2);
  wanted_ = std::max<std::int64_t>(1, wanted_ / 4);
  queue_.clear();
}

void LazyGreedy::reevaluate(std::size_t batch) {
  batch_.clear();
  while (batch_.size() < batch && !queue_.empty() && queue_.front().version != version_) {
    batch_.push_back(pop().candidate);
  }
  gains_.resize(batch_.size());
  const Clock::time_point start = Clock::now();
  oracle_.ball_gather(batch_, Role::kDeficient, gains_);
  cost_.gather_seconds += seconds_since(start);
  cost_.gathers += static_cast<std::int64_t>(batch_.size());
  for (std::size_t i = 0; i < batch_.size(); ++i) {
    if (gains_[i] >= threshold_) push({gains_[i], version_, batch_[i]});
  }
}

bool LazyGreedy::refresh() {
  const Clock::time_point start = Clock::now();
  oracle_.gain_map();
  queue_.clear();
  const std::int32_t top = oracle_.map_max();
  const bool crowded = std::ssize(excluded_) > options_.queue_cap;
  if (costs_.unit() && !crowded) {
    fill_queue(top);
  } else if (top >= 1) {
    fill_queue_with_all();
  }
  refresh_seconds_ = seconds_since(start);
  cost_.map_seconds += refresh_seconds_;
  ++cost_.maps;
  return !queue_.empty();
}

void LazyGreedy::fill_queue(std::int32_t top) {
  // Where all candidates down to the threshold are excluded, the best of the others lies below it.
  for (; queue_.empty() && top >= 1; top = threshold_ - 1) fill_queue_below(top);
}

void LazyGreedy::fill_queue_below(std::int32_t top) {
  const std::int64_t length = choose_threshold(top);
  last_gap_ = top - threshold_;
  const Extraction extraction = oracle_.map_extract(threshold_, static_cast<int>(length));
  truncated_ = extraction.found > static_cast<std::int64_t>(extraction.candidates.size());
  for (std::size_t i = 0; i < extraction.candidates.size(); ++i) {
    const Candidate c = extraction.candidates[i];
    if (extraction.values[i] <= top && placeable(c)) {
      queue_.push_back({extraction.values[i], version_, c});
    }
  }
  std::make_heap(queue_.begin(), queue_.end(), worse());
}

void LazyGreedy::fill_queue_with_all() {
  threshold_ = 1;
  truncated_ = false;
  const std::int64_t count = oracle_.candidate_count();
  for (Candidate first = 0; first < count; first += kMapBlock) {
    batch_.resize(static_cast<std::size_t>(std::min(kMapBlock, count - first)));
    std::iota(batch_.begin(), batch_.end(), first);
    gains_.resize(batch_.size());
    oracle_.map_read_at(batch_, gains_);
    for (std::size_t i = 0; i < batch_.size(); ++i) {
      if (gains_[i] >= 1 && placeable(batch_[i])) {
        queue_.push_back({gains_[i], version_, batch_[i]});
      }
    }
  }
  std::make_heap(queue_.begin(), queue_.end(), worse());
}

std::int64_t LazyGreedy::choose_threshold(std::int32_t top) {
  // Excluded candidates must not crowd out the others.
  const auto excluded = static_cast<std::int64_t>(excluded_.size());
  const std::int64_t limit = wanted_ + excluded;
  const auto at = [&](std::int32_t gap) {
    threshold_ = std::max(1, top - gap);
    return found(threshold_);
  };
  std::int32_t gap = wanted_ > 1 ? std::max(1, last_gap_) : 0;
  std::int64_t length = at(gap);
  while (gap > 0 && length > limit) length = at(gap /= 2);
  while (gap > 0 && threshold_ > 1) {
    const std::int32_t reached = threshold_;
    const std::int64_t longer = at(2 * gap);
    if (longer > limit) {
      threshold_ = reached;
      break;
    }
    length = longer;
    gap *= 2;
  }
  // Only at the maximum can it be too long. There the first by index will do if they are to be
  // placed first; a random order needs them all.
  return std::min(length, options_.tie_salt == 0 ? limit : options_.queue_cap + excluded);
}

void LazyGreedy::push(const Entry& entry) {
  queue_.push_back(entry);
  std::push_heap(queue_.begin(), queue_.end(), worse());
}

LazyGreedy::Entry LazyGreedy::pop() {
  std::pop_heap(queue_.begin(), queue_.end(), worse());
  const Entry entry = queue_.back();
  queue_.pop_back();
  return entry;
}

void LazyGreedy::commit(const Pick& pick) {
  const Clock::time_point start = Clock::now();
  oracle_.ball_update({&pick.candidate, 1}, +1);
  cost_.update_seconds += seconds_since(start);
  ++version_;
  room_ -= costs_.of(pick.candidate);
  if (options_.distinct) excluded_.insert(pick.candidate);
  if (options_.distinct || oracle_.mu() == 1) pop();  // It is the head, and gains nothing any more.
  // A random order among a part of the equals would depend on when the map was computed.
  if (truncated_ && options_.tie_salt != 0) queue_.clear();
}

bool LazyGreedy::Worse::operator()(const Entry& a, const Entry& b) const {
  const int order = compare_ratios(a.gain, costs.of(a.candidate), b.gain, costs.of(b.candidate));
  if (order != 0) return order < 0;
  return salt == 0 ? a.candidate > b.candidate
                   : mix64(salt ^ mix64(static_cast<std::uint64_t>(a.candidate))) >
                         mix64(salt ^ mix64(static_cast<std::uint64_t>(b.candidate)));
}

GreedyStatus complete_greedily(Oracle& oracle, std::vector<Candidate>& members,
                               const GreedyOptions& options, RunControl& control,
                               GreedyCost* cost) {
  LazyGreedy greedy(oracle, options, members);
  const Costs costs = oracle.costs();
  std::int64_t deficit = oracle.count_deficit();
  std::int64_t spent = costs.total(members);
  GreedyStatus status = GreedyStatus::kCovered;
  while (deficit > 0 && status == GreedyStatus::kCovered) {
    const auto room = oracle.capacity() - static_cast<std::int64_t>(members.size());
    if (control.should_stop()) {
      status = GreedyStatus::kStopped;
    } else if (room < 1) {
      status = GreedyStatus::kCapacity;
    } else if (const auto pick = greedy.place()) {
      members.push_back(pick->candidate);
      deficit -= pick->gain;
      spent += costs.of(pick->candidate);
      // At unit cost no later gain is larger, so even the best case may not fit any more.
      if (costs.unit() && deficit > (room - 1) * pick->gain) status = GreedyStatus::kCapacity;
      control.report({.phase = "greedy",
                      .size = static_cast<std::int64_t>(members.size()),
                      .cost = spent,
                      .deficit = deficit});
    } else {
      status = GreedyStatus::kInfeasible;
    }
  }
  if (cost != nullptr) *cost = greedy.cost();
  return status;
}

}  // namespace coldcore::search
