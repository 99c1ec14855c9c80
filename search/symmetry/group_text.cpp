// SPDX-License-Identifier: Apache-2.0
#include "group_text.hpp"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <numeric>
#include <optional>
#include <utility>

#include "line_reader.hpp"
#include "problem.hpp"
#include "word_parser.hpp"

namespace coldcore::search {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r";
  const std::size_t begin = text.find_first_not_of(kBlank);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlank) - begin + 1);
}

/// Takes the first word off.
std::string_view take_word(std::string_view& text) {
  const std::size_t end = text.find_first_of(" \t(");
  const std::string_view word = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view() : trimmed(text.substr(end));
  return word;
}

std::optional<int> number_of(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
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
    if (what == "translate") return read_translation(rest);
    complain(fmt::format(
        "'{}' is neither a file nor 'axes (1 2)', 'digits 1 (0 1)', 'translate WORD' or, alone, "
        "random, symmetries, translations or cyclic",
        part));
  }

  void read_axes(std::string_view text) {
    const int n = static_cast<int>(axes_.size());
    const std::vector<int> moved = read_cycles(text, 1, n, "axis");
    for (std::size_t j = 0; j < moved.size(); ++j) {
      const auto to = static_cast<std::size_t>(moved[j]);
      if (axes_[j] == axes_[to]) continue;
      complain(fmt::format("axis {} has {} digits and axis {} has {}: they cannot change places",
                           j + 1, axes_[j], to + 1, axes_[to]));
    }
    Symmetry step = identity(axes_);
    step.axis = moved;
    result_ = composed(result_, step);
  }

  void read_digits(std::string_view text) {
    const std::string_view name = take_word(text);
    const int n = static_cast<int>(axes_.size());
    const std::optional<int> axis = number_of(name);
    if (name != "*" && (!axis || *axis < 1 || *axis > n)) {
      complain(fmt::format("'digits {}': there are axes 1 to {}, and * for all", name, n));
    }
    Symmetry step = identity(axes_);
    for (int j = 0; j < n; ++j) {
      if (axis && *axis != j + 1) continue;
      const auto at = static_cast<std::size_t>(j);
      step.digit[at] = read_cycles(text, 0, axes_[at], "digit");
    }
    result_ = composed(result_, step);
  }

  void read_translation(std::string_view word) {
    const ParsedWord parsed = WordParser({axes_.begin(), axes_.end()}).parse(word);
    if (!parsed.error.empty()) {
      complain(fmt::format("'translate {}': character {}: {}", word, parsed.column, parsed.error));
    }
    Symmetry step = identity(axes_);
    Candidate rest = parsed.index;
    for (std::size_t j = 0; j < axes_.size(); rest /= axes_[j++]) {
      const int by = static_cast<int>(rest % axes_[j]);
      for (int& digit : step.digit[j]) digit = (digit + by) % axes_[j];
    }
    result_ = composed(result_, step);
  }

  /// A permutation of 0..count-1, from cycles of numbers that count from `first`.
  std::vector<int> read_cycles(std::string_view text, int first, int count, const char* what) {
    std::vector<int> to(static_cast<std::size_t>(count));
    std::iota(to.begin(), to.end(), 0);
    std::vector<bool> seen(to.size());
    if (text.empty())
      complain(fmt::format("cycles are missing, such as ({} {})", first, first + 1));
    while (!text.empty()) {
      const std::size_t end = text.find(')');
      if (text.front() != '(' || end == std::string_view::npos) {
        complain(fmt::format("'{}' is no cycle such as ({} {})", text, first, first + 1));
      }
      const std::vector<int> cycle = read_cycle(text.substr(1, end - 1), first, count, what);
      for (std::size_t i = 0; i < cycle.size(); ++i) {
        const auto from = static_cast<std::size_t>(cycle[i]);
        if (seen[from]) complain(fmt::format("{} {} occurs twice", what, cycle[i] + first));
        seen[from] = true;
        to[from] = cycle[(i + 1) % cycle.size()];
      }
      text = trimmed(text.substr(end + 1));
    }
    return to;
  }

  std::vector<int> read_cycle(std::string_view text, int first, int count, const char* what) {
    std::vector<int> cycle;
    for (text = trimmed(text); !text.empty();) {
      const std::size_t end = text.find_first_of(" \t,");
      const std::string_view word = text.substr(0, end);
      const std::optional<int> value = number_of(word);
      if (!value || *value < first || *value >= first + count) {
        complain(fmt::format("'{}' is no {}: they go from {} to {}", word, what, first,
                             first + count - 1));
      }
      cycle.push_back(*value - first);
      text = end == std::string_view::npos ? std::string_view() : trimmed(text.substr(end + 1));
    }
    return cycle;
  }

  [[noreturn]] void complain(const std::string& message) const {
    throw InputError(fmt::format("group '{}': {}", text_, message));
  }

  std::string_view text_;
  std::span<const int> axes_;
  Symmetry result_;
};

