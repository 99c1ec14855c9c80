// SPDX-License-Identifier: Apache-2.0
//
// The fused driver against the definition, whichever way the axes are cut into groups.
#include <doctest/doctest.h>

#include <array>
#include <memory>
#include <random>
#include <set>
#include <vector>

#include "by_costs.hpp"
#include "driver_under_test.hpp"
#include "guarded.hpp"
#include "workers.hpp"

namespace {

using family_test::Guarded;
using family_test::Workers;
using reference::Counts;
using reference::Field;
using reference::Words;

std::vector<const DriverUnderTest*> drivers() {
  std::vector<const DriverUnderTest*> all{&driver_portable()};
#if defined(__x86_64__)
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
  if (avx2 && driver_avx2 != nullptr) all.push_back(&driver_avx2());
  if (avx512 && driver_avx512 != nullptr) all.push_back(&driver_avx512());
#endif
  return all;
}

const std::vector<Cutting> kCuttings = {
    {1 << 10, 1 << 12}, {1 << 14, 1 << 16}, {std::int64_t{1} << 40, std::int64_t{1} << 40}};

/// Every way to cut n axes into one, two or three groups.
std::vector<Cutting> all_cuttings(int n) {
  std::vector<Cutting> all{{1, 1, 0, {}}};
  for (int first = 1; first < n; ++first) {
    all.push_back({1, 1, 1, {first}});
    for (int second = first + 1; second < n; ++second) all.push_back({1, 1, 2, {first, second}});
  }
  return all;
}

/// A cell for one transform. Its storage is as large as the driver says and not a byte larger.
class Cell {
 public:
  explicit Cell(const Shape& shape)
      : counts(static_cast<std::size_t>(shape.size()), 0xbeef), field_(counts.size(), 4) {
    view.struct_size = sizeof view;
    view.n = shape.n();
    view.R = shape.R;
    view.size = shape.size();
    std::int64_t stride = 1;
    for (std::size_t j = 0; j < shape.axes.size(); ++j) {
      view.ax[j] = shape.axes[j];
      view.stride[j] = stride;
      stride *= shape.axes[j];
    }
    std::fill_n(field_.data(), counts.size(), 0x5eed5eed);
    view.planes = &plane_;
    view.cnt = counts.data();
    view.services = &services_;
  }
  Cell(const Cell&) = delete;
  Cell& operator=(const Cell&) = delete;

  void hold_words(const Words& multiset) {
    words_.assign(multiset.begin(), multiset.end());
    view.source_kind = COLDCORE_SOURCE_WORDS;
    view.words = words_.data();
    view.nwords = static_cast<std::int64_t>(words_.size());
  }

  void hold_counts(const Counts& values, int low, int high) {
    std::copy(values.begin(), values.end(), counts.begin());
    view.source_kind = COLDCORE_SOURCE_COUNTS;
    view.source_low = low;
    view.source_high = high;
  }

  /// Returns the number of groups, 0 if something beside the storage was written.
  int run(const DriverUnderTest& driver, const Cutting& cutting, int out_mode,
          std::uint8_t garbage) {
    const Needs needs = driver.needs(view, cutting);
    storage_ = std::make_unique<Guarded<std::uint8_t>>(needs.private_bytes, 0);
    Guarded<std::uint8_t> scratch(Workers::count * needs.scratch_bytes, 0);
    std::fill_n(storage_->data(), needs.private_bytes, garbage);
    std::fill_n(scratch.data(), Workers::count * needs.scratch_bytes, garbage);
    view.private_storage = storage_->data();
    view.private_bytes = needs.private_bytes;
    driver.run(view, cutting, out_mode, scratch.data());
    return storage_->intact() && scratch.intact() && field_.intact() ? needs.groups : 0;
  }

  Field field() const { return field_.copy(); }
  std::vector<std::uint8_t> storage() const { return storage_->copy(); }

 private:
  coldcore_services services_{sizeof services_, Workers::count, 0, Workers::parallel_for};

 public:
  coldcore_view view{};
  Counts counts;

 private:
  Guarded<std::int32_t> field_;
  std::int32_t* plane_ = field_.data();
  std::unique_ptr<Guarded<std::uint8_t>> storage_;
  std::vector<std::int64_t> words_;
};

std::int32_t ball_size(const Shape& shape, const std::vector<int>& centre) {
  const reference::Space space(shape.axes);
  std::int32_t size = 0;
  for (reference::Word x = 0; x < space.size(); ++x) {
    size += covers_by_costs(shape, centre, space.digits(x)) ? 1 : 0;
  }
  return size;
}

/// One shape with a set and a multiset, and their fields.
struct Problem {
  Problem(const Shape& of, std::mt19937& random)
      : shape(of), counts(static_cast<std::size_t>(of.size())) {
    for (std::uint16_t& count : counts) count = static_cast<std::uint16_t>(random() % 4);
    const reference::Balls balls(reference::Space(of.axes),
                                 [&of](std::span<const int> u, std::span<const int> x) {
                                   return covers_by_costs(of, u, x);
                                 });
    Words members;
    for (std::size_t x = 0; x < counts.size(); ++x) {
      if (1 <= counts[x] && counts[x] <= 2) members.push_back(static_cast<reference::Word>(x));
    }
    field_of_counts = reference::coverage_sum(balls, members);
    for (int i = 0; i < 30; ++i)
      words.push_back(static_cast<reference::Word>(random() % counts.size()));
    words.insert(words.end(), 1000, words.front());
    field_of_words = reference::coverage_sum(balls, words);
  }

