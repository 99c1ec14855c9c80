// SPDX-License-Identifier: Apache-2.0
#include <coldcore/dct.h>
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "error.hpp"
#include "support_table.hpp"

using namespace coldcore::core;

namespace {

using V1 = std::vector<std::uint64_t>;

Shape shape_of(std::vector<int> ax) { return make_shape(static_cast<int>(ax.size()), ax.data()); }

std::uint64_t byte(int pos, int delta) { return static_cast<std::uint64_t>(pos << 4 | delta); }

std::uint64_t v1(std::vector<std::uint64_t> bytes) {
  std::uint64_t pattern = 0;
  for (std::size_t k = 0; k < bytes.size(); ++k) pattern |= bytes[k] << (8 * k);
  return pattern;
}

V1 listed(const SupportTable& table) { return {table.patterns().begin(), table.patterns().end()}; }

// The error line, or "" if the table was taken.
std::string complaint(const Shape& shape, const V1& table) {
  try {
    SupportTable::from_v1(shape, table);
  } catch (const Error& error) {
    CHECK(error.code() == DCT_E_TABLE);
    return error.what();
  }
  return "";
}

std::string complaint_ox(const Shape& shape, const std::vector<std::uint16_t>& masks,
                         const std::vector<std::uint64_t>& deltas) {
  try {
    SupportTable::from_ox(shape, masks, deltas);
  } catch (const Error& error) {
    CHECK(error.code() == DCT_E_TABLE);
    return error.what();
  }
  return "";
}

bool says(const std::string& line, const std::string& part) {
  return line.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("the table lists exactly the patterns that came in, ascending") {
  const Shape shape = shape_of({3, 4, 2});
  const V1 table = {0, v1({byte(2, 1), byte(0, 2)}),  // Positions need not ascend.
                    v1({byte(0, 1)}), v1({byte(1, 3)}), v1({byte(0, 1), byte(1, 3), byte(2, 1)})};

  CHECK(listed(SupportTable::from_v1(shape, table)) == V1{0, 0x001, 0x030, 0x102, 0x131});
}

TEST_CASE("neither the order nor the format of a table matters") {
  const Shape shape = shape_of({3, 3});
  const V1 table = {0, v1({byte(0, 1)}), v1({byte(1, 2)}), v1({byte(0, 2), byte(1, 1)})};
  const V1 shuffled = {0, v1({byte(1, 1), byte(0, 2)}), v1({byte(1, 2)}), v1({byte(0, 1)})};
  const std::vector<std::uint16_t> masks = {2, 3, 0, 1};
  const std::vector<std::uint64_t> deltas = {0x20, 0x12, 0, 0x1};

  const V1 expected = {0, 0x01, 0x12, 0x20};

  CHECK(listed(SupportTable::from_v1(shape, table)) == expected);
  CHECK(listed(SupportTable::from_v1(shape, shuffled)) == expected);
  CHECK(listed(SupportTable::from_ox(shape, masks, deltas)) == expected);
}

TEST_CASE("a table of the centre alone is one entry") {
  CHECK(listed(SupportTable::from_v1(shape_of({2}), V1{0})) == V1{0});
}

TEST_CASE("a malformed v1 table is refused and the line says where") {
  const Shape shape = shape_of({3, 2});

  CHECK(says(complaint(shape, {v1({byte(0, 1)}), 0}), "entry 0 is not the empty pattern"));
  CHECK(says(complaint(shape, {0, v1({byte(2, 1)})}), "entry 1 names position 2"));
  CHECK(says(complaint(shape, {0, v1({byte(1, 2)})}), "entry 1 shifts position 1 by 2"));
  CHECK(says(complaint(shape, {0, v1({byte(1, 0)})}), "shifts position 1 by 0"));
  CHECK(says(complaint(shape, {0, v1({byte(0, 1), byte(0, 2)})}), "names position 0 twice"));
  CHECK(says(complaint(shape, {0, v1({byte(0, 1)}) << 8}), "shifts position 0 by 0"));
  CHECK(says(complaint(shape, {0, 0}), "lists a word twice: the centre"));
  CHECK(says(complaint(shape, {0, v1({byte(0, 1), byte(1, 1)}), v1({byte(1, 1), byte(0, 1)})}),
             "lists a word twice: position 0 by 1, position 1 by 1"));
}

TEST_CASE("a malformed ox table is refused and the line says where") {
  const Shape shape = shape_of({3, 2});
  const Shape wide = shape_of(std::vector<int>(9, 2));

  CHECK(says(complaint_ox(shape, {1}, {1}), "lacks the empty pattern"));
  CHECK(says(complaint_ox(shape, {0, 4}, {0, 0x100}), "entry 1 names position 2"));
  CHECK(says(complaint_ox(shape, {0, 1}, {0, 3}), "entry 1 shifts position 0 by 3"));
  CHECK(says(complaint_ox(shape, {0, 1}, {0, 0}), "entry 1 shifts position 0 by 0"));
  CHECK(says(complaint_ox(shape, {0, 1}, {0, 0x11}), "shift at position 1"));
  CHECK(says(complaint_ox(shape, {0, 1, 1}, {0, 1, 1}), "lists a word twice"));
  CHECK(says(complaint_ox(wide, {0, 0x1ff}, {0, 0x111111111}), "changes 9 positions"));
}

TEST_CASE("eight changed positions are the most, and they fit") {
  const Shape shape = shape_of(std::vector<int>(8, 16));
  std::vector<std::uint64_t> bytes;
  for (int p = 0; p < 8; ++p) bytes.push_back(byte(p, 15));
  CHECK(listed(SupportTable::from_v1(shape, V1{0, v1(bytes)})) == V1{0, 0xffffffff});
}

TEST_CASE("impossible lengths are refused without reading the table") {
  const Shape small = shape_of({2, 2});
  const Shape large = shape_of(std::vector<int>(10, 16));

  for (const long long length : {-1ll, 0ll, 5ll}) {
    CHECK_THROWS_AS(check_table_length(small, length), Error);
  }
  CHECK_THROWS_AS(check_table_length(large, 1ll << 31), Error);
  CHECK_NOTHROW(check_table_length(small, 4));
  CHECK_NOTHROW(check_table_length(large, (1ll << 31) - 1));
}

TEST_CASE("shapes outside the engine's limits are refused") {
  CHECK_THROWS_AS(make_shape(0, nullptr), Error);
  CHECK_THROWS_AS(make_shape(17, nullptr), Error);
  CHECK_THROWS_AS(shape_of({3, 1}), Error);
  CHECK_THROWS_AS(shape_of({17}), Error);
  CHECK_THROWS_AS(shape_of(std::vector<int>(11, 16)), Error);
  CHECK_THROWS_AS(shape_of(std::vector<int>(16, 16)), Error);
  CHECK(shape_of(std::vector<int>(10, 16)).size == kMaxSize);
  CHECK(shape_of({3, 4, 2}).stride[2] == 12);
  CHECK(digits_of(shape_of({3, 4, 2}), 2 + 3 * 3 + 12) == Digits{2, 3, 1});
}
