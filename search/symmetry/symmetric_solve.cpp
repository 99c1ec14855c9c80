// SPDX-License-Identifier: Apache-2.0
#include "symmetric_solve.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "available_memory.hpp"
#include "peel.hpp"
#include "problem.hpp"
#include "run_control.hpp"
#include "sparse_oracle.hpp"

namespace coldcore::search {
namespace {

/// Groups that are kept.
constexpr std::size_t kPool = 20;
/// Each slice of a group has so many times the steps of the one before.
constexpr double kGrowth = 1.6;
/// Entries of lists that the first slice walks: about an eighth of a second.
constexpr std::int64_t kFirstSlice = std::int64_t{1} << 21;
/// And it has at least so many steps.
constexpr std::int64_t kFewestSteps = 256;
/// A cover is improved beyond its group where the rows of the whole space have so many entries.
constexpr std::int64_t kPolishedEntries = std::int64_t{1} << 26;
/// Random draws before a group is given up.
constexpr int kMostDraws = 64;
constexpr double kMoment = 1e-3;

/// One group, and the best cover that it is known to keep.
struct Group {
  OrbitProblem orbits;
  std::vector<Candidate> best;  ///< Orbits; empty before the first slice.
  std::int64_t cost = 0;        ///< Of `best`, in the whole problem.
  std::int64_t steps = 0;       ///< Of the next slice.
  std::int64_t step_work = 1;   ///< Entries that a step walks, about.
  std::int64_t slices = 0;
};

/// A number that does not depend on how candidates and points are numbered, and that problems
/// hardly ever share unless they differ in that alone.
std::uint64_t fingerprint(const OrbitSystem& incidence) {
  const SetSystem& system = incidence.system;
  const auto for_each_entry = [&](const auto& use) {
    for (Index c = 0; c < system.candidate_count(); ++c) {
      const std::span<const Index> row = system.points[c];
      const auto begin = static_cast<std::size_t>(system.points.offsets[c]);
      for (std::size_t i = 0; i < row.size(); ++i) {
        use(c, row[i], static_cast<std::uint64_t>(system.multiplicities[begin + i]));
      }
    }
  };
  std::vector<std::uint64_t> of_candidates(static_cast<std::size_t>(system.candidate_count()));
  std::vector<std::uint64_t> of_points(static_cast<std::size_t>(system.point_count));
  for_each_entry([&](Index c, Index x, std::uint64_t times) {
    of_points[x] += mix64(times + (static_cast<std::uint64_t>(system.cost(c)) << 32U));
  });
  for_each_entry([&](Index c, Index x, std::uint64_t times) {
    of_candidates[c] += mix64(times + of_points[x]);
  });
  std::uint64_t sum = mix64(static_cast<std::uint64_t>(incidence.unit_cost));
  for (const std::uint64_t candidate : of_candidates) sum += mix64(candidate);
  return sum;
}

/// Hears of one slice, for the whole run.
class SliceObserver final : public Observer {
 public:
  using Announce = std::function<void(std::span<const Candidate> cover)>;

  /// The slice counts costs and weights by the units of `incidence`; `members_cost_one` in the
  /// whole problem.
  SliceObserver(RunControl& control, const OrbitSystem& incidence, bool members_cost_one,
                Announce announce)
      : control_(control),
        incidence_(incidence),
        members_cost_one_(members_cost_one),
        announce_(std::move(announce)) {}

  void improved(std::span<const Candidate> cover) override { announce_(cover); }
  void progress(const Progress& now) override {
    Progress shown = now;
    shown.phase = "symmetry";
    shown.cost = now.cost * incidence_.unit_cost;
    if (members_cost_one_) shown.size = shown.cost;
    shown.deficit = now.deficit * incidence_.unit_weight;
    control_.report(shown);
  }
  bool stop_requested() override { return control_.should_stop(); }

 private:
  RunControl& control_;
  const OrbitSystem& incidence_;
  bool members_cost_one_;
  Announce announce_;
};

class SymmetricSolver {
 public:
  SymmetricSolver(const SymmetricProblem& problem, const SolveOptions& options, Observer& observer)
      : problem_(problem),
        options_(options),
        control_(options.seconds, options.iterations, observer),
        floor_(std::max({options.target, options.lower_bound, std::int64_t{1}})),
        rng_(mix64(options.seed)) {}

  SolveResult run() {
    take_over_start();
    while (!good_enough() && !infeasible_ && !control_.should_stop()) {
      Group* const group = next_group();
      if (group == nullptr) {
        control_.count_steps(kFewestSteps);  // An end to drawing in vain.
        continue;
      }
      run_slice(*group);
      drop_the_useless();
    }
    return finish();
  }