/// Cycles of a permutation, those of length 1 left out.
std::string format_cycles(std::span<const int> to, int first) {
  std::string text;
  std::vector<bool> seen(to.size());
  for (std::size_t begin = 0; begin < to.size(); ++begin) {
    if (seen[begin] || to[begin] == static_cast<int>(begin)) continue;
    text += '(';
    for (std::size_t at = begin; !seen[at]; at = static_cast<std::size_t>(to[at])) {
      seen[at] = true;
      text += fmt::format("{}{}", at == begin ? "" : " ", static_cast<int>(at) + first);
    }
    text += ')';
  }
  return text;
}

/// The word that is added, if that is all that happens; nothing for the identity.
std::optional<std::string> translation_of(const Symmetry& symmetry) {
  constexpr std::string_view kBase36 = "0123456789abcdefghijklmnopqrstuvwxyz";
  std::string word;
  bool moves = false;
  for (std::size_t j = 0; j < symmetry.axis.size(); ++j) {
    const std::vector<int>& to = symmetry.digit[j];
    if (symmetry.axis[j] != static_cast<int>(j) || to.size() > kBase36.size()) return std::nullopt;
    for (std::size_t a = 0; a < to.size(); ++a) {
      const auto moved = (a + static_cast<std::size_t>(to[0])) % to.size();
      if (to[a] != static_cast<int>(moved)) return std::nullopt;
    }
    moves = moves || to[0] != 0;
    word += kBase36[static_cast<std::size_t>(to[0])];
  }
  if (!moves) return std::nullopt;
  return word;
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
  std::string_view rest = trimmed(text);
  const std::string_view kind = take_word(rest);
  const bool symmetries = kind == "random" || kind == "symmetries";
  const bool translations = kind == "random" || kind == "translations";
  if (!symmetries && !translations) return false;
  constexpr int kMostGenerators = 64;
  const std::optional<int> count = number_of(rest);
  if (!rest.empty() && (!count || *count < 1 || *count > kMostGenerators)) {
    throw InputError(fmt::format("group '{}': '{}' is no number of generators, 1 to {}", text, rest,
                                 kMostGenerators));
  }
  plan.random_symmetries = plan.random_symmetries || symmetries;
  plan.random_translations = plan.random_translations || translations;
  if (count) plan.generators = *count;
  return true;
}

void read_file(const std::filesystem::path& path, std::span<const int> axes, GroupPlan& plan) {
  const std::size_t before = plan.fixed.size();
  LineReader lines(path);
  std::string_view line;
  while (lines.next(line)) {
    const std::string_view text = trimmed(line.substr(0, line.find('#')));
    if (text.empty()) continue;
    try {
      plan.fixed.push_back(parse_symmetry(text, axes));
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}:{}: {}", path.string(), lines.line_number(), error.what()));
    }
  }
  if (plan.fixed.size() > before) return;
  throw InputError(fmt::format("group: there is no generator in {}", path.string()));
}

}  // namespace

Symmetry parse_symmetry(std::string_view text, std::span<const int> axes) {
  return SymmetryParser(text, axes).parse();
}

std::string format_symmetry(const Symmetry& symmetry) {
  if (const auto word = translation_of(symmetry)) return "translate " + *word;
  std::string text;
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
  for (const std::string& text : texts) {
    if (parse_random(text, plan)) continue;
    std::error_code ignored;
    if (trimmed(text) == "cyclic") {
      plan.fixed.push_back(cyclic(axes));
    } else if (std::filesystem::is_regular_file(text, ignored)) {
      read_file(text, axes, plan);
    } else {
      plan.fixed.push_back(parse_symmetry(trimmed(text), axes));
    }
  }
  return plan;
}

}  // namespace coldcore::search
