// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <vector>

#include "balls.hpp"
#include "cpu/low_block.hpp"
#include "cpu/low_sets.hpp"
#include "cpu/walk_table.hpp"

using namespace walk_test;

namespace {

/// Those of the units.
std::vector<std::uint16_t> marked_places_of(const Stencil& stencil) {
  std::vector<std::uint16_t> places;
  for (int u = 0; u < stencil.unit_count; ++u) {
    for (int i = 0; i < kUnitWords; ++i) {
      if ((stencil.units[u] >> i & 1) == 0) continue;
      places.push_back(static_cast<std::uint16_t>((stencil.first_unit + u) * kUnitWords + i));
    }
  }
  return places;
}

std::vector<std::uint16_t> places_of(const Stencil& stencil) {
  std::vector<std::uint16_t> places(stencil.singles, stencil.singles + stencil.single_count);
  for (int c = 0; c < stencil.chunk_count; ++c) {
    for (int bit = 0; bit < kChunkWords; ++bit) {
      if ((stencil.chunks[c].bits >> bit & 1) != 0) {
        places.push_back(static_cast<std::uint16_t>(stencil.chunks[c].at + bit));
      }
    }
  }
  std::sort(places.begin(), places.end());
  CHECK(places == marked_places_of(stencil));
  return places;
}

std::vector<std::uint16_t> cut_and_read(const std::vector<std::uint16_t>& places, int block_size) {
  StencilLists lists;
  lists.cut(places, block_size);
  for (const Chunk& chunk : lists.chunks) CHECK(chunk.at + kChunkWords <= block_size);
  CHECK(lists.chunks.size() <= kMaxChunks);
  return places_of({.chunks = lists.chunks.data(),
                    .singles = lists.singles.data(),
                    .units = lists.units.data(),
                    .chunk_count = static_cast<int>(lists.chunks.size()),
                    .single_count = static_cast<int>(lists.singles.size()),
                    .first_unit = lists.first_unit,
                    .unit_count = static_cast<int>(lists.units.size())});
}

}  // namespace

TEST_CASE("a stencil visits each place once, and its chunks stay in the block") {
  std::mt19937 random(5);
  for (const int size : {1, 3, 15, 16, 17, 31, 33, 343, 512, 1000, 1024}) {
    CAPTURE(size);
    for (const unsigned one_in : {1u, 2u, 5u, 50u}) {
      std::vector<std::uint16_t> places;
      for (int place = 0; place < size; ++place) {
        if (random() % one_in == 0) places.push_back(static_cast<std::uint16_t>(place));
      }
      CHECK(cut_and_read(places, size) == places);
    }
  }
  CHECK(cut_and_read({}, 64).empty());
}

TEST_CASE("where blocks are whole chunks, chunks lie on their boundaries") {
  StencilLists lists;
  lists.cut({5, 6, 7, 8, 9, 30, 31, 32, 33, 34}, 64);
  REQUIRE(lists.chunks.size() == 2);
  CHECK(lists.chunks[0] == Chunk{0, 0x03e0});
  CHECK(lists.chunks[1] == Chunk{32, 0x0007});
  CHECK(lists.singles == std::vector<std::uint16_t>{30, 31});
}

TEST_CASE("runs with the same low parts have one set, whatever they change above") {
  // Two axes below: sets {0, 1}, {0, 1}, {0}.
  const std::vector<std::uint64_t> patterns = {0x000, 0x001, 0x100, 0x101, 0x200};
  LowSets sets(2);
  std::vector<int> numbers;
  for_each_run(patterns, 2, [&](auto run) { numbers.push_back(sets.number_of(run)); });
  CHECK(numbers == std::vector<int>{0, 0, 1});
  CHECK(sets.size() == 2);
  CHECK(sets.example(0).size() == 2);
}

TEST_CASE("more low sets than are worth telling apart are said to be too many") {
  LowSets sets(1);
  std::vector<std::vector<std::uint64_t>> runs;
  for (std::uint64_t i = 0; i < LowSets::kMost; ++i) runs.push_back({i % 8 + 1, i / 8 + 9});
  for (int i = 0; i < LowSets::kMost; ++i) CHECK(sets.number_of(runs[i]) == i);
  const std::vector<std::uint64_t> another = {1};
  CHECK(sets.number_of(another) == LowSets::kMost);
  CHECK(sets.number_of(runs[3]) == 3);
}

TEST_CASE("both formats and any order compile to the same walk") {
  const Shape shape = shape_of({4, 3, 5});
  const std::vector<std::uint64_t> v1 = {0, 0x01, 0x02, 0x21, 0x2101, 0x12};
  const std::vector<std::uint64_t> shuffled = {0, 0x12, 0x0121, 0x02, 0x01, 0x21};
  const std::vector<std::uint16_t> masks = {2, 0, 1, 1, 5, 4};
  const std::vector<std::uint64_t> deltas = {0x020, 0, 0x001, 0x002, 0x101, 0x100};
  const WalkTable expected(shape, SupportTable::from_v1(shape, v1), nullptr);

  const auto compiles_alike = [&](const SupportTable& table) {
    return WalkTable(shape, table, nullptr) == expected;
  };
  CHECK(compiles_alike(SupportTable::from_v1(shape, shuffled)));
  CHECK(compiles_alike(SupportTable::from_ox(shape, masks, deltas)));
  for (std::size_t left_out = 1; left_out < v1.size(); ++left_out) {
    auto shorter = v1;
    shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(left_out));
    CHECK_FALSE(compiles_alike(SupportTable::from_v1(shape, shorter)));
  }
}

TEST_CASE("regular tables get blocks, and what those take stays small") {
  for (const Case& c :
       {make_case(relations()[0], {7, 7, 7, 7, 7}, 3), make_case(relations()[3], {9, 9, 9, 9}, 1),
        make_case(relations()[4], {6, 6, 6, 6}, 5)}) {
    CAPTURE(c.name);
    CHECK(c.ball.walks.block().size >= 16);
    CHECK(c.ball.walks.bytes() < (2 << 20));
  }
}

TEST_CASE("slices are all groups, in order, and none spans two sets") {
  const Case c = make_case(relations()[0], {8, 8, 8, 8, 8, 8}, 4);
  const WalkTable& walks = c.ball.walks;
  REQUIRE(walks.slices().size() > 3);
  std::uint32_t next = 0;
  std::uint32_t set = 0;
  for (const WalkTable::Slice& slice : walks.slices()) {
    CHECK(slice.begin == next);
    CHECK(slice.end > slice.begin);
    CHECK((slice.set == set || slice.set == set + 1));
    next = slice.end;
    set = slice.set;
  }
  std::int64_t words = 0;
  for (const WalkTable::Slice& slice : walks.slices()) {
    const auto places = places_of(walks.stencils().at(static_cast<int>(slice.set), 0, 0));
    for (std::uint32_t g = slice.begin; g < slice.end; ++g) {
      words += std::ssize(walks.steps(g)) * std::ssize(places);
    }
  }
  CHECK(words == 1 + 6 * 7 + 15 * 49 + 20 * 343 + 15 * 2401);
}
