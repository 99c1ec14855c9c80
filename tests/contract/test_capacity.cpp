// SPDX-License-Identifier: Apache-2.0
//
// 65,535 occurrences keep every count exact, by every way that counts come about.
#include "known_cell.hpp"

using namespace contract_test;

namespace {

constexpr int kCapacity = 65535;

/// 65,535 copies of one word: the words of its ball have that count, the others none.
void check_full(const Cell& cell, Word word) {
  const reference::Balls balls = reference::hamming_balls(cell.space(), 1);
  Counts expected(balls.words(), 0);
  for (const std::int32_t x : balls.of(word)) expected[static_cast<std::size_t>(x)] = kCapacity;
  const long long ball = static_cast<long long>(balls.of(word).size());
  CHECK(mismatch(cell.counts(), expected) == "");
  CHECK(dct_count_eq(kCapacity) == ball);
  CHECK(dct_count_eq(0) == cell.space().size() - ball);
  CHECK(cell.gather({word}, kCapacity) == Field{static_cast<std::int32_t>(ball)});
  REQUIRE(dct_set_mu(kCapacity) == DCT_OK);
  CHECK(cell.gather_role({word}, 1) == Field{static_cast<std::int32_t>(ball)});
  CHECK(dct_count_deficit() == (cell.space().size() - ball) * kCapacity);
  REQUIRE(dct_set_mu(1) == DCT_OK);
  const Words one_more{word};
  CHECK_CODE(DCT_E_CAPACITY, dct_ball_update(one_more.data(), 1, 1));
  CHECK(mismatch(cell.counts(), expected) == "");
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("65,535 copies by a recount") {
    for (const std::vector<int>& axes : {std::vector<int>{3, 3, 3}, {2, 5, 4}, {2, 2, 2, 2, 2}}) {
      const Cell cell("hamming", axes, 1);
      cell.represent(Words(kCapacity, 13));
      check_full(cell, 13);
      const Field sum = cell.field(0);
      CHECK(*std::max_element(sum.begin(), sum.end()) == kCapacity);
      cell.update(Words(kCapacity, 13), -1);
      CHECK(dct_count_eq(0) == cell.space().size());
    }
  }

  TEST_CASE("65,535 copies by updates of both formats") {
    const Cell cell("hamming", {3, 3, 3}, 1);
    cell.update(Words(kCapacity, 13), 1);
    check_full(cell, 13);
    cell.update(Words(kCapacity, 13), -1);
    CHECK(dct_count_eq(0) == 27);
    cell.use_ox();
    for (const int part : {1, 40000, 25534})
      cell.update(Words(static_cast<std::size_t>(part), 13), 1);
    check_full(cell, 13);
  }

  TEST_CASE("65,535 copies by an owner loss") {
    const Cell cell("hamming", {3, 3, 3}, 1);
    const Field loss = cell.owner_loss(Words(kCapacity, 13));
    CHECK(mismatch(loss, Field(kCapacity, 0)) == "");
    check_full(cell, 13);
    REQUIRE(dct_set_mu(kCapacity) == DCT_OK);
    CHECK(mismatch(cell.owner_loss(Words(kCapacity, 13)), Field(kCapacity, 7)) == "");
  }

  TEST_CASE("a full count does not spill into its neighbour") {
    // Words 12 and 13 cover each other; together they fill the line they share, 14 included.
    const Cell cell("hamming", {3, 3, 3}, 1);
    const reference::Balls balls = reference::hamming_balls(cell.space(), 1);
    Words code(40000, 12);
    code.resize(kCapacity, 13);
    cell.update(code, 1);
    CHECK(mismatch(cell.counts(), reference::counts(balls, code)) == "");
    cell.represent(code);
    CHECK(mismatch(cell.counts(), reference::counts(balls, code)) == "");
    cell.update(Words(40000, 12), -1);
    CHECK(mismatch(cell.counts(), reference::counts(balls, Words(25535, 13))) == "");
  }

  TEST_CASE("pending and represented multisets are full independently") {
    const Cell cell("hamming", {2, 2, 2}, 1);
    cell.update(Words(kCapacity, 0), 1);
    cell.set_pending(Words(kCapacity, 7));
    CHECK(dct_count_eq(kCapacity) == 4);
    cell.transform(0, 2);
    check_full(cell, 7);
  }
}
