// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace coldcore::search {

/// One search of a campaign.
struct Try {
  std::size_t problem = 0;
  std::int64_t number = 0;  ///< Among the tries of its problem, from 0.
  std::size_t rung = 0;     ///< Which group of the problem's ladder.
  std::uint64_t seed = 0;
  double seconds = 0;

  bool operator==(const Try&) const = default;
};

/// Which search comes next. The tries of a problem follow from their numbers: they go up its ladder
/// again and again, each round with the next seed and twice the seconds. The problem that was given
/// the least time, the first of those, comes next. Everything is said in numbers, nothing looks at
/// a clock: a campaign goes on where its log ends.
class Schedule {
 public:
  /// The most seconds that a try has, however often they are doubled.
  static constexpr double kMostSeconds = 1e8;

  /// `rungs` has the length of each problem's ladder, `seconds` and `seed` are those of the first
  /// round. All positive but the seed, which is at most 2^63.
  Schedule(std::vector<std::size_t> rungs, std::uint64_t seed, double seconds);

  /// Try `number` of a problem, whether or not it will come.
  Try nth(std::size_t problem, std::int64_t number) const;

  /// What comes next, which is taken with that; nothing if there is nothing left to try.
  std::optional<Try> next();
  /// Takes a try that need not come any more, as one from a log.
  void take(std::size_t problem, std::int64_t number);
  /// Undoes next() or take(): this one will come again.
  void give_back(std::size_t problem, std::int64_t number);
  /// This group is of no use for this problem. Its tries will not come, and those taken are not
  /// counted as time given.
  void drop(std::size_t problem, std::size_t rung);
  /// Nothing more is to be tried on this problem.
  void close(std::size_t problem);

  /// Whether all groups of a problem have been dropped.
  bool exhausted(std::size_t problem) const;

 private:
  struct Progress {
    std::vector<bool> dropped;     ///< By rung.
    std::set<std::int64_t> taken;  ///< Numbers.
    bool closed = false;
  };

  bool open(std::size_t problem) const;
  double seconds_given(std::size_t problem) const;
  std::int64_t next_number(std::size_t problem) const;

  std::vector<Progress> problems_;
  std::uint64_t seed_;
  double seconds_;
};

}  // namespace coldcore::search
