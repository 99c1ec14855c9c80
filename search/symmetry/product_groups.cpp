// SPDX-License-Identifier: Apache-2.0
#include "product_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "affine_maps.hpp"
#include "digit_costs.hpp"
#include "kept_coverage.hpp"
#include "orbit_system.hpp"
#include "problem.hpp"
#include "translations.hpp"

namespace coldcore::search {
namespace {

/// Pairs of words that a symmetry is tried on.
constexpr std::int64_t kFixedPairs = 20'000'000;
constexpr std::int64_t kRandomPairs = 20'000;
/// Up to 2^(kContests - 1) groups of translations are held against each other, until so many words
/// have been looked at for it.
constexpr std::uint64_t kContests = 7;
constexpr std::int64_t kContestWork = std::int64_t{1} << 25;

/// How much the orbit of the zero word covers under groups of translations.
class ZeroCoverage {
 public:
  ZeroCoverage(std::span<const int> axes, const Incidence& coverage)
      : axes_(axes), coverage_(coverage), words_(space_size(axes)) {}

  /// Words in the orbit and words that these cover; nothing covered where it takes more than a
  /// moment to tell.
  struct Result {
    std::int64_t orbit = 1;
    std::int64_t covered = 0;
  };
  Result of(const std::vector<Symmetry>& translations) {
    if (words() > 8 * kContestWork) return {};
    const std::int64_t most = kContestWork / (coverage_.entry_bound() / words() + 1);
    const std::vector<Candidate> orbit = orbit_of_zero(translations, most);
    Result result{std::ssize(orbit), 0};
    if (result.orbit > most) return result;
    std::vector<bool> covered(static_cast<std::size_t>(words()));
    for (const Candidate word : orbit) {
      coverage_.points_of(word, ball_);
      for (const Point x : ball_) {
        if (!covered[static_cast<std::size_t>(x)]) ++result.covered;
        covered[static_cast<std::size_t>(x)] = true;
      }
      work_ += std::ssize(ball_);
    }
    return result;
  }

  std::int64_t words() const { return words_; }
  std::int64_t work() const { return work_; }

 private:
  /// Translations commute: with each one the orbit grows by its images alone. Not all of one that
  /// passes `most`.
  std::vector<Candidate> orbit_of_zero(const std::vector<Symmetry>& translations,
                                       std::int64_t most) {
    std::vector<bool> known(static_cast<std::size_t>(words_));
    std::vector<Candidate> orbit{0};
    known[0] = true;
    for (const Symmetry& translation : translations) {
      const WordMap image(translation, axes_);
      for (std::size_t i = 0; i < orbit.size() && std::ssize(orbit) <= most; ++i) {
        const Candidate next = image(orbit[i]);
        if (known[static_cast<std::size_t>(next)]) continue;
        known[static_cast<std::size_t>(next)] = true;
        orbit.push_back(next);
      }
    }
    work_ += words_ / 16;
    return orbit;
  }

  std::span<const int> axes_;
  const Incidence& coverage_;
  const std::int64_t words_;
  std::int64_t work_ = 0;
  std::vector<Point> ball_;
};

class ProductGroups {
 public:
  ProductGroups(const Definition& definition, const Incidence& coverage, GroupPlan plan)
      : definition_(definition),
        coverage_(coverage),
        plan_(std::move(plan)),
        costs_(digit_costs(definition)),
        fields_(field_sizes(definition.axes)) {
    require_kept();
  }

  std::optional<OrbitProblem> next(Rng& rng, const GroupWish& wish) const {
    std::vector<Symmetry> generators = plan_.fixed;
    if (plan_.random() && !draw(generators, rng, wish)) return std::nullopt;
    auto orbits = std::make_shared<Orbits>(orbits_of(definition_.axes, generators, wish.stop));
    if (plan_.random() && entries_of(*orbits) > kRandomEntries) return std::nullopt;
    OrbitProblem problem;
    problem.incidence = orbit_system(*orbits, coverage_, wish.most_bytes, wish.threads, wish.stop);
    for (const Symmetry& generator : generators) {
      problem.generators.push_back(format_symmetry(generator));
    }
    problem.expanded = [orbits](std::span<const Candidate> chosen) {
      return orbits->expanded(chosen);
    };
    return problem;
  }

 private:
  void require_kept() const {
    for (const Symmetry& generator : plan_.fixed) {
      const auto broken = coverage_broken(generator, definition_, coverage_, kFixedPairs);
      if (!broken) continue;
      throw InputError(fmt::format("group '{}' does not keep coverage: {}",
                                   format_symmetry(generator), *broken));
    }
  }

