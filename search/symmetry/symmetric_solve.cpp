// SPDX-License-Identifier: Apache-2.0
#include "symmetric_solve.hpp"

#include <coldcore/dct.h>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "available_memory.hpp"
#include "digit_costs.hpp"
#include "kept_coverage.hpp"
#include "orbit_system.hpp"
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
/// Pairs of words that a symmetry is tried on.
constexpr std::int64_t kFixedPairs = 20'000'000;
constexpr std::int64_t kRandomPairs = 20'000;
/// A cover is improved beyond its group where the rows of the whole space have so many entries.
constexpr std::int64_t kPolishedEntries = std::int64_t{1} << 26;
/// Random groups with more orbits than gives about so many entries are passed over: they cost much
/// and help little.
constexpr std::int64_t kRandomEntries = std::int64_t{1} << 26;
/// Random draws before a group is given up.
constexpr int kMostDraws = 64;
constexpr double kMoment = 1e-3;

using Generators = std::vector<Symmetry>;

std::vector<std::string> texts_of(const Generators& generators) {
  std::vector<std::string> texts;
  for (const Symmetry& generator : generators) texts.push_back(format_symmetry(generator));
  return texts;
}

/// One group, and the best cover that it is known to keep.
struct Group {
  Generators generators;
  Orbits orbits;
  OrbitSystem incidence;
  std::vector<Candidate> best;  ///< Orbits; empty before the first slice.
  std::int64_t cost = 0;        ///< Of `best`, in words.
  std::int64_t steps = 0;       ///< Of the next slice.
  std::int64_t step_work = 1;   ///< Entries that a step walks, about.
  std::int64_t slices = 0;
};

/// Hears of one slice, for the whole run.
class SliceObserver final : public Observer {
 public:
  using Announce = std::function<void(std::span<const Candidate> cover)>;

  /// A cost of 1 stands for `unit` words.
  SliceObserver(RunControl& control, std::int64_t unit, Announce announce)
      : control_(control), unit_(unit), announce_(std::move(announce)) {}

  void improved(std::span<const Candidate> cover) override { announce_(cover); }
  void progress(const Progress& now) override {
    Progress shown = now;
    shown.phase = "symmetry";
    shown.size = shown.cost = now.cost * unit_;
    shown.deficit = now.deficit * unit_;
    control_.report(shown);
  }
  bool stop_requested() override { return control_.should_stop(); }

 private:
  RunControl& control_;
  std::int64_t unit_;
  Announce announce_;
};

class SymmetricSolver {
 public:
  SymmetricSolver(const SymmetricProblem& problem, Oracle& oracle, const SolveOptions& options,
                  Observer& observer)
      : problem_(problem),
        oracle_(oracle),
        options_(options),
        control_(options.seconds, options.iterations, observer),
        floor_(std::max({options.target, options.lower_bound, std::int64_t{1}})),
        costs_(digit_costs(problem.definition)),
        rng_(mix64(options.seed)) {}

  SolveResult run() {
    require_kept();
    take_over_start();
    while (!good_enough() && !infeasible_ && !control_.should_stop()) {
      Group* const group = next_group();
      if (group == nullptr) break;
      run_slice(*group);
      drop_the_worst();
    }
    return finish();
  }

 private:
  bool good_enough() const { return !best_.empty() && std::ssize(best_) <= floor_; }

  void require_kept() const {
    for (const Symmetry& generator : problem_.plan.fixed) {
      const auto broken =
          coverage_broken(generator, problem_.definition, problem_.coverage, kFixedPairs);
      if (!broken) continue;
      throw InputError(fmt::format("group '{}' does not keep coverage: {}",
                                   format_symmetry(generator), *broken));
    }
  }

  void take_over_start() {
    if (options_.warm_start.empty()) return;
    oracle_.recount(options_.warm_start);
    if (oracle_.count_deficit() == 0) announce(options_.warm_start, {});
  }

