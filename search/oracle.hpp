// SPDX-License-Identifier: Apache-2.0
//
// All that the search core sees of a problem: candidates that may be chosen, points that have to be
// covered, and exact marginals. Adapters bind it to an engine by symbol look-up; tests bind it to a
// table in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace coldcore::search {

/// Index of a candidate, and of a point. In a product space both number the words.
using Candidate = std::int64_t;
using Point = std::int64_t;

/// Which points count in a gather: those with too little coverage (cnt < mu) give the gain of a
/// candidate, those that would or do have no coverage to spare (1 <= cnt <= mu) give the loss of a
/// member.
enum class Role { kDeficient = 0, kCritical = 1 };

/// What candidates cost, >= 1 each. A view: the numbers belong to whoever made it, who sees to it
/// that mu times their sum stays below 2^62. No cover that a search builds costs more, so sums fit.
class Costs {
 public:
  /// All cost 1, so that cost and size are the same.
  Costs() = default;
  explicit Costs(std::span<const std::int64_t> of_candidates) : costs_(of_candidates) {}

  bool unit() const { return costs_.empty(); }
  std::int64_t of(Candidate candidate) const {
    return unit() ? 1 : costs_[static_cast<std::size_t>(candidate)];
  }
  std::int64_t total(std::span<const Candidate> candidates) const {
    if (unit()) return static_cast<std::int64_t>(candidates.size());
    std::int64_t sum = 0;
    for (const Candidate c : candidates) sum += of(c);
    return sum;
  }

 private:
  std::span<const std::int64_t> costs_;
};

/// An engine refused a call. `code` is its return code; the message is the engine's own line.
class OracleError : public std::runtime_error {
 public:
  OracleError(int code, const std::string& message) : std::runtime_error(message), code_(code) {}
  int code() const { return code_; }

 private:
  int code_;
};

/// Candidates of the current map with at least the threshold asked for.
struct Extraction {
  std::vector<Candidate> candidates;  ///< Ascending; at most the cap asked for.
  std::vector<std::int32_t> values;   ///< values[i] belongs to candidates[i].
  std::int64_t found = 0;             ///< How many there are in all.
};

/// Capability: the coverage relation as lists. Pure: safe from several threads at once.
class Incidence {
 public:
  virtual ~Incidence() = default;
  /// Upper bound of the number of (candidate, point) pairs; what explicit rows would have to hold.
  virtual std::int64_t entry_bound() const = 0;
  /// True if candidates and points are the same set and coverage is symmetric, so that one list
  /// serves both directions.
  virtual bool symmetric() const = 0;
  /// Replaces `out` by the points that c covers, ascending.
  virtual void points_of(Candidate c, std::vector<Point>& out) const = 0;
  /// Replaces `out` by the candidates that cover x, ascending.
  virtual void candidates_of(Point x, std::vector<Candidate>& out) const = 0;
};

/// One covering problem with its represented multiset of chosen candidates. A call that fails
/// throws OracleError and changes nothing.
class Oracle {
 public:
  virtual ~Oracle() = default;

  virtual std::int64_t candidate_count() const = 0;
  virtual std::int64_t point_count() const = 0;
  /// Multiplicity that every point needs.
  virtual int mu() const = 0;
  /// The most chosen occurrences the engine can represent.
  virtual std::int64_t capacity() const = 0;
  /// What the candidates cost; a view that lives as long as the oracle.
  virtual Costs costs() const { return {}; }

  /// Replaces the represented multiset.
  virtual void recount(std::span<const Candidate> chosen) = 0;
  /// Adds (sign +1) or removes (-1) occurrences.
  virtual void ball_update(std::span<const Candidate> chosen, int sign) = 0;
  /// out[i] = points of the role that c[i] covers, exact at the moment of the call. Where the
  /// engine weighs points or counts a covering more than once, this is by how much the deficit
  /// falls if c[i] is added (gain), or rises if an occurrence of it is removed (loss).
  virtual void ball_gather(std::span<const Candidate> c, Role role,
                           std::span<std::int32_t> out) = 0;

  /// Computes the gain, or the loss, of every candidate into the map. The map does not follow
  /// updates.
  virtual void gain_map() = 0;
  virtual void loss_map() = 0;
  /// Asks for a gain map that is kept exact while members come and go, so that gain_map costs next
  /// to nothing until loss_map is called. Answers are the same. False where the engine has no such
  /// thing or no memory for it.
  virtual bool track_gains() { return false; }
  virtual std::int32_t map_max() = 0;
  /// Candidates with map >= threshold: the first `cap` by index, and the true count.
  virtual Extraction map_extract(std::int32_t threshold, int cap) = 0;
  virtual void map_read_at(std::span<const Candidate> c, std::span<std::int32_t> out) = 0;

  /// Points with cnt == target.
  virtual std::int64_t count_eq(int target) = 0;
  /// Sum over the points of max(0, mu - cnt), times the point's weight where the engine has some: 0
  /// exactly when the represented multiset is a cover.
  virtual std::int64_t count_deficit() = 0;
  /// out[i] = cnt[offset + i].
  virtual void read_cnt(Point offset, std::span<std::int32_t> out) = 0;

  /// The coverage relation as lists, or nullptr where the engine does not offer it or where lists
  /// do not tell how often a candidate covers a point and that matters. Owned by the oracle.
  virtual const Incidence* incidence() const { return nullptr; }
};

}  // namespace coldcore::search
