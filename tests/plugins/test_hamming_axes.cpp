// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "family.hpp"

namespace {

using family_test::Cell;
using family_test::Workers;
using reference::Space;
using reference::Word;
using reference::Words;

const family_test::Family& hamming() {
  static const family_test::Family family("hamming");
  return family;
}

/// Unbinds at the end of a test case, as a host does when its cell closes.
struct Bound {
  explicit Bound(const Cell& cell) { REQUIRE(hamming().bind(&cell.view) == COLDCORE_PLUGIN_OK); }
  ~Bound() { hamming().bind(nullptr); }
};

/// How many members lie within the radius of each word, pair by pair.
reference::Field field_by_definition(const Space& space, int radius, const Words& multiset) {
  std::vector<std::vector<int>> members;
  for (Word word : multiset) members.push_back(space.digits(word));
  reference::Field field;
  for (Word x = 0; x < space.size(); ++x) {
    const std::vector<int> digits = space.digits(x);
    field.push_back(static_cast<std::int32_t>(
        std::count_if(members.begin(), members.end(), [&](const std::vector<int>& member) {
          return reference::hamming_distance(member, digits) <= radius;
        })));
  }
  return field;
}

Words random_multiset(const Space& space, std::size_t count, std::mt19937& random) {
  Words words;
  for (std::size_t i = 0; i < count; ++i) {
    words.push_back(static_cast<Word>(random() % static_cast<unsigned>(space.size())));
  }
  return words;
}

/// Both out modes, by every instruction set and by one and three threads.
void check_against_definition(const std::vector<int>& axes, int radius, std::size_t count,
                              std::mt19937& random) {
  const Space space(axes);
  const Words multiset = random_multiset(space, count, random);
  const reference::Field expected = field_by_definition(space, radius, multiset);
  Cell cell(space, radius, radius + 1);
  for (const int isa : family_test::instruction_sets()) {
    for (const int threads : {1, 3}) {
      CAPTURE(reference::text(axes));
      CAPTURE(radius);
      CAPTURE(isa);
      CAPTURE(threads);
      cell.services.isa = isa;
      cell.lend_threads(threads);
      const Bound bound(cell);
      cell.fill(multiset);
      REQUIRE(hamming().axes(1, 0, 0) == COLDCORE_PLUGIN_OK);
      CHECK(cell.field() == expected);
      cell.fill(multiset);
      REQUIRE(hamming().axes(2, 0, 0) == COLDCORE_PLUGIN_OK);
      CHECK(reference::Field(cell.counts.begin(), cell.counts.end()) == expected);
    }
  }
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("the axis passes agree with the definition on random small shapes") {
    std::mt19937 random(11);
    for (int i = 0; i < 200;) {
      std::vector<int> axes(1 + random() % 9);
      for (int& axis : axes) axis = static_cast<int>(2 + random() % 9);
      if (Space(axes).size() > 2500) continue;
      check_against_definition(axes, static_cast<int>(random() % 7), 1 + random() % 40, random);
      ++i;
    }
  }

  TEST_CASE("the axis passes agree where the space takes several sweeps and tiles") {
    std::mt19937 random(12);
    check_against_definition(std::vector<int>(16, 2), 3, 40, random);
    check_against_definition(std::vector<int>(9, 3), 1, 60, random);
    check_against_definition(std::vector<int>(7, 4), 6, 60, random);
    check_against_definition(std::vector<int>(5, 7), 4, 60, random);
    check_against_definition(std::vector<int>(5, 8), 5, 30, random);
    check_against_definition({10, 10, 10, 10, 2}, 2, 60, random);
    check_against_definition({2, 9, 3, 10, 5, 7}, 3, 60, random);
    check_against_definition({10, 2, 2, 2, 2, 2, 2, 2, 9, 2}, 6, 60, random);
  }

  TEST_CASE("65,535 occurrences of one word are counted exactly") {
    const Space space({3, 3, 3, 3});
    Cell cell(space, 1, 2);
    const Bound bound(cell);
    const Words multiset(65535, 40);
    cell.fill(multiset);
    REQUIRE(hamming().axes(2, 0, 0) == COLDCORE_PLUGIN_OK);
    CHECK(std::count(cell.counts.begin(), cell.counts.end(), 65535) == 9);
    CHECK(std::count(cell.counts.begin(), cell.counts.end(), 0) == 72);
    CHECK(cell.counts[40] == 65535);
  }

  TEST_CASE("the hint for threads bounds the workers that are borrowed") {
    const Space space({3, 3, 3, 3});
    Cell cell(space, 1, 2);
    cell.lend_threads(4);
    const Bound bound(cell);
    cell.fill({0});
    REQUIRE(hamming().axes(1, 0, 2) == COLDCORE_PLUGIN_OK);
    CHECK(Workers::last_max_workers == 2);
    cell.fill({0});
    REQUIRE(hamming().axes(1, 99, 0) == COLDCORE_PLUGIN_OK);
    CHECK(Workers::last_max_workers == 0);
  }

  TEST_CASE("without a view, or with an unknown mode, nothing is done") {
    CHECK(hamming().bind(nullptr) == COLDCORE_PLUGIN_OK);
    CHECK(hamming().axes(1, 0, 0) == COLDCORE_PLUGIN_E_STATE);

    const Space space({3, 3});
    Cell cell(space, 1, 2);
    const Bound bound(cell);
    cell.fill({0});
    const reference::Field before = cell.field();
    CHECK(hamming().axes(0, 0, 0) == COLDCORE_PLUGIN_E_MODE);
    CHECK(hamming().axes(3, 0, 0) == COLDCORE_PLUGIN_E_MODE);
    cell.view.source_kind = COLDCORE_SOURCE_COUNTS;
    CHECK(hamming().axes(2, 0, 0) == COLDCORE_PLUGIN_E_MODE);
    CHECK(cell.field() == before);
  }
}