 private:
  std::int64_t cost() const { return problem_.costs.total(best_); }
  bool good_enough() const { return !best_.empty() && cost() <= floor_; }

  void take_over_start() {
    if (options_.warm_start.empty() || !problem_.is_cover(options_.warm_start)) return;
    announce(options_.warm_start, {});
  }

  /// Half the work goes to new groups, the rest to the most promising one: the cheapest cover, then
  /// the fewest slices. Null where there is none.
  Group* next_group() {
    const bool wants_new =
        pool_.empty() || (problem_.groups.random && work_on_new_ <= work_on_old_);
    if (wants_new) {
      if (auto group = new_group()) {
        pool_.push_back(std::move(group));
        return pool_.back().get();
      }
    }
    if (!pool_.empty()) {
      return std::min_element(pool_.begin(), pool_.end(), goes_before)->get();
    }
    if (best_.empty() && !control_.should_stop()) {
      throw InputError(
          fmt::format("group: none of {} random groups has few enough orbits to search among; more "
                      "generators make fewer",
                      kMostDraws));
    }
    return nullptr;
  }

  static bool goes_before(const std::unique_ptr<Group>& a, const std::unique_ptr<Group>& b) {
    return std::pair(a->cost, a->slices) < std::pair(b->cost, b->slices);
  }

  /// Nothing where time is over, or what was drawn is of no use or known already.
  std::unique_ptr<Group> new_group() try {
    const int draws = problem_.groups.random ? kMostDraws : 1;
    for (int draw = 0; draw < draws && !control_.should_stop(); ++draw) {
      const GroupWish wish{best_.empty() ? 0 : cost(), options_.lower_bound, available_memory() / 4,
                           options_.threads, StopCheck([this] { return control_.should_stop(); })};
      auto orbits = problem_.groups.next(rng_, wish);
      if (!orbits) continue;
      if (is_new(orbits->incidence)) return group_of(std::move(*orbits));
      work_on_new_ += orbits->work + std::ssize(orbits->incidence.system.points.entries);
      if (!pool_.empty() && work_on_new_ > work_on_old_) return nullptr;
    }
    return nullptr;
  } catch (const Stopped&) {
    return nullptr;
  }

  /// Many groups are the same but for the names of things. Where only such are drawn there may be
  /// no others, and all count as new again.
  bool is_new(const OrbitSystem& incidence) {
    const bool fresh = known_.insert(fingerprint(incidence)).second;
    known_in_a_row_ = fresh ? 0 : known_in_a_row_ + 1;
    if (known_in_a_row_ < kMostDraws) return fresh;
    known_.clear();
    known_in_a_row_ = 0;
    return true;
  }

  static std::int64_t first_steps(std::int64_t step_work) {
    return std::max(kFewestSteps, kFirstSlice / step_work);
  }

  /// A step walks the row of a candidate and those who cover a point: the longer of them, about.
  static std::int64_t longer_list(std::int64_t entries, std::int64_t candidates,
                                  std::int64_t points) {
    return entries / std::max<std::int64_t>(1, std::min(candidates, points)) + 1;
  }

  static std::unique_ptr<Group> group_of(OrbitProblem orbits) {
    auto group = std::make_unique<Group>();
    group->orbits = std::move(orbits);
    const SetSystem& system = group->orbits.incidence.system;
    group->step_work = longer_list(std::ssize(system.points.entries), system.candidate_count(),
                                   system.point_count);
    group->steps = first_steps(group->step_work);
    return group;
  }

  /// So many steps of the run, within what is left of it.
  SolveOptions slice_of(std::int64_t steps) {
    SolveOptions slice = options_;
    slice.seconds = options_.seconds > 0 ? std::max(control_.seconds_left(), kMoment) : 0;
    slice.iterations =
        options_.iterations < 0 ? steps : std::min(steps, control_.iterations_left());
    slice.seed = rng_.next();
    return slice;
  }

  void run_slice(Group& group) {
    const OrbitSystem& incidence = group.orbits.incidence;
    const std::int64_t unit = incidence.unit_cost;
    SolveOptions slice = slice_of(group.steps);
    slice.target = floor_ / unit;
    slice.lower_bound = (options_.lower_bound + unit - 1) / unit;
    slice.warm_start = group.best;
    SliceObserver observer(
        control_, incidence, problem_.costs.unit(), [&](std::span<const Candidate> orbits) {
          announce_if_better(group.orbits.expanded(orbits), group.orbits.generators);
        });
    const std::int64_t before = cost();
    SolveResult found = solve(*open_cell(incidence), slice, observer);
    control_.count_steps(std::max<std::int64_t>(1, found.iterations));
    count_work(group, found.status == SolveStatus::kInfeasible ? 1 : slice.iterations);
    // All candidates together are a union of orbits, so what they do not cover nothing covers.
    infeasible_ = found.status == SolveStatus::kInfeasible && incidence.complete;
    ++group.slices;
    group.steps = static_cast<std::int64_t>(static_cast<double>(group.steps) * kGrowth);
    group.cost = found.cover.empty() ? kNoCover : found.cost * unit;
    group.best = std::move(found.cover);
    phases_.push_back({"symmetry", 0, found.iterations, std::ssize(best_), cost()});
    if (cost() != before) polish();
  }

