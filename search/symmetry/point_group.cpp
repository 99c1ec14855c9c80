// SPDX-License-Identifier: Apache-2.0
#include "point_group.hpp"

#include <fmt/format.h>

#include <numeric>
#include <optional>
#include <utility>

#include "group_reader.hpp"
#include "problem.hpp"

namespace coldcore::search {
namespace {

Permutation composed_permutation(const Permutation& first, const Permutation& then) {
  Permutation both;
  for (const int between : first) both.push_back(then[static_cast<std::size_t>(between)]);
  return both;
}

/// "13" or "2x13".
struct Repeated {
  int times = 0;
  int length = 0;
};

std::optional<Repeated> parse_repeated(std::string_view text) {
  const std::size_t x = text.find('x');
  const auto times = x == std::string_view::npos ? std::optional(1) : number_of(text.substr(0, x));
  const auto length = number_of(x == std::string_view::npos ? text : text.substr(x + 1));
  if (!times || !length || *times < 1 || *length < 1) return std::nullopt;
  return Repeated{*times, *length};
}

/// Reads one generator.
class PermutationParser {
 public:
  explicit PermutationParser(const PointNames& names)
      : names_(names), plural_(names.item + 's'), result_(identity_permutation(names.count)) {}

  Permutation parse(std::string_view text) {
    for (std::string_view rest = text; !rest.empty();) {
      const std::size_t end = rest.find(';');
      const Permutation step = read_part(trimmed(rest.substr(0, end)));
      result_ = composed_permutation(result_, step);
      rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
    return std::move(result_);
  }

 private:
  Permutation read_part(std::string_view part) const {
    std::string_view rest = part;
    const std::string_view what = take_word(rest);
    if (what == plural_) return parse_cycles(rest, names_.first, names_.count, names_.item);
    if (what == "cyclic") return on_cycles(rest, part, 1, 1);
    if (what == "multiply") return read_multiplier(rest, part);
    throw InputError(fmt::format(
        "'{}' is neither a file nor '{} (1 2 3)(4 5)', 'cyclic', 'cyclic 13', 'cyclic 2x13', "
        "'multiply 3 2x13'{}",
        shown(part), plural_, names_.item == "point" ? " or, alone, random" : ""));
  }

  Permutation read_multiplier(std::string_view text, std::string_view part) const {
    const std::string_view factor = take_word(text);
    const std::optional<int> by = number_of(factor);
    if (by && *by >= 1) return on_cycles(text, part, *by, 0);
    throw InputError(
        fmt::format("'{}': '{}' is no factor, a whole number from 1", shown(part), shown(factor)));
  }

  /// x becomes factor * x + shift in cycles of the lengths that are named, or in one of all.
  Permutation on_cycles(std::string_view lengths, std::string_view part, int factor,
                        int shift) const {
    Permutation to = identity_permutation(names_.count);
    if (lengths.empty()) return on_cycle(std::move(to), 0, names_.count, factor, shift, part);
    std::int64_t begin = 0;
    while (!lengths.empty()) {
      const std::string_view word = take_word(lengths);
      const std::optional<Repeated> cycles = parse_repeated(word);
      if (!cycles) {
        throw InputError(fmt::format("'{}': '{}' is no length of a cycle such as 13, and no 2x13",
                                     shown(part), shown(word)));
      }
      const std::int64_t end = begin + std::int64_t{cycles->times} * cycles->length;
      if (end > names_.count) {
        throw InputError(fmt::format("'{}': these cycles have {} {}, there are {}", shown(part),
                                     end, plural_, names_.count));
      }
      for (; begin < end; begin += cycles->length) {
        to = on_cycle(std::move(to), static_cast<int>(begin), cycles->length, factor, shift, part);
      }
    }
    return to;
  }

  static Permutation on_cycle(Permutation to, int begin, int length, int factor, int shift,
                              std::string_view part) {
    if (std::gcd(factor, length) != 1) {
      throw InputError(fmt::format("'{}': {} and the length {} have a common factor", shown(part),
                                   factor, length));
    }
    for (int x = 0; x < length; ++x) {
      const std::int64_t image = (std::int64_t{factor} * x + shift) % length;
      to[static_cast<std::size_t>(begin + x)] = begin + static_cast<int>(image);
    }
    return to;
  }

  const PointNames& names_;
  const std::string plural_;
  Permutation result_;
};

/// "random 2". False if the text is something else.
bool parse_random_points(std::string_view text, PointPlan& plan) {
  std::string_view rest = text;
  if (take_word(rest) != "random") return false;
  const int count = parse_generator_count(rest, text);
  plan.random = true;
  if (count > 0) plan.generators = count;
  return true;
}

}  // namespace

Permutation identity_permutation(int count) {
  Permutation to(static_cast<std::size_t>(count));
  std::iota(to.begin(), to.end(), 0);
  return to;
}

Permutation parse_permutation(std::string_view text, const PointNames& names) try {
  return PermutationParser(names).parse(text);
} catch (const InputError& error) {
  throw InputError(fmt::format("group '{}': {}", shown(text), error.what()));
}

std::string format_permutation(const Permutation& permutation, const PointNames& names) {
  const std::string cycles = format_cycles(permutation, names.first);
  return fmt::format("{}s {}", names.item,
                     cycles.empty() ? fmt::format("({})", names.first) : cycles);
}

PointPlan parse_point_group(std::span<const std::string> texts, const PointNames& names) {
  PointPlan plan;
  read_group(
      texts, [&](std::string_view text) { return parse_random_points(text, plan); },
      [&](std::string_view text) { plan.fixed.push_back(parse_permutation(text, names)); });
  return plan;
}

}  // namespace coldcore::search