  /// At most.
  std::int64_t entries_of(const Orbits& orbits) const {
    const std::int64_t ball = coverage_.entry_bound() / space_size(definition_.axes) + 1;
    return orbits.count() * std::min(ball, orbits.count());
  }

  bool draw(std::vector<Symmetry>& generators, Rng& rng, const GroupWish& wish) const {
    for (Symmetry& generator : drawn(rng, wish)) {
      if (generator == identity(definition_.axes)) return false;
      if (coverage_broken(generator, definition_, coverage_, kRandomPairs)) return false;
      generators.push_back(std::move(generator));
    }
    return generators.size() > plan_.fixed.size();
  }

  /// Empty where nothing came of it.
  std::vector<Symmetry> drawn(Rng& rng, const GroupWish& wish) const {
    const bool both = plan_.random_symmetries && plan_.random_translations;
    if (both && plan_.generators == 0 && rng.below(3) == 0) {
      return random_affine_group(definition_.axes, rng);
    }
    if (!plan_.random_translations || (both && rng.below(2) == 0)) return symmetries(rng);
    return translations(rng, wish);
  }

  /// One, rarely two.
  std::vector<Symmetry> symmetries(Rng& rng) const {
    const int usual = rng.below(8) == 0 ? 2 : 1;
    std::vector<Symmetry> all;
    for (int i = 0; i < (plan_.generators > 0 ? plan_.generators : usual); ++i) {
      auto one = random_prime_symmetry(costs_, rng);
      if (!one) return {};
      all.push_back(std::move(*one));
    }
    return all;
  }

  /// Of one draw or several, up to dozens, the one whose orbit of the zero word covers most: a few
  /// cosets cover all only of a code that covers much by itself. Empty where even as many cosets as
  /// a better cover might have cover too little: all cover equally much.
  std::vector<Symmetry> translations(Rng& rng, const GroupWish& wish) const {
    const int count = translation_count(rng, wish);
    const std::int64_t draws = std::int64_t{1} << rng.below(kContests);
    ZeroCoverage coverage(definition_.axes, coverage_);
    std::vector<Symmetry> best;
    ZeroCoverage::Result of_best;
    for (std::int64_t draw = 0; draw < draws && coverage.work() < kContestWork; ++draw) {
      std::vector<Symmetry> other = some_translations(count, rng);
      const ZeroCoverage::Result of_other = coverage.of(other);
      if (draw > 0 && of_other.covered <= of_best.covered) continue;
      of_best = of_other;
      best = std::move(other);
    }
    const std::int64_t cosets = (wish.best_cost - 1) / of_best.orbit;
    const bool told = wish.best_cost > 0 && of_best.covered > 0;
    if (told && cosets * of_best.covered < coverage.words()) return {};
    return best;
  }

  std::vector<Symmetry> some_translations(int count, Rng& rng) const {
    std::vector<Symmetry> all;
    for (int i = 0; i < count; ++i) {
      if (fields_.empty() || rng.below(2) == 0) {
        all.push_back(random_translation(definition_.axes, rng));
        continue;
      }
      for (Symmetry& one : random_field_translations(definition_.axes, fields_, rng)) {
        all.push_back(std::move(one));
      }
    }
    return all;
  }

  /// So many that an orbit has no more words than a small cover.
  int translation_count(Rng& rng, const GroupWish& wish) const {
    if (plan_.generators > 0) return plan_.generators;
    const std::int64_t words = wish.best_cost > 0 ? wish.best_cost : 8 * wish.lower_bound;
    const int digit = *std::max_element(definition_.axes.begin(), definition_.axes.end());
    int most = 0;
    for (std::int64_t orbit = digit; orbit <= words && most < 40; orbit *= digit) ++most;
    return 1 + static_cast<int>(rng.below(static_cast<std::uint64_t>(std::max(1, most))));
  }

  const Definition& definition_;
  const Incidence& coverage_;
  const GroupPlan plan_;
  const std::vector<DigitCosts> costs_;
  const std::vector<int> fields_;  ///< Sizes of axes that are fields beyond the primes.
};

}  // namespace

GroupSource product_groups(const Definition& definition, const Incidence& coverage,
                           GroupPlan plan) {
  const bool random = plan.random();
  const auto groups = std::make_shared<ProductGroups>(definition, coverage, std::move(plan));
  GroupSource source;
  source.random = random;
  source.next = [groups](Rng& rng, const GroupWish& wish) { return groups->next(rng, wish); };
  return source;
}

}  // namespace coldcore::search
