// SPDX-License-Identifier: Apache-2.0
//
// The lists in both directions, and the map that is kept exact through them.
#include <algorithm>
#include <utility>

#include "random_system.hpp"
#include "sparse_cell.hpp"

using namespace incidence_test;
namespace reference = incidence_reference;

namespace {

using List = std::vector<std::pair<long long, std::int32_t>>;

List row_of(long long c, long long cap) {
  std::vector<std::int32_t> points(static_cast<std::size_t>(cap), -7);
  std::vector<std::int32_t> weights(points.size(), -7);
  const long long length = coldcore_sparse_row(c, points.data(), weights.data(), cap);
  REQUIRE(length >= 0);
  REQUIRE(coldcore_sparse_row(c, nullptr, nullptr, 0) == length);
  List list;
  for (long long k = 0; k < std::min(length, cap); ++k) list.emplace_back(points[k], weights[k]);
  return list;
}

List column_of(long long u, long long cap) {
  std::vector<long long> candidates(static_cast<std::size_t>(cap), -7);
  std::vector<std::int32_t> weights(candidates.size(), -7);
  const long long length = coldcore_sparse_column(u, candidates.data(), weights.data(), cap);
  REQUIRE(length >= 0);
  REQUIRE(coldcore_sparse_column(u, candidates.data(), nullptr, cap) == length);
  List list;
  for (long long k = 0; k < std::min(length, cap); ++k) {
    list.emplace_back(candidates[k], weights[k]);
  }
  return list;
}

List expected_row(const System& system, long long c) {
  List list;
  for (const Entry& entry : system.rows[c]) list.emplace_back(entry.point, entry.weight);
  std::sort(list.begin(), list.end());
  return list;
}

List expected_column(const System& system, long long u) {
  List list;
  for (long long c = 0; c < system.candidates(); ++c) {
    for (const Entry& entry : system.rows[c]) {
      if (entry.point == u) list.emplace_back(c, entry.weight);
    }
  }
  return list;
}

void check_lists(const System& system) {
  for (long long c = 0; c < system.candidates(); ++c) {
    List expected = expected_row(system, c);
    CHECK(row_of(c, system.points) == expected);
    expected.resize(std::min<std::size_t>(expected.size(), 2));
    CHECK(row_of(c, 2) == expected);
  }
  for (long long u = 0; u < system.points; ++u) {
    List expected = expected_column(system, u);
    CHECK(column_of(u, system.candidates()) == expected);
    expected.resize(std::min<std::size_t>(expected.size(), 1));
    CHECK(column_of(u, 1) == expected);
  }
}

/// The maximum and all places where it is.
void check_best(const Field& map) {
  std::int32_t best = -77;
  REQUIRE(sparse_map_max(&best) == SPARSE_OK);
  REQUIRE(best == *std::max_element(map.begin(), map.end()));
  std::vector<std::int64_t> idx(map.size() + 1, -7);
  std::vector<std::int32_t> val(idx.size(), -77);
  const long long found = sparse_map_extract(best, idx.data(), val.data(), 1 << 20);
  REQUIRE(found == std::count(map.begin(), map.end(), best));
  std::size_t at = 0;
  for (std::size_t c = 0; c < map.size(); ++c) {
    if (map[c] != best) continue;
    CHECK(idx[at] == static_cast<std::int64_t>(c));
    CHECK(val[at++] == best);
  }
  CHECK(idx[at] == -7);
  CHECK(sparse_map_extract(best, nullptr, nullptr, 0) == found);
}

/// One random change of the cell and of what is chosen; the map must follow.
void change(Random& random, const Cell& cell, const System& system, Multiset& chosen, int& mu) {
  const int what = uniform(random, 0, 9);
  if (what == 0) {
    chosen = random_multiset(random, system, 8);
    cell.recount(chosen);
  } else if (what == 1) {
    mu = uniform(random, 1, 4);
    cell.set_mu(mu);
  } else if (what < 6 || chosen.empty()) {
    const Multiset added = random_multiset(random, system, 3);
    cell.update(added, 1);
    chosen.insert(chosen.end(), added.begin(), added.end());
  } else {
    std::shuffle(chosen.begin(), chosen.end(), random);
    cell.update({chosen.back()}, -1);
    chosen.pop_back();
  }
}

void check_tracking(Random& random, const System& system, Form form) {
  const Cell cell(system, form);
  cell.make_index();
  check_lists(system);
  Multiset chosen;
  int mu = 1;
  for (const int role : {0, 1}) {
    cell.track(role);
    CHECK(coldcore_sparse_tracked() == role);
    for (int step = 0; step < 12; ++step) {
      change(random, cell, system, chosen, mu);
      const Field cnt = reference::counts(system, chosen);
      CAPTURE(role);
      CAPTURE(step);
      const Field expected = reference::field(system, cnt, mu, role);
      REQUIRE(mismatch(cell.map(), expected) == "");
      check_best(expected);
      REQUIRE(mismatch(cell.counts(), cnt) == "");
    }
  }
}

void check_tracking_of_many(unsigned seed, int rounds, const Kind& kind, Form form) {
  Random random(seed);
  for (int i = 0; i < rounds; ++i) {
    CAPTURE(i);
    check_tracking(random, random_system(random, kind), form);
  }
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("a tracked map equals the whole pass after every change") {
    check_tracking_of_many(1, 150, {.max_candidates = 15, .fixed_length = 3}, Form::kFixed);
    check_tracking_of_many(2, 150, {}, Form::kUnitCsr);
    check_tracking_of_many(3, 100, {.max_point_weight = 9}, Form::kCsr);
    check_tracking_of_many(4, 150, {.max_weight = 6}, Form::kCsr);
    check_tracking_of_many(6, 20, {.max_points = 5, .max_candidates = 300}, Form::kUnitCsr);
    check_tracking_of_many(5, 100, {.max_weight = 500, .max_point_weight = 40}, Form::kCsr);
  }

  TEST_CASE("tracking ends when it is told to, by another role, and with the index") {
    const System system{.points = 2, .rows = {{{0, 1}}, {{0, 1}, {1, 1}}}, .point_weights = {1, 1}};
    const Cell cell(system);
    CHECK(coldcore_sparse_tracked() == -1);
    cell.make_index();

    cell.track(0);
    CHECK(mismatch(cell.map(), {1, 2}) == "");
    cell.update({0}, 1);
    CHECK(sparse_field(0) == SPARSE_OK);
    CHECK(coldcore_sparse_tracked() == 0);
    CHECK(mismatch(cell.map(), {0, 1}) == "");

    cell.track(-1);
    cell.update({0}, -1);
    CHECK(mismatch(cell.map(), {0, 1}) == "");

    cell.track(0);
    CHECK(mismatch(cell.field(1), {0, 0}) == "");
    CHECK(coldcore_sparse_tracked() == -1);
    cell.update({1}, 1);
    CHECK(mismatch(cell.map(), {0, 0}) == "");

    cell.track(1);
    REQUIRE(coldcore_sparse_index(0, nullptr) == SPARSE_OK);
    CHECK(coldcore_sparse_tracked() == -1);
    cell.update({1}, -1);
    CHECK(mismatch(cell.map(), {1, 2}) == "");
  }

  TEST_CASE("candidates and points beyond 16 bits") {
    System system{.points = 70000, .rows = {}, .point_weights = {}};
    system.point_weights.assign(70000, 1);
    for (std::int32_t c = 0; c < 66000; ++c) system.rows.push_back({{69999 - c, 1}, {c, 1}});
    // 69999 is odd, so the two points of a row are never the same.
    const Cell cell(system, Form::kFixed);
    cell.make_index();
    CHECK(row_of(65999, 2) == List{{4000, 1}, {65999, 1}});
    CHECK(column_of(65999, 3) == List{{4000, 1}, {65999, 1}});
    CHECK(column_of(69999, 2) == List{{0, 1}});
    cell.track(0);
    cell.update({65999}, 1);
    CHECK(mismatch(cell.map_at({4000, 65999, 3999}), {0, 0, 2}) == "");
  }
}
