// SPDX-License-Identifier: Apache-2.0
#include "request.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "failure.hpp"
#include "set_dialect.hpp"

namespace coldcore::problems {
namespace {

template <class... Args>
[[noreturn]] void refuse(fmt::format_string<Args...> format, Args&&... args) {
  throw Failure(COLDCORE_SEARCH_E_ARGUMENT, fmt::format(format, std::forward<Args>(args)...));
}

template <class Struct>
Struct read_struct(const Struct* given, std::size_t least, const char* what) {
  if (given == nullptr) throw Failure(COLDCORE_SEARCH_E_NULL, fmt::format("{} is NULL", what));
  if (given->struct_size < least) {
    refuse("{}.struct_size is {}: set it to sizeof, which was never less than {}", what,
           given->struct_size, least);
  }
  Struct known{};
  std::memcpy(&known, given, std::min<std::size_t>(given->struct_size, sizeof known));
  return known;
}

void check_common(const coldcore_search_problem& problem) {
  if (problem.mu < 0 || problem.mu > 65'535) {
    refuse("mu is {}: it has to be in 1..65535", problem.mu);
  }
  if (problem.distinct != 0 && problem.distinct != 1) {
    refuse("distinct is {}: it has to be 0 or 1", problem.distinct);
  }
  if (problem.n < 0 || problem.n > 16) refuse("n is {}: it has to be in 1..16", problem.n);
  if (problem.n > 0 && problem.axes == nullptr) {
    throw Failure(COLDCORE_SEARCH_E_NULL, "axes is NULL");
  }
  if (problem.format != nullptr && !search::dialect_of(problem.format)) {
    refuse("format is \"{}\": it has to be or, rail, sts or sets", problem.format);
  }
}

/// Through the text, whose reader knows all limits.
std::string axes_text(const coldcore_search_problem& problem) {
  const std::vector<int> axes(problem.axes, problem.axes + problem.n);
  for (const int size : axes) {
    if (size < 1) refuse("an axis of size {}: sizes are 2 or more", size);
  }
  return search::format_axes(axes);
}

void require_product(const coldcore_search_problem& problem) {
  if (problem.family == nullptr || *problem.family == '\0') {
    throw Failure(COLDCORE_SEARCH_E_NULL, "family is NULL or empty");
  }
  if (problem.n < 1) refuse("n is {}: it has to be in 1..16", problem.n);
  if (problem.radius < 0) refuse("radius is {}: it has to be at least 0", problem.radius);
}

}  // namespace

coldcore_search_problem checked_problem(const coldcore_search_problem* problem) {
  return read_struct(problem, sizeof(coldcore_search_problem), "problem");
}

coldcore_search_options checked_options(const coldcore_search_options* options) {
  if (options == nullptr) return {};
  coldcore_search_options known = read_struct(options, sizeof(coldcore_search_options), "options");
  if (known.threads < 0 || known.threads > 1024) {
    refuse("threads is {}: it has to be in 0..1024", known.threads);
  }
  if (!(known.seconds >= 0 && known.seconds <= 1e9)) {
    refuse("seconds is {}: it has to be in 0..1e9", known.seconds);
  }
  if (known.iterations < 0) refuse("iterations is {}: it has to be at least 0", known.iterations);
  if (known.target < 0) refuse("target is {}: it has to be at least 0", known.target);
  if (known.group_count < 0) refuse("group_count is {}", known.group_count);
  if (known.group_count > 0 && known.group == nullptr) {
    throw Failure(COLDCORE_SEARCH_E_NULL, "group is NULL");
  }
  for (std::int64_t i = 0; i < known.group_count; ++i) {
    if (known.group[i] == nullptr) {
      throw Failure(COLDCORE_SEARCH_E_NULL, fmt::format("group[{}] is NULL", i));
    }
  }
  return known;
}

ProblemOptions problem_beside_file(const coldcore_search_problem& problem) {
  check_common(problem);
  ProblemOptions options;
  if (problem.mu != 0) options.mu = problem.mu;
  options.distinct = problem.distinct == 1;
  switch (problem.kind) {
    case COLDCORE_PROBLEM_UNKNOWN:
      return options;
    case COLDCORE_PROBLEM_PRODUCT:
      options.kind = ProblemKind::kProduct;
      if (problem.family != nullptr) options.family = problem.family;
      if (problem.n > 0) options.axes = axes_text(problem);
      if (problem.radius >= 0) options.radius = problem.radius;
      return options;
    case COLDCORE_PROBLEM_DESIGN:
      options.kind = ProblemKind::kDesign;
      if (problem.v != 0 || problem.k != 0 || problem.t != 0) {
        options.design = fmt::format("{},{},{}", problem.v, problem.k, problem.t);
      }
      return options;
    case COLDCORE_PROBLEM_SET_COVER:
      options.kind = ProblemKind::kSetCover;
      if (problem.instance != nullptr) options.instance = problem.instance;
      if (problem.format != nullptr) options.format = problem.format;
      return options;
    default:
      refuse("kind is {}: it is no COLDCORE_PROBLEM_*", problem.kind);
  }
}

ProblemOptions whole_problem(const coldcore_search_problem& problem) {
  ProblemOptions options = problem_beside_file(problem);
  options.mu = options.mu.value_or(1);
  if (!options.kind) refuse("kind is COLDCORE_PROBLEM_UNKNOWN, which is for files");
  if (options.kind == ProblemKind::kProduct) require_product(problem);
  if (options.kind == ProblemKind::kDesign) {
    options.design = fmt::format("{},{},{}", problem.v, problem.k, problem.t);
  }
  if (options.kind == ProblemKind::kSetCover && options.instance.empty()) {
    throw Failure(COLDCORE_SEARCH_E_NULL, "instance is NULL or empty");
  }
  return options;
}

int width_of(const coldcore_search_problem& problem) {
  if (problem.kind == COLDCORE_PROBLEM_PRODUCT) return problem.n;
  return problem.kind == COLDCORE_PROBLEM_DESIGN ? problem.k : 1;
}

std::span<const std::int32_t> checked_rows(const std::int32_t* rows, std::int64_t count, int width,
                                           const char* what) {
  if (count < 0 || count > std::numeric_limits<std::int64_t>::max() / 64) {
    refuse("the number of {} is {}", what, count);
  }
  if (count == 0) return {};
  if (rows == nullptr) throw Failure(COLDCORE_SEARCH_E_NULL, fmt::format("{} is NULL", what));
  return {rows, static_cast<std::size_t>(count) * static_cast<std::size_t>(width)};
}

std::vector<search::Candidate> words_of(std::span<const std::int32_t> rows,
                                        std::span<const int> axes) {
  std::vector<search::Candidate> words;
  words.reserve(rows.size() / axes.size());
  for (std::size_t at = 0; at < rows.size(); at += axes.size()) {
    search::Candidate word = 0;
    for (std::size_t j = axes.size(); j-- > 0;) {
      const std::int32_t digit = rows[at + j];
      if (digit < 0 || digit >= axes[j]) {
        refuse("word {}: digit {} is {}; axis {} has the digits 0..{}", words.size(), j, digit, j,
               axes[j] - 1);
      }
      word = word * axes[j] + digit;
    }
    words.push_back(word);
  }
  return words;
}

std::vector<int> blocks_of(std::span<const std::int32_t> rows, int v, int k) {
  std::vector<int> points(rows.begin(), rows.end());
  const auto size = static_cast<std::size_t>(k);
  for (std::size_t at = 0; at < points.size(); at += size) {
    const auto block = std::span(points).subspan(at, size);
    std::ranges::sort(block);
    if (block.front() < 1 || block.back() > v) {
      refuse("block {}: its points have to be in 1..{}", at / size, v);
    }
    const auto twice = std::ranges::adjacent_find(block);
    if (twice != block.end()) refuse("block {}: point {} occurs twice", at / size, *twice);
    for (int& point : block) --point;
  }
  return points;
}

std::vector<search::Candidate> sets_of(std::span<const std::int32_t> rows, std::int64_t sets) {
  std::vector<search::Candidate> members;
  members.reserve(rows.size());
  for (const std::int32_t number : rows) {
    if (number < 1 || number > sets) {
      refuse("set {}: the instance has the sets 1..{}", number, sets);
    }
    members.push_back(number - 1);
  }
  return members;
}

}  // namespace coldcore::problems
