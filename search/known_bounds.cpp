// SPDX-License-Identifier: Apache-2.0
#include "known_bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "line_reader.hpp"

namespace coldcore::search {
namespace {

constexpr std::string_view kHeader = "axes,R,mu,words,lower,upper,exact,source";
constexpr std::size_t kColumns = 8;

/// Fields of a CSV line; a quoted one may hold commas, and a quote doubled.
std::vector<std::string> split_csv(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += line[++i];
    } else if (line[i] == '"') {
      quoted = !quoted;
    } else if (line[i] == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += line[i];
    }
  }
  if (quoted) throw InputError("a quote is not closed");
  return fields;
}

std::int64_t parse_positive(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 1) {
    throw InputError(fmt::format("\"{}\" is not a positive number", text));
  }
  return value;
}

std::vector<int> without_order(std::vector<int> axes) {
  std::sort(axes.begin(), axes.end(), std::greater<>());
  return axes;
}

/// One row of the file against one problem.
class Row {
 public:
  explicit Row(std::vector<std::string> fields) : fields_(std::move(fields)) {
    if (fields_.size() != kColumns) {
      throw InputError(fmt::format("{} columns, expected {}", fields_.size(), kColumns));
    }
    if (words() != "any" && words() != "set" && words() != "multiset") {
      throw InputError(fmt::format("\"{}\" is none of any, set, multiset", words()));
    }
    if (fields_[6] != "yes" && fields_[6] != "no") {
      throw InputError(fmt::format("\"{}\" is neither yes nor no", fields_[6]));
    }
  }

  bool is_for(const Problem& problem) const {
    return parse_positive(fields_[1]) == problem.radius &&
           parse_positive(fields_[2]) == problem.mu &&
           without_order(parse_axes(fields_[0])) == without_order(problem.axes);
  }

  void apply(const Problem& problem, KnownBounds& bounds) const {
    const bool same = problem.mu == 1 || words() == "any" || (words() == "set") == problem.distinct;
    if (!fields_[4].empty() && (same || problem.distinct)) {
      bounds.raise_lower({parse_positive(fields_[4]), fields_[7]});
    }
    if (!fields_[5].empty() && (same || !problem.distinct)) {
      bounds.reduce_upper({parse_positive(fields_[5]), fields_[7]});
    }
  }

 private:
  const std::string& words() const { return fields_[3]; }

  std::vector<std::string> fields_;
};

}  // namespace

void KnownBounds::raise_lower(Bound bound) {
  if (!lower || bound.size > lower->size) lower = std::move(bound);
}

void KnownBounds::reduce_upper(Bound bound) {
  if (!upper || bound.size < upper->size) upper = std::move(bound);
}

std::filesystem::path bounds_file_of(const std::filesystem::path& plugin) {
  std::filesystem::path file = plugin;
  return file.replace_extension(".bounds.csv");
}

KnownBounds read_known_bounds(const std::filesystem::path& file, const Problem& problem) {
  KnownBounds bounds;
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return bounds;
  LineReader lines(file);
  bool in_rows = false;
  for (std::string_view line; lines.next(line);) {
    if (line.empty() || line.front() == '#') continue;
    try {
      if (in_rows) {
        const Row row(split_csv(line));
        if (row.is_for(problem)) row.apply(problem, bounds);
      } else if (line != kHeader) {
        throw InputError(fmt::format("expected \"{}\"", kHeader));
      }
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}:{}: {}", file.string(), lines.line_number(), error.what()));
    }
    in_rows = true;
  }
  return bounds;
}

}  // namespace coldcore::search