  /// Half the work goes to new groups, the rest to the most promising one: the cheapest cover, then
  /// the fewest slices. Null where time is over before there is one.
  Group* next_group() {
    const bool wants_new =
        pool_.empty() || (problem_.plan.random() && work_on_new_ <= work_on_old_);
    if (wants_new) {
      if (auto group = new_group()) {
        pool_.push_back(std::move(group));
        return pool_.back().get();
      }
    }
    if (pool_.empty() && control_.should_stop()) return nullptr;
    if (pool_.empty()) {
      throw InputError(
          fmt::format("group: none of {} random groups has few enough orbits to search among; more "
                      "generators make fewer",
                      kMostDraws));
    }
    return std::min_element(pool_.begin(), pool_.end(), goes_before)->get();
  }

  static bool goes_before(const std::unique_ptr<Group>& a, const std::unique_ptr<Group>& b) {
    return std::pair(a->cost, a->slices) < std::pair(b->cost, b->slices);
  }

  std::unique_ptr<Group> new_group() {
    const Generators& fixed = problem_.plan.fixed;
    if (!problem_.plan.random()) {
      return group_of(fixed, orbits_of(problem_.definition.axes, fixed));
    }
    for (int draw = 0; draw < kMostDraws && !control_.should_stop(); ++draw) {
      Generators generators = problem_.plan.fixed;
      if (!draw_generators(generators)) continue;
      Orbits orbits = orbits_of(problem_.definition.axes, generators);
      if (entries_of(orbits) > kRandomEntries) continue;
      return group_of(std::move(generators), std::move(orbits));
    }
    return nullptr;
  }

  /// Words that a word covers, about.
  std::int64_t ball() const { return problem_.coverage.entry_bound() / oracle_.point_count() + 1; }

  /// At most.
  std::int64_t entries_of(const Orbits& orbits) const {
    return orbits.count() * std::min(ball(), orbits.count());
  }

  static std::int64_t first_steps(std::int64_t step_work) {
    return std::max<std::int64_t>(256, kFirstSlice / step_work);
  }

  bool draw_generators(Generators& generators) {
    const GroupPlan& plan = problem_.plan;
    const bool translations =
        plan.random_translations && (!plan.random_symmetries || rng_.below(2) == 0);
    const int count = translations ? translation_count() : symmetry_count();
    for (int i = 0; i < count; ++i) {
      std::optional<Symmetry> drawn;
      if (translations) {
        drawn = random_translation(problem_.definition.axes, rng_);
      } else {
        drawn = random_prime_symmetry(costs_, rng_);
      }
      if (!drawn || *drawn == identity(problem_.definition.axes)) return false;
      if (coverage_broken(*drawn, problem_.definition, problem_.coverage, kRandomPairs)) {
        return false;
      }
      generators.push_back(std::move(*drawn));
    }
    return true;
  }

  /// One, rarely two.
  int symmetry_count() {
    if (problem_.plan.generators > 0) return problem_.plan.generators;
    return rng_.below(8) == 0 ? 2 : 1;
  }

  /// So many that an orbit has no more words than a small cover.
  int translation_count() {
    if (problem_.plan.generators > 0) return problem_.plan.generators;
    const std::int64_t words = best_.empty() ? 8 * options_.lower_bound : std::ssize(best_);
    const int digit =
        *std::max_element(problem_.definition.axes.begin(), problem_.definition.axes.end());
    int most = 0;
    for (std::int64_t orbit = digit; orbit <= words && most < 40; orbit *= digit) ++most;
    return 1 + static_cast<int>(rng_.below(static_cast<std::uint64_t>(std::max(1, most))));
  }

  std::unique_ptr<Group> group_of(Generators generators, Orbits orbits) const {
    auto group = std::make_unique<Group>();
    group->orbits = std::move(orbits);
    const std::int64_t room = available_memory() / 4;
    group->incidence = orbit_system(group->orbits, problem_.coverage, room, options_.threads);
    group->generators = std::move(generators);
    const SetSystem& system = group->incidence.system;
    group->step_work = std::ssize(system.points.entries) / system.candidate_count() + 1;
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
    const std::int64_t unit = group.incidence.unit_cost;
    SolveOptions slice = slice_of(group.steps);
    slice.target = floor_ / unit;
    slice.lower_bound = (options_.lower_bound + unit - 1) / unit;
    slice.warm_start = group.best;
    const std::vector<std::string> texts = texts_of(group.generators);
    SliceObserver observer(control_, unit, [&](std::span<const Candidate> orbits) {
      announce_if_better(group.orbits.expanded(orbits), texts);
    });
    const std::size_t before = best_.size();
    SolveResult found = solve(*open_cell(group), slice, observer);
    control_.count_steps(std::max<std::int64_t>(1, found.iterations));
    (group.slices == 0 ? work_on_new_ : work_on_old_) += slice.iterations * group.step_work;
    // All words together are a union of orbits, so what they do not cover nothing covers.
    infeasible_ = found.status == SolveStatus::kInfeasible;
    ++group.slices;
    group.steps = static_cast<std::int64_t>(static_cast<double>(group.steps) * kGrowth);
    group.cost = found.cover.empty() ? kNoCover : found.cost * unit;
    group.best = std::move(found.cover);
    phases_.push_back({"symmetry", 0, found.iterations, std::ssize(best_), std::ssize(best_)});
    if (best_.size() != before) polish();
  }