  void count_work(const Group& group, std::int64_t steps) {
    const std::int64_t work = steps * group.step_work;
    (group.slices == 0 ? work_on_new_ : work_on_old_) += work;
    if (group.slices == 0) work_on_new_ += group.orbits.work;
  }

  std::unique_ptr<Oracle> open_cell(const OrbitSystem& incidence) const try {
    return std::make_unique<SparseOracle>(problem_.module, incidence.system, problem_.mu);
  } catch (const OracleError& error) {
    // Its codes are the module's own, and callers know those of the whole problem's oracle alone.
    if (error.code() == SPARSE_E_MEMORY) throw MemoryError(error.what());
    throw InputError(error.what());
  }

  /// What a cover can do without, once it need not keep the group.
  void polish() {
    if (good_enough() || !problem_.whole.with_oracle) return;
    problem_.whole.with_oracle([this](Oracle& oracle) {
      std::vector<Candidate> members = best_;
      oracle.recount(members);
      if (peel(oracle, members) > 0) announce(std::move(members), {});
      if (!good_enough() && problem_.whole.entries <= kPolishedEntries) polish_freely(oracle);
    });
  }

  void polish_freely(Oracle& oracle) {
    const std::int64_t step_work =
        longer_list(problem_.whole.entries, oracle.candidate_count(), oracle.point_count());
    SolveOptions free = slice_of(first_steps(step_work));
    free.warm_start = best_;
    const OrbitSystem itself;
    SliceObserver observer(control_, itself, problem_.costs.unit(),
                           [this](std::span<const Candidate> members) {
                             announce_if_better({members.begin(), members.end()}, {});
                           });
    control_.count_steps(solve(oracle, free, observer).iterations);
  }

  void announce_if_better(std::vector<Candidate> members, const std::vector<std::string>& group) {
    if (!best_.empty() && problem_.costs.total(members) >= cost()) return;
    announce(std::move(members), group);
  }

  void announce(std::vector<Candidate> members, const std::vector<std::string>& group) {
    if (std::ssize(members) > problem_.capacity) return;
    std::sort(members.begin(), members.end());
    best_ = std::move(members);
    problem_.group_of_next(group);
    control_.announce(best_, problem_.costs);
  }

  /// Groups beyond the best, and such as no cover is left for among the orbits that cost less than
  /// the best cover.
  void drop_the_useless() {
    const bool useless = problem_.groups.random && pool_.back()->cost == kNoCover;
    if (useless) pool_.pop_back();
    if (pool_.size() <= kPool) return;
    pool_.erase(std::max_element(pool_.begin(), pool_.end(), goes_before));
  }

  SolveResult finish() {
    SolveResult result;
    result.phases = std::move(phases_);
    result.iterations = control_.iterations();
    result.seconds = control_.elapsed();
    result.cost = cost();
    result.status = status();
    result.cover = std::move(best_);
    return result;
  }

  SolveStatus status() const {
    if (good_enough()) {
      const bool least = cost() <= options_.lower_bound;
      return least ? SolveStatus::kOptimal : SolveStatus::kTarget;
    }
    if (infeasible_) return SolveStatus::kInfeasible;
    if (control_.reason() == StopReason::kRequested) return SolveStatus::kStopped;
    return control_.reason() == StopReason::kIterations ? SolveStatus::kIterations
                                                        : SolveStatus::kTime;
  }

  static constexpr std::int64_t kNoCover = std::int64_t{1} << 62;

  const SymmetricProblem& problem_;
  const SolveOptions& options_;
  RunControl control_;
  const std::int64_t floor_;
  Rng rng_;
  bool infeasible_ = false;
  std::int64_t work_on_new_ = 0;  ///< Entries walked for groups in their first slice,
  std::int64_t work_on_old_ = 0;  ///< and in later ones.
  std::vector<std::unique_ptr<Group>> pool_;
  std::set<std::uint64_t> known_;  ///< Fingerprints of the groups drawn.
  int known_in_a_row_ = 0;
  std::vector<Candidate> best_;
  std::vector<PhaseRecord> phases_;
};

}  // namespace

SolveResult solve_symmetric(const SymmetricProblem& problem, const SolveOptions& options,
                            Observer& observer) {
  return SymmetricSolver(problem, options, observer).run();
}

}  // namespace coldcore::search
