// SPDX-License-Identifier: Apache-2.0
//
// Everything together, on every shape that is accepted, and what no case may do.
#include <algorithm>

#include "cases.hpp"
#include "field_check.hpp"
#include "multisets.hpp"
#include "note.hpp"
#include "pattern.hpp"

namespace coldcore::conformance {
namespace {

constexpr std::int64_t kEveryRadiusUpTo = 2048;  // Words.
constexpr std::int64_t kFarWords = 24;           // Mixed axes with large radii.
constexpr std::int64_t kLargeWords = std::int64_t{1} << 20;
constexpr std::int64_t kLeastLargeWords = kLargeWords / 4;
constexpr std::size_t kLargeShapes = 3;

void check_table(const Family& family, const Shape& shape, Definition& definition,
                 std::mt19937_64& random) {
  note("{}_table, {}", family.name, text(shape));
  const long long length = family.table(shape.n(), shape.ax.data(), shape.R, nullptr, 0);
  if (length < 1 || length > shape.size()) {
    fail("{} is accepted, but {}_table answers {}", text(shape), family.name, length);
  }
  const std::vector<std::uint64_t> table = read_table(family, shape);
  if (table.empty()) fail("{} is accepted, but {}_table does not fill", text(shape), family.name);
  for (const std::uint64_t entry : table) {
    if (const auto wrong = defect(v1_pattern(entry), shape.ax)) {
      fail("{} is accepted, but {}_table has an entry {:#x}: {}", text(shape), family.name, entry,
           *wrong);
    }
  }
  for (const std::int64_t u :
       {std::int64_t{0}, shape.size() - 1, random_words(shape, 1, random)[0]}) {
    note("{}_covers, {}", family.name, text(shape));
    const auto mismatch = table_mismatch(family, shape, table, u, definition.ball(u));
    if (mismatch) fail("{}", *mismatch);
  }
}

void check_axes(const Family& family, const Shape& shape, FieldCheck& check,
                std::mt19937_64& random) {
  const Words words = random_words(shape, 3, random);
  for (const int out_mode : {1, 2}) {
    if (check.words(words, out_mode)) continue;
    fail("{} is accepted, but {}_axes returns {} in out_mode {}", text(shape), family.name,
         check.code(), out_mode);
  }
}

/// Shapes at radii that the other cases do not come to.
std::vector<Shape> far_shapes(const Subject& subject) {
  std::vector<Axes> axes;
  std::ranges::copy_if(small_axes(), std::back_inserter(axes),
                       [](const Axes& ax) { return are_equal(ax) || word_count(ax) <= kFarWords; });
  std::ranges::copy_if(wide_axes(subject.seed()), std::back_inserter(axes), [](const Axes& ax) {
    return are_equal(ax) && word_count(ax) <= kEveryRadiusUpTo;
  });
  return accepted_far(subject.family(), axes);
}

// Of the larger spaces the least and the largest radius alone.
std::vector<Shape> shapes_to_work(const Subject& subject) {
  std::vector<Shape> shapes = small_shapes(subject.family());
  std::ranges::copy(far_shapes(subject), std::back_inserter(shapes));
  const std::vector<Shape> wide = accepted(subject.family(), wide_axes(subject.seed()));
  for (std::size_t i = 0; i < wide.size(); ++i) {
    const bool first = i == 0 || wide[i - 1].ax != wide[i].ax;
    const bool last = i + 1 == wide.size() || wide[i + 1].ax != wide[i].ax;
    if (first || last || wide[i].size() <= kEveryRadiusUpTo) shapes.push_back(wide[i]);
  }
  return shapes;
}

std::string accepted_shapes_work(const Subject& subject) {
  const Family& family = subject.family();
  std::mt19937_64 random = subject.random();
  const std::vector<Shape> shapes = shapes_to_work(subject);
  for (const Shape& shape : shapes) {
    FieldCheck check(family, shape);
    check_table(family, shape, check.definition(), random);
    check_axes(family, shape, check, random);
  }
  return fmt::format("{} shapes of up to {} words", shapes.size(), shapes.back().size());
}

std::vector<Axes> large_axes() {
  std::vector<Axes> list{{3, 5, 4, 7, 3, 6, 4, 8}, {16, 3, 9, 5, 16, 8}};
  for (int q = 2; q <= COLDCORE_MAX_AXIS; ++q) {
    Axes ax{q};
    while (word_count(ax) * q <= kLargeWords && ax.size() < COLDCORE_MAX_N) ax.push_back(q);
    if (word_count(ax) >= kLeastLargeWords) list.push_back(ax);
  }
  return list;
}

void compare_sample(const Shape& shape, const Host& host, const Definition& definition,
                    const Words& set, int samples, std::mt19937_64& random) {
  for (const std::int64_t x : random_words(shape, samples, random)) {
    const std::int64_t expected = definition.field_at(x, set);
    if (host.plane0()[x] == expected) continue;
    fail("{}: the field of {} members at {} is {}, should be {}", text(shape), set.size(),
         word_text(shape, x), host.plane0()[x], expected);
  }
}

void must_answer(const Family& family, const Shape& shape, int code) {
  if (code != COLDCORE_PLUGIN_OK) fail("{}: {}_axes returns {}", text(shape), family.name, code);
}

void check_large(const Family& family, const Shape& shape, std::mt19937_64& random) {
  Host host(family, shape, {.threads = 2});
  const Definition definition(family, shape);
  note("{}_axes, {}, 50 random words", family.name, text(shape));
  const Words words = random_words(shape, 50, random);
  must_answer(family, shape, host.run_words(words, 1));
  compare_sample(shape, host, definition, words, 2000, random);

  note("{}_axes, {}, half of all words", family.name, text(shape));
  Words uncovered;
  for (std::int64_t x = 0; x < shape.size(); ++x) {
    host.cnt()[x] = static_cast<std::uint16_t>(random() % 2);
    if (host.cnt()[x] == 0) uncovered.push_back(x);
  }
  must_answer(family, shape, host.run_counts(0, 0, 1));
  compare_sample(shape, host, definition, uncovered, 8, random);
}

std::string large_shape(const Subject& subject) {
  std::mt19937_64 random = subject.random();
  std::vector<Shape> shapes;
  std::ranges::sample(accepted(subject.family(), large_axes()), std::back_inserter(shapes),
                      kLargeShapes, random);
  if (shapes.empty()) skip("no shape of {} to {} words is accepted", kLeastLargeWords, kLargeWords);
  std::string remark;
  for (const Shape& shape : shapes) {
    check_large(subject.family(), shape, random);
    remark += (remark.empty() ? "" : "; ") + text(shape);
  }
  return remark;
}

}  // namespace

std::vector<Case> whole_cases() {
  return {
      {"accepted-shapes-work",
       "whole",
       "Every shape that NAME_validate accepts works: table, driver and definition agree",
       {"table-matches-covers", "axes-recount", "covers-symmetric"},
       accepted_shapes_work},
      {"large-shape",
       "whole",
       "About a million words: samples of the field against the definition",
       {"accepted-shapes-work", "axes-gain-and-loss"},
       large_shape},
      {"stdout-stays-empty",
       "whole",
       "No case made the plugin write to standard output",
       {},
       nullptr},
  };
}

}  // namespace coldcore::conformance
