// SPDX-License-Identifier: Apache-2.0
#include "group_text.hpp"

#include <coldcore/plugin.h>
#include <fmt/format.h>

#include <optional>
#include <utility>

#include "group_reader.hpp"
#include "problem.hpp"
#include "translations.hpp"
#include "word_parser.hpp"

namespace coldcore::search {
namespace {

/// The digits of a word behind `what`.
std::vector<int> parse_digits(std::string_view what, std::string_view word,
                              std::span<const int> axes) {
  const ParsedWord parsed = WordParser({axes.begin(), axes.end()}).parse(word);
  if (!parsed.error.empty()) {
    throw InputError(
        fmt::format("'{} {}': character {}: {}", what, shown(word), parsed.column, parsed.error));
  }
  std::vector<int> digits;
  Candidate rest = parsed.index;
  for (const int size : axes) {
    digits.push_back(static_cast<int>(rest % size));
    rest /= size;
  }
  return digits;
}

/// Reads one generator.
class SymmetryParser {
 public:
  SymmetryParser(std::string_view text, std::span<const int> axes)
      : text_(text), axes_(axes), result_(identity(axes)) {}

  Symmetry parse() {
    for (std::string_view rest = text_; !rest.empty();) {
      const std::size_t end = rest.find(';');
      read_part(trimmed(rest.substr(0, end)));
      rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
    return result_;
  }

 private:
  void read_part(std::string_view part) {
    std::string_view rest = part;
    const std::string_view what = take_word(rest);
    if (what == "axes") return read_axes(rest);
    if (what == "digits") return read_digits(rest);
    if (what == "translate") {
      return then(circular_translation(axes_, parse_digits(what, rest, axes_)));
    }
    if (what == "add") return read_sum(rest);
    throw InputError(fmt::format(
        "'{}' is neither a file nor 'axes (1 2)', 'digits 1 (0 1)', 'translate WORD', 'add WORD', "
        "'code gf4 WORD' or, alone, random, symmetries, translations or cyclic",
        shown(part)));
  }

  void then(const Symmetry& step) { result_ = composed(result_, step); }

  void read_axes(std::string_view text) {
    const int n = static_cast<int>(axes_.size());
    const std::vector<int> moved = parse_cycles(text, 1, n, "axis");
    for (std::size_t j = 0; j < moved.size(); ++j) {
      const auto to = static_cast<std::size_t>(moved[j]);
      if (axes_[j] == axes_[to]) continue;
      throw InputError(
          fmt::format("axis {} has {} digits and axis {} has {}: they cannot change places", j + 1,
                      axes_[j], to + 1, axes_[to]));
    }
    Symmetry step = identity(axes_);
    step.axis = moved;
    then(step);
  }

  void read_digits(std::string_view text) {
    const std::string_view name = take_word(text);
    const int n = static_cast<int>(axes_.size());
    const std::optional<int> axis = number_of(name);
    if (name != "*" && (!axis || *axis < 1 || *axis > n)) {
      throw InputError(
          fmt::format("'digits {}': there are axes 1 to {}, and * for all", shown(name), n));
    }
    Symmetry step = identity(axes_);
    for (int j = 0; j < n; ++j) {
      if (axis && *axis != j + 1) continue;
      const auto at = static_cast<std::size_t>(j);
      step.digit[at] = parse_cycles(text, 0, axes_[at], "digit");
    }
    then(step);
  }

  void read_sum(std::string_view word) {
    const std::vector<int> digits = parse_digits("add", word, axes_);
    for (std::size_t j = 0; j < axes_.size(); ++j) {
      if (digits[j] == 0 || prime_power(axes_[j])) continue;
      throw InputError(fmt::format("'add {}': there is no field of {} elements for axis {}", word,
                                   axes_[j], j + 1));
    }
    then(field_translation(axes_, digits));
  }

  std::string_view text_;
  std::span<const int> axes_;
  Symmetry result_;
};

/// "code gf4 1012", behind its first word.
std::vector<Symmetry> parse_code(std::string_view text, std::span<const int> axes) {
  const std::string_view name = take_word(text);
  const auto size = name.starts_with("gf") ? number_of(name.substr(2)) : std::nullopt;
  if (!size || *size < 2 || *size > COLDCORE_MAX_AXIS || !prime_power(*size)) {
    throw InputError(fmt::format("'code {}': '{}' is no field such as gf4, of at most {} elements",
                                 shown(name), shown(name), COLDCORE_MAX_AXIS));
  }
  const std::vector<int> row = parse_digits(fmt::format("code {}", name), text, axes);
  for (std::size_t j = 0; j < axes.size(); ++j) {
    if (row[j] == 0 || axes[j] == *size) continue;
    throw InputError(fmt::format("'code {} {}': axis {} has {} digits, not {}", name, text, j + 1,
                                 axes[j], *size));
  }
  return code_translations(axes, FiniteField(*size), row);
}

/// The word whose digits are where 0 goes, if axes stay.
std::optional<std::vector<int>> images_of_zero(const Symmetry& symmetry) {
  std::vector<int> word;
  for (std::size_t j = 0; j < symmetry.axis.size(); ++j) {
    if (symmetry.axis[j] != static_cast<int>(j)) return std::nullopt;
    word.push_back(symmetry.digit[j].front());
  }
  return word;
}

/// "translate 110" or "add 110", if that is all that happens; "" else, and for the identity.
std::string format_translation(const Symmetry& symmetry) {
  const auto word = images_of_zero(symmetry);
  if (!word) return "";
  std::vector<int> axes;
  bool fields = true;
  Candidate index = 0;
  for (std::size_t j = word->size(); j-- > 0;) {
    axes.insert(axes.begin(), static_cast<int>(symmetry.digit[j].size()));
    index = index * axes.front() + (*word)[j];
    fields = fields && ((*word)[j] == 0 || prime_power(axes.front()));
  }
  if (index == 0) return "";
  if (symmetry == circular_translation(axes, *word)) return "translate " + format_word(index, axes);
  if (fields && symmetry == field_translation(axes, *word)) {
    return "add " + format_word(index, axes);
  }
  return "";
}

Symmetry cyclic(std::span<const int> axes) {
  Symmetry shift = identity(axes);
  for (std::size_t j = 0; j < axes.size(); ++j) {
    if (axes[j] != axes[0]) {
      throw InputError("group 'cyclic': the axes differ in size, so they cannot change places");
    }
    shift.axis[j] = static_cast<int>((j + 1) % axes.size());
  }
  return shift;
}

/// "random 2" and the like. False if the text is something else.
bool parse_random(std::string_view text, GroupPlan& plan) {
  std::string_view rest = text;
  const std::string_view kind = take_word(rest);
  const bool symmetries = kind == "random" || kind == "symmetries";
  const bool translations = kind == "random" || kind == "translations";
  if (!symmetries && !translations) return false;
  const int count = parse_generator_count(rest, text);
  plan.random_symmetries = plan.random_symmetries || symmetries;
  plan.random_translations = plan.random_translations || translations;
  if (count > 0) plan.generators = count;
  return true;
}

}  // namespace

Symmetry parse_symmetry(std::string_view text, std::span<const int> axes) try {
  return SymmetryParser(text, axes).parse();
} catch (const InputError& error) {
  throw InputError(fmt::format("group '{}': {}", shown(text), error.what()));
}

std::vector<Symmetry> parse_generators(std::string_view text, std::span<const int> axes) {
  std::string_view rest = text;
  if (take_word(rest) != "code") return {parse_symmetry(text, axes)};
  try {
    return parse_code(rest, axes);
  } catch (const InputError& error) {
    throw InputError(fmt::format("group '{}': {}", shown(text), error.what()));
  }
}

std::string format_symmetry(const Symmetry& symmetry) {
  std::string text = format_translation(symmetry);
  if (!text.empty()) return text;
  for (std::size_t j = 0; j < symmetry.digit.size(); ++j) {
    const std::string cycles = format_cycles(symmetry.digit[j], 0);
    if (!cycles.empty()) text += fmt::format("digits {} {}; ", j + 1, cycles);
  }
  const std::string cycles = format_cycles(symmetry.axis, 1);
  if (!cycles.empty()) return text + "axes " + cycles;
  return text.empty() ? "axes (1)" : text.substr(0, text.size() - 2);
}

GroupPlan parse_group(std::span<const std::string> texts, std::span<const int> axes) {
  GroupPlan plan;
  const auto take_name = [&](std::string_view text) {
    if (text != "cyclic") return parse_random(text, plan);
    plan.fixed.push_back(cyclic(axes));
    return true;
  };
  read_group(texts, take_name, [&](std::string_view text) {
    for (Symmetry& generator : parse_generators(text, axes)) {
      plan.fixed.push_back(std::move(generator));
    }
  });
  return plan;
}

}  // namespace coldcore::search
