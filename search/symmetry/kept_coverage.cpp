// SPDX-License-Identifier: Apache-2.0
#include "kept_coverage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "gate_ball.hpp"
#include "problem.hpp"
#include "rng.hpp"

namespace coldcore::search {
namespace {

class Comparison {
 public:
  Comparison(const Symmetry& symmetry, const Definition& definition, const Incidence& coverage)
      : image_(symmetry, definition.axes), definition_(definition), coverage_(coverage) {}

  /// What is covered stays covered, and no ball gets larger: the image of the one is the other.
  std::optional<std::string> around(Candidate u) {
    const Candidate to = image_(u);
    coverage_.points_of(u, ball_);
    coverage_.points_of(to, ball_of_image_);
    for (const Point x : ball_) {
      if (!covers(to, image_(x))) return witness(u, x);
    }
    if (ball_.size() == ball_of_image_.size()) return std::nullopt;
    return fmt::format("{} covers {} words and its image {} covers {}", word(u), ball_.size(),
                       word(to), ball_of_image_.size());
  }

 private:
  bool covers(Candidate u, Point x) const {
    const Digits from = digits_of(u, definition_.axes);
    const Digits to = digits_of(x, definition_.axes);
    return definition_.covers(static_cast<int>(definition_.axes.size()), definition_.axes.data(),
                              definition_.radius, from.data(), to.data()) != 0;
  }

  std::string word(Candidate u) const { return format_word(u, definition_.axes); }

  std::string witness(Candidate u, Point x) const {
    return fmt::format("{} covers {}, but {} does not cover {}, their images", word(u), word(x),
                       word(image_(u)), word(image_(x)));
  }

  WordMap image_;
  const Definition& definition_;
  const Incidence& coverage_;
  std::vector<Point> ball_;
  std::vector<Point> ball_of_image_;
};

}  // namespace

std::optional<std::string> coverage_broken(const Symmetry& symmetry, const Definition& definition,
                                           const Incidence& coverage, std::int64_t most_pairs) {
  Comparison comparison(symmetry, definition, coverage);
  const std::int64_t words = space_size(definition.axes);
  const bool all = coverage.entry_bound() <= most_pairs;
  const std::int64_t ball = coverage.entry_bound() / words + 1;
  const std::int64_t tried = all ? words : std::max<std::int64_t>(1, most_pairs / ball);
  Rng rng(1);  // The same words in every run.
  for (std::int64_t i = 0; i < tried; ++i) {
    const auto u = all ? i : static_cast<Candidate>(rng.below(static_cast<std::uint64_t>(words)));
    if (auto broken = comparison.around(u)) return broken;
  }
  return std::nullopt;
}

}  // namespace coldcore::search
