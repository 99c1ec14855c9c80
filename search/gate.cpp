// SPDX-License-Identifier: Apache-2.0
#include "gate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "available_memory.hpp"
#include "gate_ball.hpp"
#include "problem.hpp"

namespace coldcore::search {
namespace {

/// Translates that are checked against the definition, for each class of centres.
constexpr std::size_t kSampledWords = 64;
constexpr std::uint64_t kSampleSeed = 20'261'130;

void require_memory(std::int64_t points) {
  const auto bytes = points * static_cast<std::int64_t>(sizeof(std::uint16_t));
  const std::int64_t available = available_memory();
  if (bytes <= available) return;
  throw GateError(GateError::Kind::kMemory,
                  fmt::format("the recount needs {} bytes for {} words, {} are available", bytes,
                              points, available));
}

GateReport report_on(std::span<const std::uint16_t> counts, int mu) {
  GateReport report;
  report.points = static_cast<std::int64_t>(counts.size());
  std::vector<std::int64_t> words_by_count(GateReport::kSaturated + 1);
  for (std::size_t x = 0; x < counts.size(); ++x) {
    ++words_by_count[counts[x]];
    if (counts[x] >= mu) continue;
    ++report.deficient;
    if (report.first_deficient.size() < GateReport::kListed) {
      report.first_deficient.push_back(static_cast<Point>(x));
    }
  }
  for (std::size_t count = 0; count < words_by_count.size(); ++count) {
    if (words_by_count[count] == 0) continue;
    report.histogram.emplace_back(static_cast<int>(count), words_by_count[count]);
  }
  report.min_multiplicity = report.histogram.front().first;
  report.max_multiplicity = report.histogram.back().first;
  return report;
}

}  // namespace

Gate::Gate(Definition definition) : definition_(std::move(definition)) {
  const std::int64_t points = space_size(definition_.axes);
  require_memory(points);
  counts_.resize(static_cast<std::size_t>(points));
}

Gate::~Gate() = default;

GateReport Gate::recount(std::span<const Candidate> words, int mu) {
  std::fill(counts_.begin(), counts_.end(), std::uint16_t{0});
  mark_all(words);
  return report_on(counts_, mu);
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