  std::unique_ptr<Oracle> open_cell(const Group& group) const try {
    return std::make_unique<SparseOracle>(problem_.module, group.incidence.system, oracle_.mu());
  } catch (const OracleError& error) {
    // Its codes are the module's own, and callers know those of the oracle alone.
    if (error.code() == SPARSE_E_MEMORY) throw MemoryError(error.what());
    throw OracleError(DCT_E_REFUSED, error.what());
  }

  /// What a cover can do without, once it need not keep the group.
  void polish() {
    if (good_enough()) return;
    std::vector<Candidate> words = best_;
    oracle_.recount(words);
    if (peel(oracle_, words) > 0) announce(std::move(words), {});
    if (!good_enough() && problem_.coverage.entry_bound() <= kPolishedEntries) polish_freely();
  }

  void polish_freely() {
    SolveOptions free = slice_of(first_steps(ball()));
    free.warm_start = best_;
    SliceObserver observer(control_, 1, [this](std::span<const Candidate> words) {
      announce_if_better({words.begin(), words.end()}, {});
    });
    control_.count_steps(solve(oracle_, free, observer).iterations);
  }

  void announce_if_better(std::vector<Candidate> words, const std::vector<std::string>& group) {
    if (best_.empty() || words.size() < best_.size()) announce(std::move(words), group);
  }

  void announce(std::vector<Candidate> words, const std::vector<std::string>& group) {
    if (std::ssize(words) > oracle_.capacity()) return;
    std::sort(words.begin(), words.end());
    best_ = std::move(words);
    problem_.group_of_next(group);
    control_.announce(best_, Costs());
  }

  void drop_the_worst() {
    if (pool_.size() <= kPool) return;
    pool_.erase(std::max_element(pool_.begin(), pool_.end(), goes_before));
  }

  SolveResult finish() {
    SolveResult result;
    result.phases = std::move(phases_);
    result.iterations = control_.iterations();
    result.seconds = control_.elapsed();
    result.cost = std::ssize(best_);
    result.status = status();
    result.cover = std::move(best_);
    return result;
  }

  SolveStatus status() const {
    if (good_enough()) {
      const bool least = std::ssize(best_) <= options_.lower_bound;
      return least ? SolveStatus::kOptimal : SolveStatus::kTarget;
    }
    if (infeasible_) return SolveStatus::kInfeasible;
    if (control_.reason() == StopReason::kRequested) return SolveStatus::kStopped;
    return control_.reason() == StopReason::kIterations ? SolveStatus::kIterations
                                                        : SolveStatus::kTime;
  }

  static constexpr std::int64_t kNoCover = std::int64_t{1} << 62;

  const SymmetricProblem& problem_;
  Oracle& oracle_;
  const SolveOptions& options_;
  RunControl control_;
  const std::int64_t floor_;
  const std::vector<DigitCosts> costs_;
  Rng rng_;
  bool infeasible_ = false;
  std::int64_t work_on_new_ = 0;  ///< Entries walked for groups in their first slice,
  std::int64_t work_on_old_ = 0;  ///< and in later ones.
  std::vector<std::unique_ptr<Group>> pool_;
  std::vector<Candidate> best_;
  std::vector<PhaseRecord> phases_;
};

}  // namespace

SolveResult solve_symmetric(const SymmetricProblem& problem, Oracle& oracle,
                            const SolveOptions& options, Observer& observer) {
  return SymmetricSolver(problem, oracle, options, observer).run();
}

}  // namespace coldcore::search
