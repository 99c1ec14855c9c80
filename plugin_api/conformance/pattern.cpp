// SPDX-License-Identifier: Apache-2.0
#include "pattern.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "note.hpp"

namespace coldcore::conformance {
namespace {

/// Follows patterns from one word.
class Walk {
 public:
  Walk(const Family& family, const Shape& shape, std::int64_t from)
      : family_(family), shape_(shape), from_(from) {
    digits_of(shape.ax, from, digits_);
    std::int64_t stride = 1;
    for (int j = 0; j < shape.n(); stride *= shape.ax[j++]) stride_[j] = stride;
  }

  /// The word that the pattern leads to; nullopt where the costs forbid it.
  std::optional<std::int64_t> step(const Pattern& pattern) const {
    std::int64_t word = from_;
    int total = 0;
    for (const auto [position, delta] : pattern.changes()) {
      const int ax = shape_.ax[position];
      const int target = (digits_[position] + delta) % ax;
      word += (target - digits_[position]) * stride_[position];
      if (family_.axis_cost == nullptr) continue;
      const int cost = family_.axis_cost(ax, shape_.R, digits_[position], target);
      if (cost < 0) return std::nullopt;
      total = family_.info->cost_rule == COLDCORE_COST_SUM ? total + cost : std::max(total, cost);
    }
    return total <= shape_.R ? std::optional(word) : std::nullopt;
  }

 private:
  const Family& family_;
  const Shape& shape_;
  std::int64_t from_;
  int digits_[COLDCORE_MAX_N] = {};
  std::int64_t stride_[COLDCORE_MAX_N] = {};
};

}  // namespace

Pattern v1_pattern(std::uint64_t entry) {
  Pattern pattern;
  for (; (entry & 0xFF) != 0; entry >>= 8) {
    pattern.steps[pattern.weight++] = {static_cast<int>(entry >> 4 & 15),
                                       static_cast<int>(entry & 15)};
  }
  return pattern;
}

Pattern ox_pattern(std::uint16_t mask, std::uint64_t offs) {
  Pattern pattern;
  for (int j = 0; j < COLDCORE_MAX_N; ++j) {
    if ((mask >> j & 1) != 0) {
      pattern.steps[pattern.weight++] = {j, static_cast<int>(offs >> 4 * j & 15)};
    }
  }
  return pattern;
}

std::string text(const Pattern& pattern) {
  std::vector<std::string> parts;
  for (const auto [position, delta] : pattern.changes()) {
    parts.push_back(fmt::format("axis {} +{}", position, delta));
  }
  return fmt::format("[{}]", fmt::join(parts, ", "));
}

std::optional<std::string> defect(const Pattern& pattern, const Axes& ax) {
  if (pattern.weight > COLDCORE_MAX_PATTERN_WEIGHT) {
    return fmt::format("it changes {} positions, at most {} are allowed", pattern.weight,
                       COLDCORE_MAX_PATTERN_WEIGHT);
  }
  int last = -1;
  for (const auto [position, delta] : pattern.changes()) {
    if (position >= static_cast<int>(ax.size())) {
      return fmt::format("position {} is outside 0..{}", position, ax.size() - 1);
    }
    if (position <= last) return fmt::format("position {} comes after position {}", position, last);
    if (delta < 1 || delta >= ax[position]) {
      return fmt::format("delta {} is outside 1..{}", delta, ax[position] - 1);
    }
    last = position;
  }
  return std::nullopt;
}

std::vector<std::uint64_t> read_table(const Family& family, const Shape& shape) {
  note("{}_table, {}", family.name, text(shape));
  const int n = shape.n();
  const long long length = family.table(n, shape.ax.data(), shape.R, nullptr, 0);
  if (length < 1 || length > shape.size()) return {};
  std::vector<std::uint64_t> table(static_cast<std::size_t>(length));
  if (family.table(n, shape.ax.data(), shape.R, table.data(), length) != length) return {};
  return table;
}

std::optional<std::string> table_mismatch(const Family& family, const Shape& shape,
                                          std::span<const std::uint64_t> table, std::int64_t u,
                                          const Words& ball) {
  const Walk walk(family, shape, u);
  std::vector<bool> reached(static_cast<std::size_t>(shape.size()));
  for (const std::uint64_t entry : table) {
    const Pattern pattern = v1_pattern(entry);
    const auto word = walk.step(pattern);
    if (!word) continue;
    if (!std::ranges::binary_search(ball, *word)) {
      return fmt::format(
          "{}: the table leads from {} by {} to {}, which {}_covers says it does not cover",
          text(shape), word_text(shape, u), text(pattern), word_text(shape, *word), family.name);
    }
    if (reached[*word]) {
      return fmt::format("{}: the table leads from {} twice to {}", text(shape),
                         word_text(shape, u), word_text(shape, *word));
    }
    reached[*word] = true;
  }
  for (const std::int64_t word : ball) {
    if (reached[word]) continue;
    return fmt::format(
        "{}: {}_covers says that {} covers {}, but no entry of the table leads there", text(shape),
        family.name, word_text(shape, u), word_text(shape, word));
  }
  return std::nullopt;
}

}  // namespace coldcore::conformance
