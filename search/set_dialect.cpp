// SPDX-License-Identifier: Apache-2.0
#include "set_dialect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "number_reader.hpp"
#include "problem.hpp"

namespace coldcore::search {
namespace {

struct NamedDialect {
  SetDialect dialect;
  std::string_view name;
  std::string_view title;
};

constexpr std::array<NamedDialect, 4> kDialects = {{
    {SetDialect::kOrLibrary, "or", "an OR-Library instance, row by row"},
    {SetDialect::kRail, "rail", "a rail instance, column by column"},
    {SetDialect::kSteiner, "sts", "Steiner triples"},
    {SetDialect::kSets, "sets", "one set a line"},
}};

bool in_range(std::int64_t value, std::int64_t low, std::int64_t high) {
  return value >= low && value <= high;
}

/// Whether numbers fit lists that are each led by their length. `leading` costs stand before all
/// lists, `each` before every one. A cost of 0 is remembered: no file may have one, but one that
/// fits apart from that is best told so.
class ListsFit {
 public:
  ListsFit(std::int64_t leading, std::int64_t each, std::int64_t lists, std::int64_t most)
      : single_(leading + each), each_(each), lists_(lists), most_(most) {}

  bool complete() const { return lists_ == 0; }
  bool free_cost() const { return free_cost_; }

  bool take(std::int64_t value) {
    if (lists_ == 0) return false;
    if (single_ > 0) return take_cost(value);
    if (!in_list_) return begin_list(value);
    if (!in_range(value, 1, most_)) return false;
    if (--left_ == 0) end_list();
    return true;
  }

 private:
  bool take_cost(std::int64_t value) {
    --single_;
    free_cost_ = free_cost_ || value == 0;
    return true;
  }

  bool begin_list(std::int64_t length) {
    if (!in_range(length, 0, most_)) return false;
    in_list_ = true;
    left_ = length;
    if (length == 0) end_list();
    return true;
  }

  void end_list() {
    in_list_ = false;
    single_ = each_;
    --lists_;
  }

  std::int64_t single_;
  std::int64_t each_;
  std::int64_t lists_;
  std::int64_t most_;
  bool in_list_ = false;
  bool free_cost_ = false;
  std::int64_t left_ = 0;
};

/// Whether numbers fit so many lines of three.
class TriplesFit {
 public:
  TriplesFit(std::int64_t triples, std::int64_t most) : left_(triples), most_(most) {}

  bool complete() const { return left_ == 0 && place_ == 0; }

  bool take(std::int64_t value, std::int64_t line) {
    if (left_ == 0 || !in_range(value, 1, most_)) return false;
    if ((place_ == 0) != (line != line_)) return false;
    line_ = line;
    place_ = (place_ + 1) % 3;
    if (place_ == 0) --left_;
    return true;
  }

 private:
  std::int64_t left_;
  std::int64_t most_;
  int place_ = 0;
  std::int64_t line_ = 0;
};

/// The structures that the numbers behind the first line still fit.
class Structures {
 public:
  Structures(std::int64_t first, std::int64_t second)
      : or_library_(second, 0, first, second), rail_(0, 1, second, first), steiner_(second, first) {
    fits_.fill(in_range(first, 1, kMostNumbered) && in_range(second, 1, kMostNumbered));
  }

  void take(std::int64_t value, std::int64_t line) {
    fits_[0] = fits_[0] && or_library_.take(value);
    fits_[1] = fits_[1] && rail_.take(value);
    fits_[2] = fits_[2] && steiner_.take(value, line);
  }

  void end() {
    fits_[0] = fits_[0] && or_library_.complete();
    fits_[1] = fits_[1] && rail_.complete();
    fits_[2] = fits_[2] && steiner_.complete();
  }

  /// True if further numbers can change nothing.
  bool settled() const { return count(fits_) <= 1; }

  /// True if several fit without a fault.
  bool ambiguous() const { return count(exact_fits()) > 1; }

  /// The one that fits, else the first that fits but for a cost of 0.
  std::optional<SetDialect> best() const {
    const Fits fits = count(exact_fits()) > 0 ? exact_fits() : fits_;
    if (fits[0]) return SetDialect::kOrLibrary;
    if (fits[1]) return SetDialect::kRail;
    if (fits[2]) return SetDialect::kSteiner;
    return std::nullopt;
  }

 private:
  using Fits = std::array<bool, 3>;

  static int count(const Fits& fits) { return fits[0] + fits[1] + fits[2]; }

  Fits exact_fits() const {
    return {fits_[0] && !or_library_.free_cost(), fits_[1] && !rail_.free_cost(), fits_[2]};
  }

  ListsFit or_library_;
  ListsFit rail_;
  TriplesFit steiner_;
  Fits fits_{};
};

SetDialect dialect_by_structure(NumberReader& numbers, Structures structures, std::int64_t third) {
  std::int64_t value = third;
  do {
    structures.take(value, numbers.line());
    if (structures.settled()) break;
  } while (numbers.next(value));
  if (!structures.settled()) structures.end();
  const std::optional<SetDialect> best = structures.best();
  if (best && !structures.ambiguous()) return *best;
  numbers.complain(fmt::format(
      "{}: say with --format whether it is or, rail, sts, or sets if each line is a set",
      best ? "up to here the numbers fit more than one format"
           : "up to here the first line was taken for rows and columns, but the numbers fit no "
             "such format"));
}

}  // namespace

std::string_view dialect_name(SetDialect dialect) {
  return std::ranges::find(kDialects, dialect, &NamedDialect::dialect)->name;
}

std::string_view dialect_title(SetDialect dialect) {
  return std::ranges::find(kDialects, dialect, &NamedDialect::dialect)->title;
}

std::optional<SetDialect> dialect_of(std::string_view name) {
  const auto* const found = std::ranges::find(kDialects, name, &NamedDialect::name);
  if (found == kDialects.end()) return std::nullopt;
  return found->dialect;
}

SetDialect detect_dialect(const std::filesystem::path& path) {
  NumberReader numbers(path);
  std::int64_t first = 0;
  std::int64_t second = 0;
  std::int64_t third = 0;
  if (!numbers.next(first)) numbers.complain("the file holds no numbers: not an instance");
  const std::int64_t line = numbers.line();
  if (!numbers.next(second) || numbers.line() != line) return SetDialect::kSets;
  if (!numbers.next(third) || numbers.line() == line) return SetDialect::kSets;
  if (numbers.first_comment() != 0) return SetDialect::kSets;
  return dialect_by_structure(numbers, Structures(first, second), third);
}

}  // namespace coldcore::search
