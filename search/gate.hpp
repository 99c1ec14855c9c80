// SPDX-License-Identifier: Apache-2.0
//
// The verification gate: recounts a list of words from the definition of the family alone. It
// shares no code with the engine: it calls nothing but the definition, has its own index arithmetic
// and its own counters, and reads no table.
#pragma once

#include <coldcore/plugin.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "oracle.hpp"

namespace coldcore::search {

/// The recount could not be made: too little memory, or a definition that contradicts itself.
class GateError : public std::runtime_error {
 public:
  enum class Kind { kMemory, kDefinition };
  GateError(Kind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  Kind kind() const { return kind_; }

 private:
  Kind kind_;
};

/// What "u covers x" means.
struct Definition {
  std::vector<int> axes;
  int radius = 0;
  coldcore_covers_fn covers = nullptr;
  coldcore_axis_cost_fn axis_cost = nullptr;  ///< Null where balls are the same everywhere.
};

/// Outcome of a recount.
struct GateReport {
  static constexpr int kSaturated = 65'535;    ///< A multiplicity shown as this may be larger.
  static constexpr std::size_t kListed = 100;  ///< How many deficient words are named.

  std::int64_t points = 0;
  std::int64_t deficient = 0;          ///< Words covered fewer than mu times.
  std::vector<Point> first_deficient;  ///< The first kListed of them by index.
  int min_multiplicity = 0;
  int max_multiplicity = 0;
  /// How many words are covered how often: (multiplicity, words), ascending, no empty ones.
  std::vector<std::pair<int, std::int64_t>> histogram;

  bool covered() const { return deficient == 0; }
};

/// Recounts as often as asked. Not for several threads at once.
class Gate {
 public:
  /// Takes two bytes for each word of the space; GateError where they are not to be had.
  explicit Gate(Definition definition);
  ~Gate();

  /// Counts how often the multiset `words`, indices of the space, covers each word. Throws
  /// GateError.
  GateReport recount(std::span<const Candidate> words, int mu);

 private:
  void mark_all(std::span<const Candidate> words);
  void mark_class(Candidate centre, std::span<const Candidate> words);

  Definition definition_;
  std::vector<std::uint16_t> counts_;
  std::unique_ptr<class GateBall> ball_;  ///< Of the class marked last.
};

}  // namespace coldcore::search
