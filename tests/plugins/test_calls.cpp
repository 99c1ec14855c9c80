// SPDX-License-Identifier: Apache-2.0
//
// How the driver may be called: modes, hints, and what it does without a view.
#include <doctest/doctest.h>

#include <vector>

#include "cell.hpp"
#include "field.hpp"

namespace {

using family_test::Cell;
using family_test::definition;
using family_test::exports;
using family_test::Random;
using family_test::Workers;
using reference::Field;

const std::vector<int> kAxes = {5, 3, 4, 3, 5};

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("the result does not depend on hints or on the number of threads") {
    Random random(41);
    Cell cell(kAxes, 1);
    const reference::Words multiset = family_test::random_multiset(cell.space().size(), 50, random);
    const Field expected = family_test::field_by_definition({kAxes, 1}, multiset);
    for (const int isa : family_test::instruction_sets()) {
      for (int threads = 1; threads <= 4; ++threads) {
        cell.lend(threads, isa);
        for (const int blocks : {0, 1, 99}) {
          for (const int hint : {0, 1, 2, 99}) {
            cell.hold_words(multiset);
            REQUIRE(cell.run(1, blocks, hint) == COLDCORE_PLUGIN_OK);
            CHECK(cell.field() == expected);
          }
        }
      }
    }
  }

  TEST_CASE("the hint for threads bounds the workers that are borrowed") {
    Cell cell(kAxes, 1);
    cell.lend(4, COLDCORE_ISA_PORTABLE);
    for (const int hint : {1, 2, 3}) {
      for (const int out_mode : {1, 2}) {
        CAPTURE(hint);
        CAPTURE(out_mode);
        cell.hold_words({0, 7});
        Workers::most_borrowed = 0;
        REQUIRE(cell.run(out_mode, 0, hint) == COLDCORE_PLUGIN_OK);
        CHECK(Workers::most_borrowed <= hint);
      }
    }
    cell.hold_words({0});
    Workers::most_borrowed = 0;
    REQUIRE(cell.run(1, 99, 0) == COLDCORE_PLUGIN_OK);
    CHECK(Workers::most_borrowed == 4);
  }

  TEST_CASE("a transform leaves nothing behind that the next one sees") {
    Random random(42);
    Cell cell(kAxes, 1);
    const auto size = static_cast<std::size_t>(cell.space().size());
    const reference::Words sparse = {3, 3, 100};
    const Field expected = family_test::field_by_definition({kAxes, 1}, sparse);
    for (int i = 0; i < 3; ++i) {
      cell.hold_counts(reference::Counts(size, 9), 0, 9);
      REQUIRE(cell.run(1) == COLDCORE_PLUGIN_OK);
      cell.hold_words(sparse);
      REQUIRE(cell.run(1) == COLDCORE_PLUGIN_OK);
      CHECK(cell.field() == expected);
    }
  }

  TEST_CASE("two cells, one after the other, of different shapes") {
    for (const std::vector<int>& axes : {std::vector<int>{5, 3}, kAxes, std::vector<int>{3}}) {
      Cell cell(axes, 1);
      cell.hold_words({1, 1, 2});
      REQUIRE(cell.run(1) == COLDCORE_PLUGIN_OK);
      CHECK(cell.field() == family_test::field_by_definition({axes, 1}, {1, 1, 2}));
    }
  }

  TEST_CASE("without a view, or with an unknown mode, nothing is done") {
    CHECK(exports().bind(nullptr) == COLDCORE_PLUGIN_OK);
    CHECK(exports().axes(1, 0, 0) == COLDCORE_PLUGIN_E_STATE);

    Cell cell({3, 3}, 1);
    cell.hold_words({0});
    const Field before = cell.field();
    const reference::Counts counts = cell.counts();
    for (const int out_mode : {-1, 0, 3}) CHECK(cell.run(out_mode) == COLDCORE_PLUGIN_E_MODE);
    cell.view().source_kind = COLDCORE_SOURCE_COUNTS;
    CHECK(cell.run(2) == COLDCORE_PLUGIN_E_MODE);
    CHECK(cell.field() == before);
    CHECK(cell.counts() == counts);
  }

  TEST_CASE("private storage is asked for once and for all") {
    Random random(43);
    if (exports().plane_bytes == nullptr) return;
    for (const family_test::Shape& shape : family_test::random_shapes(50, 1 << 20, random)) {
      const long long bytes = exports().plane_bytes(shape.n(), shape.axes.data(), shape.radius);
      CHECK(bytes >= 0);
      CHECK(exports().plane_bytes(shape.n(), shape.axes.data(), shape.radius) == bytes);
    }
  }

  TEST_CASE("private storage for a shape that validate refuses is refused") {
    if (exports().plane_bytes == nullptr) return;
    const std::vector<int> too_many(64, definition().min_axis);
    CHECK(exports().plane_bytes(64, too_many.data(), 1) == COLDCORE_PLUGIN_E_N);
    const std::vector<int> too_large = {definition().max_axis + 1, 200};
    CHECK(exports().plane_bytes(2, too_large.data(), 1) == COLDCORE_PLUGIN_E_AXIS);
  }
}
