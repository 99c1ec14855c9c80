// SPDX-License-Identifier: Apache-2.0
#include "gate.hpp"

#include <algorithm>
#include <random>
#include <utility>

#include "gate_ball.hpp"
#include "gate_report.hpp"
#include "problem.hpp"

namespace coldcore::search {
namespace {

/// Translates that are checked against the definition, for each class of centres.
constexpr std::size_t kSampledWords = 64;
constexpr std::uint64_t kSampleSeed = 20'261'130;

}  // namespace

Gate::Gate(Definition definition) : definition_(std::move(definition)) {
  const std::int64_t points = space_size(definition_.axes);
  require_gate_memory(points, "words");
  counts_.resize(static_cast<std::size_t>(points));
}

Gate::~Gate() = default;

GateReport Gate::recount(std::span<const Candidate> words, int mu) {
  std::fill(counts_.begin(), counts_.end(), std::uint16_t{0});
  mark_all(words);
  return report_of_counts(counts_, mu);
}

/// Class after class, so that only one ball is held at a time.
void Gate::mark_all(std::span<const Candidate> words) {
  if (definition_.axis_cost == nullptr) return mark_class(0, words);
  std::vector<std::pair<Candidate, Candidate>> by_class;
  by_class.reserve(words.size());
  for (const Candidate word : words) by_class.emplace_back(boundary_class(word, definition_), word);
  std::sort(by_class.begin(), by_class.end());
  std::vector<Candidate> members;
  for (auto begin = by_class.begin(); begin != by_class.end();) {
    const Candidate centre = begin->first;
    members.clear();
    for (; begin != by_class.end() && begin->first == centre; ++begin) {
      members.push_back(begin->second);
    }
    mark_class(centre, members);
  }
}

void Gate::mark_class(Candidate centre, std::span<const Candidate> words) {
  if (ball_ == nullptr || ball_->centre() != centre) {
    ball_ = std::make_unique<GateBall>(definition_, centre);
  }
  std::mt19937_64 random(kSampleSeed);
  for (std::size_t i = 0; i < std::min(words.size(), kSampledWords); ++i) {
    ball_->check_translate(words[random() % words.size()], random);
  }
  for (const Candidate word : words) ball_->mark(word, counts_);
}

}  // namespace coldcore::search
