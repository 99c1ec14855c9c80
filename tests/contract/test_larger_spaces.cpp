// SPDX-License-Identifier: Apache-2.0
//
// Spaces too large for a list of every ball, where the engine splits its work: cnt and the coverage
// sum at every word from the definition, gain and loss at a sample of words.
#include <coldcore/coldcore.h>

#include "cell.hpp"
#include "shapes.hpp"

using namespace contract_test;

namespace {

using AllDigits = std::vector<std::vector<int>>;

AllDigits all_digits(const reference::Space& space) {
  AllDigits digits;
  for (Word w = 0; w < space.size(); ++w) digits.push_back(space.digits(w));
  return digits;
}

const std::vector<int>& at(const AllDigits& digits, Word word) {
  return digits[static_cast<std::size_t>(word)];
}

Counts counts_by_definition(const AllDigits& digits, const Words& code, int radius) {
  Counts cnt(digits.size(), 0);
  for (const Word u : code) {
    for (std::size_t x = 0; x < cnt.size(); ++x) {
      if (reference::hamming_distance(at(digits, u), digits[x]) <= radius) ++cnt[x];
    }
  }
  return cnt;
}

template <class Qualifies>
Field gather_by_definition(const AllDigits& digits, const Counts& cnt, const Words& words,
                           int radius, const Qualifies& qualifies) {
  Field result;
  for (const Word u : words) {
    std::int32_t value = 0;
    for (std::size_t x = 0; x < cnt.size(); ++x) {
      if (!qualifies(cnt[x])) continue;
      value += reference::hamming_distance(at(digits, u), digits[x]) <= radius ? 1 : 0;
    }
    result.push_back(value);
  }
  return result;
}

void compare_space(const Axes& axes, int radius, long long members) {
  Random random(23);
  const reference::Space space(axes);
  CAPTURE(reference::text(axes));
  CAPTURE(radius);
  const AllDigits digits = all_digits(space);
  const Cell cell("hamming", axes, radius, {}, 1000);
  const Words code = random_multiset(random, space.size(), members);
  const Counts cnt = counts_by_definition(digits, code, radius);

  // Of an empty cell a gather is the size of the ball, whose walk is split if it is asked for
  // alone.
  const Field ball = gather_by_definition(digits, Counts(digits.size(), 0), {code[0]}, radius,
                                          reference::deficient(1));
  CHECK(cell.gather_role({code[0]}, 0) == ball);

  cell.represent(code);
  CHECK(mismatch(cell.counts(), cnt) == "");
  CHECK(mismatch(cell.field(0), Field(cnt.begin(), cnt.end())) == "");
  cell.represent({});
  cell.update(code, 1);
  CHECK(mismatch(cell.counts(), cnt) == "");

  REQUIRE(dct_set_mu(65535) == DCT_OK);  // The sum needs more than 32 bits.
  CHECK(dct_count_deficit() == reference::deficit(cnt, 65535));
  const int mu = 2;
  REQUIRE(dct_set_mu(mu) == DCT_OK);
  CHECK(dct_count_deficit() == reference::deficit(cnt, mu));
  Words sample = random_multiset(random, space.size(), 40);
  sample.push_back(0);
  sample.push_back(space.size() - 1);
  const Field gain = gather_by_definition(digits, cnt, sample, radius, reference::deficient(mu));
  const Field loss = gather_by_definition(digits, cnt, sample, radius, reference::critical(mu));
  cell.transform(1, 1);
  CHECK(mismatch(cell.map_at(sample), gain) == "");
  CHECK(mismatch(cell.gather_role(sample, 0), gain) == "");
  const Field whole = cell.map();
  std::int32_t largest = 0;
  REQUIRE(dct_map_max(&largest) == DCT_OK);
  CHECK(largest == *std::max_element(whole.begin(), whole.end()));
  CHECK(dct_map_extract64(largest / 2, nullptr, nullptr, 0) ==
        static_cast<long long>(reference::at_least(whole, largest / 2).size()));
  cell.transform(2, 1);
  CHECK(mismatch(cell.map_at(sample), loss) == "");
  CHECK(mismatch(cell.gather_role(sample, 1), loss) == "");
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("sixteen axes, and mixed axes") {
    compare_space(Axes(16, 2), 1, 20);
    compare_space({3, 2, 5, 7, 3, 2, 4, 2}, 2, 30);
  }

  TEST_CASE("a ball of 26,025 words") { compare_space(Axes(10, 3), 6, 10); }
}

TEST_SUITE("slow") {
  TEST_CASE("spaces of a hundred thousand words agree with the definition") {
    for (const int radius : {1, 2, 5}) compare_space(Axes(16, 2), radius, 60);
    for (const int radius : {1, 3, 6}) compare_space(Axes(11, 3), radius, 60);
    for (const int radius : {2, 4}) compare_space(Axes(6, 7), radius, 60);
    for (const int radius : {1, 3}) compare_space(Axes(5, 10), radius, 60);
    compare_space({10, 2, 9, 3, 8, 4, 7}, 4, 60);
    compare_space({2, 3, 4, 5, 6, 7, 8, 3}, 6, 60);
  }
}
