// SPDX-License-Identifier: Apache-2.0
//
// Compares all that an open cell can answer with brute force.
#pragma once

#include "cell.hpp"
#include "shapes.hpp"

namespace contract_test {

/// The maps of the cell's current represented multiset at one mu: gain and loss, every gather role,
/// deficit.
inline void compare_roles(const Cell& cell, const reference::Balls& balls, const Counts& cnt,
                          int mu) {
  CAPTURE(mu);
  REQUIRE(dct_set_mu(mu) == DCT_OK);
  CHECK(dct_get_mu() == mu);
  const Words all = cell.all_words();
  const Field gain = reference::gain(balls, cnt, mu);
  const Field loss = reference::loss(balls, cnt, mu);
  CHECK(mismatch(cell.field(1), gain) == "");
  CHECK(mismatch(cell.field(2), loss) == "");
  CHECK(mismatch(cell.gather_role(all, 0), gain) == "");
  CHECK(mismatch(cell.gather_role(all, 1), loss) == "");
  CHECK(mismatch(cell.gather(all, 0), gain) == "");
  CHECK(mismatch(cell.gather(all, 1), loss) == "");
  CHECK(dct_count_deficit() == reference::deficit(cnt, mu));
}

/// Gathers and counts by a literal multiplicity, where mu does not matter.
inline void compare_literals(const Cell& cell, const reference::Balls& balls, const Counts& cnt) {
  const Words all = cell.all_words();
  const int largest = cnt.empty() ? 0 : *std::max_element(cnt.begin(), cnt.end());
  for (const int target : {0, 1, 2, 3, largest, largest + 1, 65535}) {
    CAPTURE(target);
    CHECK(dct_count_eq(target) == reference::count_equal(cnt, target));
    if (target < 2) continue;
    const Field expected = reference::gather_all(balls, cnt, all, reference::exactly(target));
    CHECK(mismatch(cell.gather(all, target), expected) == "");
  }
}

/// Reads of cnt in windows, the last word and an empty window included.
inline void compare_windows(const Cell& cell, const Counts& cnt, Random& random) {
  const Word size = cell.space().size();
  CHECK(mismatch(cell.counts(), cnt) == "");
  CHECK(cell.counts(size - 1, 1)[0] == cnt.back());
  CHECK(dct_read_cnt(0, 0, nullptr) == DCT_OK);
  for (int i = 0; i < 3; ++i) {
    const Word offset = below(random, size);
    const Word length = below(random, size - offset + 1);
    const Counts window(cnt.begin() + offset, cnt.begin() + offset + length);
    CHECK(mismatch(cell.counts(offset, length), window) == "");
  }
}

inline void compare_histogram(const Field& map, int bins, std::int32_t top) {
  CAPTURE(bins);
  CAPTURE(top);
  Field result(static_cast<std::size_t>(bins), -77);
  REQUIRE(dct_map_hist(bins, top, result.data()) == DCT_OK);
  CHECK(mismatch(result, reference::histogram(map, bins, top)) == "");
}

/// One extraction of either width into canaried arrays: the true count, and the first words in
/// order.
template <class Index, class Extract>
void compare_extraction(const Field& map, std::int32_t threshold, int cap, int extract_cap,
                        const Extract& extract) {
  CAPTURE(threshold);
  CAPTURE(cap);
  const Words hits = reference::at_least(map, threshold);
  const std::size_t room = static_cast<std::size_t>(cap) + 1;
  std::vector<Index> expected_idx(room, static_cast<Index>(-9));
  Field expected_val(room, -77);
  std::vector<Index> idx = expected_idx;
  Field val = expected_val;
  const long long found = static_cast<long long>(hits.size());
  const long long stored = std::min<long long>({cap, extract_cap, found});
  for (std::size_t i = 0; i < static_cast<std::size_t>(stored); ++i) {
    expected_idx[i] = static_cast<Index>(hits[i]);
    expected_val[i] = map[static_cast<std::size_t>(hits[i])];
  }
  CHECK(extract(threshold, idx.data(), val.data(), cap) == found);
  CHECK(mismatch(idx, expected_idx) == "");
  CHECK(mismatch(val, expected_val) == "");
}

/// All reductions of the map as it is.
inline void compare_reductions(const Cell& cell, const Field& map, int extract_cap,
                               Random& random) {
  std::int32_t largest = -77;
  REQUIRE(dct_map_max(&largest) == DCT_OK);
  CHECK(largest == *std::max_element(map.begin(), map.end()));
  const std::int32_t top = std::max(1, largest);
  for (const int bins : {1, 2, 7, top, 4096}) compare_histogram(map, std::min(bins, 4096), top);
  compare_histogram(map, 5, 1 + top / 3);
  compare_histogram(map, 3, std::numeric_limits<std::int32_t>::max());

  const int size = static_cast<int>(cell.space().size());
  for (const std::int32_t threshold : {-1, 0, 1, top / 2, top, top + 1}) {
    for (const int cap : {0, 1, size / 2, size}) {
      compare_extraction<std::int64_t>(map, threshold, cap, extract_cap, dct_map_extract64);
      compare_extraction<std::uint32_t>(map, threshold, cap, extract_cap, dct_map_extract);
    }
  }
  CHECK(dct_map_extract64(top, nullptr, nullptr, 0) ==
        static_cast<long long>(reference::at_least(map, top).size()));

  Words some;
  Field expected;
  for (int i = 0; i < 20; ++i) {
    some.push_back(below(random, size));
    expected.push_back(map[static_cast<std::size_t>(some.back())]);
  }
  CHECK(mismatch(cell.map_at(some), expected) == "");
}

/// Takes an open cell with extract_cap through recounts, updates and owner losses, comparing
/// everything.
inline void compare_cell(const Cell& cell, const reference::Balls& balls, int extract_cap,
                         Random& random) {
  const Word size = cell.space().size();
  const long long ball = static_cast<long long>(balls.of(0).size());
  const long long dense = 1 + 3 * size / ball;  // Enough for mu up to 3 to have all roles.

  Words code = random_multiset(random, size, below(random, dense + 1));
  cell.represent(code);
  compare_windows(cell, reference::counts(balls, code), random);
  for (int mu = 1; mu <= 3; ++mu) compare_roles(cell, balls, reference::counts(balls, code), mu);
  compare_literals(cell, balls, reference::counts(balls, code));

  // The coverage sum is of the pending multiset and leaves the represented one alone.
  const Words pending = random_multiset(random, size, 1 + below(random, dense));
  cell.set_pending(pending);
  const Field sum = reference::coverage_sum(balls, pending);
  CHECK(mismatch(cell.field(0), sum) == "");
  compare_reductions(cell, sum, extract_cap, random);

  const Words added = random_multiset(random, size, 1 + below(random, dense));
  cell.update(added, 1);
  code.insert(code.end(), added.begin(), added.end());
  CHECK(mismatch(cell.counts(), reference::counts(balls, code)) == "");
  const long long leaving = below(random, static_cast<long long>(code.size()) + 1);
  cell.update(take_out(random, code, leaving), -1);
  const Counts cnt = reference::counts(balls, code);
  CHECK(mismatch(cell.counts(), cnt) == "");
  CHECK(mismatch(cell.map(), sum) == "");  // The map does not follow updates.
  const int mu = 1 + static_cast<int>(below(random, 3));
  compare_roles(cell, balls, cnt, mu);
}

/// Owner losses at every mu; a word taken twice has no word to itself at mu = 1.
inline void compare_owner(const Cell& cell, const reference::Balls& balls, Random& random) {
  const Word size = cell.space().size();
  const Words before = random_multiset(random, size, 3);
  cell.represent(before);
  const Field map = cell.field(1);
  for (int mu = 1; mu <= 3; ++mu) {
    CAPTURE(mu);
    REQUIRE(dct_set_mu(mu) == DCT_OK);
    const Words code = random_multiset(random, size, below(random, 12));
    const Counts cnt = reference::counts(balls, code);
    CHECK(mismatch(cell.owner_loss(code),
                   reference::gather_all(balls, cnt, code, reference::critical(mu))) == "");
    CHECK(mismatch(cell.counts(), cnt) == "");
    CHECK(mismatch(cell.map(), map) == "");
    cell.update(code, -1);  // It is the represented multiset now, so all of it can go.
    CHECK(mismatch(cell.counts(), Counts(cnt.size(), 0)) == "");
  }
}

/// Walks by the ox table give what walks by the v1 table gave.
inline void compare_formats(const Cell& cell, const reference::Balls& balls, Random& random) {
  const Word size = cell.space().size();
  const Words code = random_multiset(random, size, 1 + below(random, 20));
  cell.represent({});
  cell.use_ox();
  cell.update(code, 1);
  const Counts cnt = reference::counts(balls, code);
  CHECK(mismatch(cell.counts(), cnt) == "");
  compare_roles(cell, balls, cnt, 1 + static_cast<int>(below(random, 3)));
  compare_literals(cell, balls, cnt);
  REQUIRE(dct_use_fmt(0) == DCT_OK);
  compare_roles(cell, balls, cnt, 1);
  REQUIRE(dct_use_fmt(1) == DCT_OK);
  cell.update(code, -1);
  CHECK(mismatch(cell.counts(), Counts(cnt.size(), 0)) == "");
  REQUIRE(dct_use_fmt(0) == DCT_OK);
}

}  // namespace contract_test