  Shape shape;
  Counts counts;
  Words words;
  Field field_of_counts;
  Field field_of_words;
};

/// All three ways to ask; returns the number of groups.
int check(const Problem& problem, const Cutting& cutting, const DriverUnderTest& driver) {
  CAPTURE(problem.shape.text());
  CAPTURE(cutting.l2);
  CAPTURE(cutting.cuts);
  CAPTURE(cutting.cut[0]);
  CAPTURE(cutting.cut[1]);

  Cell loss(problem.shape);
  loss.hold_counts(problem.counts, 1, 2);
  const int groups = loss.run(driver, cutting, 1, 0xa5);
  CHECK(groups > 0);
  CHECK(loss.field() == problem.field_of_counts);
  CHECK(loss.counts == problem.counts);

  Cell sum(problem.shape);
  sum.hold_words(problem.words);
  CHECK(sum.run(driver, cutting, 1, 0xa5) > 0);
  CHECK(sum.field() == problem.field_of_words);

  Cell recount(problem.shape);
  recount.hold_words(problem.words);
  CHECK(recount.run(driver, cutting, 2, 0x5a) > 0);
  CHECK(Field(recount.counts.begin(), recount.counts.end()) == problem.field_of_words);
  return groups;
}

}  // namespace

TEST_CASE("every way to cut the axes gives the field") {
  std::mt19937 random(1);
  for (const Shape& shape : random_shapes(60, 700, random)) {
    const Problem problem(shape, random);
    for (const DriverUnderTest* driver : drivers()) {
      for (const Cutting& cutting : all_cuttings(shape.n())) check(problem, cutting, *driver);
    }
  }
}

TEST_CASE(
    "so does what the caches of small and large machines ask for, with one group and with more") {
  std::mt19937 random(2);
  std::set<int> groups;
  for (const Shape& shape : random_shapes(25, 3000, random)) {
    const Problem problem(shape, random);
    for (const DriverUnderTest* driver : drivers()) {
      for (const Cutting& machine : kCuttings) groups.insert(check(problem, machine, *driver));
    }
  }
  CHECK(groups.size() > 1);
}

TEST_CASE("several workers at once change nothing") {
  std::mt19937 random(3);
  for (const Shape& shape : random_shapes(12, 2000, random)) {
    const Problem problem(shape, random);
    for (Workers::count = 2; Workers::count <= 4; ++Workers::count) {
      for (const DriverUnderTest* driver : drivers()) {
        for (const Cutting& machine : kCuttings) check(problem, machine, *driver);
        if (shape.n() > 2) check(problem, {1, 1, 2, {1, 2}}, *driver);
      }
    }
    Workers::count = 1;
  }
}

TEST_CASE("planes of 32 bits survive from one pass to the next") {
  // All but the lowest axis make balls of more than 65,535 words. Not every family takes one of
  // these.
  const std::vector<Shape> shapes = {{{2, 10, 10, 10, 10, 10}, 6},
                                     {{3, 16, 16, 16, 16}, 15},
                                     {{2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3}, 6}};
  std::mt19937 random(4);
  for (const Shape& shape : shapes) {
    if (!accepted(shape)) continue;
    CAPTURE(shape.text());
    const reference::Space space(shape.axes);
    const Counts counts(static_cast<std::size_t>(shape.size()), 5);
    for (const DriverUnderTest* driver : drivers()) {
      for (const Cutting& cutting : {Cutting{1, 1, 1, {1}}, Cutting{1, 1, 2, {1, 2}}}) {
        Cell cell(shape);
        cell.hold_counts(counts, 5, 5);
        if (!driver->needs(cell.view, cutting).wide) continue;
        REQUIRE(cell.run(*driver, cutting, 1, 0xa5) == cutting.cuts + 1);
        const Field field = cell.field();
        for (int i = 0; i < 3; ++i) {
          const auto x = static_cast<reference::Word>(random() % counts.size());
          CHECK(field[static_cast<std::size_t>(x)] == ball_size(shape, space.digits(x)));
        }
      }
    }
  }
}

TEST_CASE("a driver writes all of its private storage, so it asks for no more than it needs") {
  // Both groups have a multiple of 32 words: no line is there for padding alone.
  const std::vector<Shape> shapes = {{{4, 8, 4, 8}, 1}, {{8, 4, 8, 4, 4}, 1}, {{8, 4, 8, 4, 4}, 3}};
  for (const Shape& shape : shapes) {
    if (!accepted(shape)) continue;
    CAPTURE(shape.text());
    const Counts counts(static_cast<std::size_t>(shape.size()), 0);
    for (const DriverUnderTest* driver : drivers()) {
      std::array<std::vector<std::uint8_t>, 2> left;
      for (const std::size_t i : {0U, 1U}) {
        Cell cell(shape);
        cell.hold_counts(counts, 0, 0);
        REQUIRE(cell.run(*driver, {1, 1, 1, {2}}, 1, i == 0 ? 0x5a : 0xa5) == 2);
        left[i] = cell.storage();
      }
      CHECK(!left[0].empty());
      CHECK(left[0] == left[1]);
    }
  }
}
