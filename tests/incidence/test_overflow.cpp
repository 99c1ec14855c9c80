// SPDX-License-Identifier: Apache-2.0
//
// What 32 bits cannot hold is refused, at the first step where it could happen, and never wraps.
#include "known_cell.hpp"

using namespace incidence_test;
namespace reference = incidence_reference;

namespace {

constexpr std::int32_t kMostCount = std::numeric_limits<std::int32_t>::max();

int open_csr(const System& system) {
  const Arrays arrays(system);
  return sparse_init_csr(system.candidates(), system.points, arrays.nnz(), arrays.indptr.data(),
                         arrays.indices.data(), arrays.weights.data(), system.point_weights.data(),
                         0, 1, nullptr, nullptr);
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("a row whose gain could overflow at mu = 1 is refused at init") {
    const System heavy{
        .points = 2, .rows = {{{0, 1}}, {{0, 9}, {1, 9}}}, .point_weights = {kMostCount, 1}};
    CHECK_CODE(SPARSE_E_OVERFLOW, open_csr(heavy));
    CHECK(last_error_has("row 1"));
    CHECK(sparse_is_csr() == SPARSE_E_NO_CELL);

    const System just_fits{
        .points = 2, .rows = {{{0, 1}}, {{0, 9}, {1, 9}}}, .point_weights = {kMostCount - 1, 1}};
    const Cell cell(just_fits);
    CHECK(mismatch(cell.field(0), {kMostCount - 1, kMostCount}) == "");
  }

  TEST_CASE("a mu at which a row could overflow is refused, the largest below it is not") {
    // The row is worth 1000 * min(50, mu) + 3 * min(60, mu) and 2 * min(2^30, mu).
    const System system{
        .points = 3, .rows = {{{0, 50}, {1, 60}}, {{2, 1 << 30}}}, .point_weights = {1000, 3, 2}};
    const Cell cell(system);
    const int largest = (1 << 30) - 1;
    CHECK_CODE(SPARSE_E_OVERFLOW, sparse_set_mu(largest + 1));
    CHECK(last_error_has("row 1"));
    CHECK_CODE(SPARSE_E_OVERFLOW, sparse_set_mu(kMostCount));
    CHECK(sparse_get_mu() == 1);
    cell.set_mu(largest);
    CHECK(mismatch(cell.field(0), {1000 * 50 + 3 * 60, 2LL * largest}) == "");
    CHECK(mismatch(cell.field(0), reference::field(system, Field(3, 0), largest, 0)) == "");
  }

  TEST_CASE("a deficiency beyond 64 bits is refused") {
    System system{.points = 5, .rows = {{{0, 1}}}, .point_weights = {}};
    system.point_weights.assign(5, kMostCount);
    const Cell cell(system);
    CHECK_CODE(SPARSE_E_OVERFLOW, sparse_set_mu(kMostCount));
    CHECK(last_error_has("64 bits"));
    CHECK(sparse_count_deficit() == 5LL * kMostCount);
  }

  TEST_CASE("an update that would pass INT32_MAX is undone") {
    const System system{.points = 3,
                        .rows = {{{0, 7}, {1, kMostCount - 5}}, {{1, 3}, {2, 1}}, {{0, 1}, {2, 2}}},
                        .point_weights = {1, 1, 1}};
    for (const bool with_tracking : {false, true}) {
      CAPTURE(with_tracking);
      const Cell cell(system);
      cell.recount({0, 1});  // Point 1 is at INT32_MAX - 2.
      if (with_tracking) {
        cell.make_index();
        cell.track(1);
      }
      const Field before = cell.counts();
      const Field losses = reference::field(system, before, 1, 1);
      const Multiset too_much{2, 2, 1, 2};
      CHECK_CODE(SPARSE_E_OVERFLOW, sparse_ball_update(too_much.data(), 4, 1));
      CHECK_CODE(SPARSE_E_OVERFLOW, sparse_ball_update(too_much.data() + 2, 1, 1));
      CHECK(mismatch(cell.counts(), before) == "");
      CHECK(mismatch(with_tracking ? cell.map() : cell.field(1), losses) == "");
      const long long none = 2;
      CHECK(sparse_ball_update(&none, 1, -1) == SPARSE_E_ABSENT);
      cell.update({0, 1}, -1);
      CHECK(mismatch(cell.counts(), Field(3, 0)) == "");
    }
  }

  TEST_CASE("a recount that would pass INT32_MAX keeps the old one") {
    const System system{
        .points = 2, .rows = {{{0, 1 << 30}}, {{0, 5}, {1, 1}}}, .point_weights = {1, 1}};
    const Cell cell(system);
    cell.recount({0, 1});
    const Field before = cell.counts();
    const Multiset too_much{1, 0, 0};
    CHECK_CODE(SPARSE_E_OVERFLOW, sparse_recount(too_much.data(), 3));
    CHECK(mismatch(cell.counts(), before) == "");
    cell.update({1, 0}, -1);
    CHECK(mismatch(cell.counts(), Field(2, 0)) == "");
    cell.recount({0, 1, 1, 1});  // Many enough to be suspicious, but they fit.
    CHECK(mismatch(cell.counts(), {(1 << 30) + 15, 3}) == "");
  }
}
