// SPDX-License-Identifier: Apache-2.0
//
// Every query on thousands of random small systems against the definitions.
#include "random_system.hpp"
#include "sparse_cell.hpp"

using namespace incidence_test;
namespace reference = incidence_reference;

namespace {

void check_point_queries(const Cell& cell, const System& system, const Field& cnt, int mu) {
  CHECK(mismatch(cell.counts(), cnt) == "");
  CHECK(sparse_count_deficit() == reference::deficiency(system, cnt, mu));
  for (const int target : {0, 1, 2, 3, 300, std::numeric_limits<int>::max()}) {
    CHECK(sparse_count_eq(target) == std::count(cnt.begin(), cnt.end(), target));
  }
  if (system.points < 2) return;
  std::int32_t window[2] = {-77, -77};
  REQUIRE(sparse_read_cnt(1, 1, window) == SPARSE_OK);
  CHECK(window[0] == cnt[1]);
  CHECK(window[1] == -77);
}

void check_maximum(const Field& map) {
  std::int32_t most = -77;
  REQUIRE(sparse_map_max(&most) == SPARSE_OK);
  CHECK(most == *std::max_element(map.begin(), map.end()));
}

void check_histogram(const Field& map, int nbins, std::int32_t vmax) {
  std::vector<std::int32_t> bins(static_cast<std::size_t>(nbins), -77);
  REQUIRE(sparse_map_hist(nbins, vmax, bins.data()) == SPARSE_OK);
  Field expected(bins.size(), 0);
  for (const std::int64_t v : map) {
    if (v > 0) ++expected[std::min<std::int64_t>((v - 1) * nbins / vmax, nbins - 1)];
  }
  CHECK(mismatch(Field(bins.begin(), bins.end()), expected) == "");
}

void check_extraction(const Field& map, std::int32_t threshold, int cap) {
  std::vector<std::int64_t> idx(static_cast<std::size_t>(cap) + 1, -7);
  std::vector<std::int32_t> val(idx.size(), -77);
  const long long found = sparse_map_extract(threshold, idx.data(), val.data(), cap);
  std::vector<std::int64_t> expected;
  for (std::size_t c = 0; c < map.size(); ++c) {
    if (map[c] >= threshold) expected.push_back(static_cast<std::int64_t>(c));
  }
  REQUIRE(found == std::ssize(expected));
  const std::size_t stored = std::min<std::size_t>(expected.size(), cap);
  for (std::size_t i = 0; i < stored; ++i) {
    CHECK(idx[i] == expected[i]);
    CHECK(val[i] == map[expected[i]]);
  }
  for (std::size_t i = stored; i < idx.size(); ++i) {
    CHECK(idx[i] == -7);
    CHECK(val[i] == -77);
  }
}

void check_map_queries(Random& random, const Field& map) {
  check_maximum(map);
  check_histogram(map, uniform(random, 1, 6), uniform(random, 1, 6));
  check_extraction(map, uniform(random, 0, 3), uniform(random, 0, 8));
  check_extraction(map, std::numeric_limits<std::int32_t>::min(), static_cast<int>(map.size()));
  check_extraction(map, std::numeric_limits<std::int32_t>::max(), 1);
}

void check_fields(Random& random, const Cell& cell, const System& system, const Field& cnt,
                  int mu) {
  for (const int role : {0, 1, 2, 3, 7}) {
    CAPTURE(role);
    const Field expected = reference::field(system, cnt, mu, role);
    CHECK(mismatch(cell.gather(cell.all_candidates(), role), expected) == "");
    CHECK(mismatch(cell.field(role), expected) == "");
    check_map_queries(random, expected);
  }
}

/// Removes a random part of what is chosen, from the cell and from `chosen`.
void remove_some(Random& random, const Cell& cell, Multiset& chosen) {
  std::shuffle(chosen.begin(), chosen.end(), random);
  const int count = uniform(random, 0, static_cast<int>(chosen.size()));
  cell.update(Multiset(chosen.end() - count, chosen.end()), -1);
  chosen.resize(chosen.size() - count);
}

void check_system(Random& random, const System& system, Form form) {
  const Cell cell(system, form, uniform(random, 0, 1));
  CHECK(sparse_is_csr() == (form == Form::kFixed ? 0 : 1));
  const int mu = uniform(random, 1, 4);
  CAPTURE(mu);
  cell.set_mu(mu);
  CHECK(sparse_get_mu() == mu);
  check_fields(random, cell, system, reference::counts(system, {}), mu);

  Multiset chosen = random_multiset(random, system, 6);
  cell.recount(chosen);
  check_point_queries(cell, system, reference::counts(system, chosen), mu);
  const Multiset added = random_multiset(random, system, 4);
  cell.update(added, 1);
  chosen.insert(chosen.end(), added.begin(), added.end());
  check_fields(random, cell, system, reference::counts(system, chosen), mu);
  remove_some(random, cell, chosen);
  const Field cnt = reference::counts(system, chosen);
  check_point_queries(cell, system, cnt, mu);
  check_fields(random, cell, system, cnt, mu);
}

void check_parity_of_many(unsigned seed, int rounds, const Kind& kind, Form form) {
  Random random(seed);
  for (int i = 0; i < rounds; ++i) {
    CAPTURE(i);
    check_system(random, random_system(random, kind), form);
  }
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("rows of one length are as defined, for every length up to the whole universe") {
    for (int d = 1; d <= 20; ++d) {
      CAPTURE(d);
      check_parity_of_many(100 + d, 25,
                           {.max_points = d + 6, .max_candidates = 20, .fixed_length = d},
                           Form::kFixed);
      check_parity_of_many(200 + d, 5, {.max_points = d, .max_candidates = 4, .fixed_length = d},
                           Form::kFixed);
    }
  }

  TEST_CASE("rows of any length without weights are as defined") {
    check_parity_of_many(1, 500, {}, Form::kUnitCsr);
    check_parity_of_many(2, 100, {.max_points = 60, .max_candidates = 30}, Form::kUnitCsr);
  }

  TEST_CASE("weighted points are as defined") {
    check_parity_of_many(3, 300, {.max_point_weight = 9}, Form::kCsr);
    check_parity_of_many(4, 200, {.max_point_weight = 1000}, Form::kCsr);
  }

  TEST_CASE("weighted entries, also above mu, are as defined") {
    check_parity_of_many(5, 500, {.max_weight = 6}, Form::kCsr);
    check_parity_of_many(6, 200, {.max_weight = 1000}, Form::kCsr);
  }

  TEST_CASE("weights on both sides are as defined") {
    check_parity_of_many(7, 300, {.max_weight = 5, .max_point_weight = 5}, Form::kCsr);
    check_parity_of_many(8, 200, {.max_weight = 400, .max_point_weight = 400}, Form::kCsr);
  }

  TEST_CASE("rows of thousands of entries are as defined") {
    check_parity_of_many(13, 4, {.max_points = 9000}, Form::kUnitCsr);
    check_parity_of_many(14, 4, {.max_points = 9000, .max_weight = 255}, Form::kCsr);
    check_parity_of_many(15, 4, {.max_points = 9000, .max_point_weight = 255}, Form::kCsr);
    check_parity_of_many(16, 2, {.max_points = 9000, .fixed_length = 4097}, Form::kFixed);
  }

  TEST_CASE("universes beyond the caches are as defined") {
    for (const int points : {40'000, 70'000, 140'000}) {
      CAPTURE(points);
      const Kind long_rows{.min_points = points, .max_points = points, .max_candidates = 5};
      check_parity_of_many(17, 1, long_rows, Form::kUnitCsr);
      for (const int length : {3, 17, 4096}) {
        CAPTURE(length);
        Kind kind = long_rows;
        kind.fixed_length = length;
        check_parity_of_many(18, 1, kind, Form::kFixed);
      }
    }
  }

  TEST_CASE("a universe of one point") {
    check_parity_of_many(9, 100, {.max_points = 1, .max_weight = 5}, Form::kCsr);
    check_parity_of_many(10, 50, {.max_points = 1, .fixed_length = 1}, Form::kFixed);
  }

  TEST_CASE("candidates that cover nothing") {
    const System system{.points = 3, .rows = {{}, {}, {{1, 2}}, {}}, .point_weights = {1, 1, 1}};
    Random random(11);
    check_system(random, system, Form::kCsr);
    const System nothing{.points = 2, .rows = {{}, {}}, .point_weights = {3, 4}};
    check_system(random, nothing, Form::kCsr);
    check_system(random, {.points = 2, .rows = {{}}, .point_weights = {1, 1}}, Form::kUnitCsr);
  }

  TEST_CASE("counts beyond 16 bits stay exact") {
    const System system{.points = 2, .rows = {{{0, 1}}, {{0, 1}, {1, 1}}}, .point_weights = {1, 1}};
    const Cell cell(system);
    cell.set_mu(100001);
    cell.recount(Multiset(100000, 0));
    cell.update({1}, 1);
    CHECK(mismatch(cell.counts(), {100001, 1}) == "");
    CHECK(mismatch(cell.field(0), {0, 1}) == "");
    CHECK(mismatch(cell.field(1), {1, 2}) == "");
    CHECK(mismatch(cell.field(100001), {1, 1}) == "");
    CHECK(sparse_count_deficit() == 100000);
  }

  TEST_CASE("weights far beyond mu count up to mu") {
    const std::int32_t huge = std::numeric_limits<std::int32_t>::max();
    const System system{
        .points = 2, .rows = {{{0, huge}, {1, huge - 1}}, {{1, 1}}}, .point_weights = {1, 1}};
    Random random(12);
    const Cell cell(system);
    for (const Multiset& chosen : {Multiset{}, Multiset{0}, Multiset{1}, Multiset{0, 1}}) {
      cell.recount(chosen);
      for (const int mu : {1, 2, 1 << 29}) {
        cell.set_mu(mu);
        check_fields(random, cell, system, reference::counts(system, chosen), mu);
      }
    }
  }

  TEST_CASE("an extraction stores no more than the cell was opened for") {
    const System system{
        .points = 1, .rows = std::vector<Row>(5, Row{{0, 1}}), .point_weights = {1}};
    const Cell cell(system, Form::kFixed, 0, 2);
    cell.field(0);
    std::int64_t idx[5] = {-7, -7, -7, -7, -7};
    std::int32_t val[5] = {-77, -77, -77, -77, -77};
    CHECK(sparse_map_extract(1, idx, val, 5) == 5);
    CHECK(idx[0] == 0);
    CHECK(idx[1] == 1);
    CHECK(idx[2] == -7);
    CHECK(val[2] == -77);
  }
}
