// SPDX-License-Identifier: Apache-2.0
//
// What a host of the search has to know of a covering problem, whatever its kind.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "gate.hpp"
#include "known_bounds.hpp"
#include "oracle.hpp"
#include "stated_problem.hpp"

namespace coldcore::problems {

/// What a problem calls its candidates and its points, in the singular.
struct Names {
  std::string member;     ///< "word", "block", "set".
  std::string point;      ///< "word", "4-subset", "element".
  bool product = true;    ///< Candidates and points are the same, so points need no name.
  bool weighted = false;  ///< Candidates have costs of their own.
};

/// What identifies a run's cover file beside the problem.
struct Origin {
  std::uint64_t seed = 0;
  std::string command;
  /// Generators of the symmetries that the last cover was found with; null where none are used.
  const std::vector<std::string>* group = nullptr;
};

/// A cover as a file has it.
struct StoredCover {
  std::vector<search::Candidate> members;
  std::vector<std::uint32_t> lines;  ///< Line of each member, from 1.
  bool names_problem = false;        ///< The file says that it is for this very problem.
};

/// What independent code counted.
struct Recount {
  search::GateReport coverage;
  std::int64_t cost = 0;
};

/// Recounts a list of candidates. Throws GateError.
using Gate = std::function<Recount(std::span<const search::Candidate>)>;

/// One problem. All functions may throw what reading its files throws.
class CoverTask {
 public:
  virtual ~CoverTask() = default;

  /// How messages call it: "hamming 3^6 R=1", "C(11,5,4) mu=2", "scp41.txt".
  virtual std::string title() const = 0;
  /// One line that is the same for equal problems only.
  virtual std::string identity() const { return title(); }
  /// What its cover files say that they are for.
  virtual StatedProblem statement() const = 0;
  virtual const Names& names() const = 0;
  virtual nlohmann::ordered_json json() const = 0;
  virtual int mu() const = 0;
  virtual bool distinct() const = 0;
  virtual std::int64_t candidate_count() const = 0;
  /// The most members that the engine holds.
  virtual std::int64_t capacity() const = 0;
  virtual std::int64_t cost(std::span<const search::Candidate> members) const {
    return static_cast<std::int64_t>(members.size());
  }
  /// A member as its file has it.
  virtual std::string member_text(search::Candidate member) const = 0;
  /// Always with a lower bound.
  virtual const search::KnownBounds& bounds() const = 0;

  virtual std::filesystem::path default_path() const = 0;
  /// The content of a cover file.
  virtual std::string file_text(std::span<const search::Candidate> members,
                                const Origin& origin) const = 0;
  virtual StoredCover read(const std::filesystem::path& file) const = 0;

  /// One line about a file that the problem was read from and that is another one now; empty if
  /// all are as they were.
  virtual std::string changed_since() const { return {}; }

  /// What to try where oracle and gate contradict each other and coldcore alone need not be to
  /// blame; "" where it is.
  virtual std::string advice() const { return ""; }

  /// The gate, which shares nothing with the oracle.
  virtual Gate open_gate() const = 0;
  /// The engine's cell. The task has to outlive it, and there is one at a time.
  virtual std::unique_ptr<search::Oracle> open_oracle() const = 0;
};

/// "73 words", "66 blocks", or "cost 429" where candidates have costs.
std::string amount_text(const Names& names, std::int64_t cost);

/// " mu=2 distinct", the parts that are not the default.
std::string mu_text(int mu, bool distinct);

/// "-mu2-distinct", for file names.
std::string mu_suffix(int mu, bool distinct);

}  // namespace coldcore::problems
