// SPDX-License-Identifier: Apache-2.0
#include "shape.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>

#include "case.hpp"
#include "note.hpp"

namespace coldcore::conformance {
namespace {

constexpr std::int64_t kSmallWords = 64;
constexpr std::int64_t kMixedWords = 4096;
constexpr std::int64_t kWideWords = 65536;
constexpr int kMixtures = 60;
constexpr std::size_t kWordsShown = 8;

void sort_by_size(std::vector<Axes>& list) {
  std::ranges::sort(list, {},
                    [](const Axes& ax) { return std::tuple(word_count(ax), ax.size(), ax); });
}

void add_axes_up_to(std::int64_t words, Axes& ax, std::vector<Axes>& list) {
  if (ax.size() == COLDCORE_MAX_N) return;
  for (int q = 2; q <= std::min<std::int64_t>(COLDCORE_MAX_AXIS, words); ++q) {
    ax.push_back(q);
    list.push_back(ax);
    add_axes_up_to(words / q, ax, list);
    ax.pop_back();
  }
}

Axes random_axes(std::mt19937_64& random) {
  std::uniform_int_distribution<int> any_axis(2, COLDCORE_MAX_AXIS);
  std::uniform_int_distribution<int> low_axis(2, 5);
  const bool low = random() % 2 == 0;
  Axes ax;
  while (ax.size() < COLDCORE_MAX_N) {
    ax.push_back(low ? low_axis(random) : any_axis(random));
    if (word_count(ax) > kMixedWords) {
      ax.pop_back();
      break;
    }
  }
  return ax;
}

/// nullopt if NAME_validate refuses, or asks for planes that no host has: validate-layers'
/// complaint.
std::optional<Shape> accepted_shape(const Family& family, const Axes& ax, int R) {
  Shape shape{ax, R};
  if (validate(family, shape) != COLDCORE_PLUGIN_OK) return std::nullopt;
  const bool possible = shape.nlayers >= 1 && shape.nlayers <= COLDCORE_MAX_LAYERS;
  return possible ? std::optional(std::move(shape)) : std::nullopt;
}

}  // namespace

std::int64_t word_count(const Axes& ax) {
  std::int64_t words = 1;
  for (const int q : ax) words *= q;
  return words;
}

std::int64_t Shape::size() const { return word_count(ax); }

std::string text(const Axes& ax, int R) {
  return fmt::format("axes {}, R={}", fmt::join(ax, ","), R);
}

std::string text(const Shape& shape) { return text(shape.ax, shape.R); }

void digits_of(const Axes& ax, std::int64_t word, int* digits) {
  for (const int q : ax) {
    *digits++ = static_cast<int>(word % q);
    word /= q;
  }
}

std::string word_text(const Shape& shape, std::int64_t word) {
  std::vector<int> digits(shape.ax.size());
  digits_of(shape.ax, word, digits.data());
  return fmt::format("({})", fmt::join(digits, ","));
}

std::string multiset_text(const Shape& shape, std::span<const std::int64_t> words) {
  if (words.empty()) return "the empty set";
  std::map<std::int64_t, int> multiplicity;
  for (const std::int64_t word : words) ++multiplicity[word];
  std::vector<std::string> parts;
  for (const auto& [word, times] : multiplicity) {
    if (parts.size() == kWordsShown) {
      parts.push_back(fmt::format("... {} words in all", words.size()));
      break;
    }
    const std::string suffix = times > 1 ? fmt::format(" x{}", times) : "";
    parts.push_back(word_text(shape, word) + suffix);
  }
  return fmt::format("{{{}}}", fmt::join(parts, ", "));
}

const std::vector<Axes>& small_axes() {
  static const std::vector<Axes> list = [] {
    std::vector<Axes> axes;
    Axes ax;
    add_axes_up_to(kSmallWords, ax, axes);
    sort_by_size(axes);
    return axes;
  }();
  return list;
}

std::vector<Axes> wide_axes(std::uint64_t seed) {
  std::vector<Axes> list;
  for (int q = 2; q <= COLDCORE_MAX_AXIS; ++q) {
    for (Axes ax{q}; ax.size() <= COLDCORE_MAX_N && word_count(ax) <= kWideWords; ax.push_back(q)) {
      if (word_count(ax) > kSmallWords) list.push_back(ax);
    }
  }
  std::mt19937_64 random(seed);
  for (int i = 0; i < kMixtures; ++i) list.push_back(random_axes(random));
  sort_by_size(list);
  return list;
}

int validate(const Family& family, Shape& shape) {
  return family.validate(shape.n(), shape.ax.data(), shape.R, &shape.nlayers);
}

bool are_equal(const Axes& ax) {
  return std::ranges::adjacent_find(ax, std::not_equal_to<>()) == ax.end();
}

const std::vector<int>& radii_to_ask_about(const Axes& ax) {
  const auto upto = [](int last, std::initializer_list<int> further) {
    std::vector<int> radii(static_cast<std::size_t>(last) + 1);
    std::iota(radii.begin(), radii.end(), 0);
    radii.insert(radii.end(), further);
    return radii;
  };
  constexpr int kMost = std::numeric_limits<int>::max();
  static const std::vector<int> some = upto(kMaxRadius, {63, 64, 255, 256, 5000, kMost});
  static const std::vector<int> many = upto(kMaxDenseRadius, {5000, kMost});
  return are_equal(ax) ? many : some;
}

std::vector<Shape> accepted(const Family& family, const std::vector<Axes>& axes) {
  note("{}_validate over the shapes to try", family.name);
  std::vector<Shape> shapes;
  for (const Axes& ax : axes) {
    for (int R = 0; R <= kMaxRadius; ++R) {
      if (auto shape = accepted_shape(family, ax, R)) shapes.push_back(std::move(*shape));
    }
  }
  return shapes;
}

std::vector<Shape> accepted_far(const Family& family, const std::vector<Axes>& axes) {
  std::vector<Shape> shapes;
  for (const Axes& ax : axes) {
    std::vector<Shape> far;
    for (const int R : radii_to_ask_about(ax)) {
      if (R <= kMaxRadius) continue;
      note("{}_validate, {}", family.name, text(ax, R));
      if (auto shape = accepted_shape(family, ax, R)) far.push_back(std::move(*shape));
    }
    const std::set<std::size_t> chosen{0, far.size() / 2, far.size() - 1};
    for (const std::size_t i : chosen) {
      if (i < far.size()) shapes.push_back(far[i]);
    }
  }
  return shapes;
}

std::vector<Shape> small_shapes(const Family& family) {
  std::vector<Shape> shapes = accepted(family, small_axes());
  if (shapes.empty()) skip("{}_validate accepts no shape of at most 64 words", family.name);
  return shapes;
}

}  // namespace coldcore::conformance
