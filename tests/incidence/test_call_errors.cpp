// SPDX-License-Identifier: Apache-2.0
//
// Every error of every call: its code, and that no field and no output has changed.
#include "known_cell.hpp"

using namespace incidence_test;

namespace {

constexpr long long kHugeIndex = std::numeric_limits<long long>::max();
constexpr int kLeastInt = std::numeric_limits<int>::min();

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("without a cell every call but four says so") {
    const long long idx[1] = {0};
    Canary<std::int32_t> values;
    Canary<std::int64_t> wide;
    Canary<long long> bytes;
    CHECK_CODE(SPARSE_E_NO_CELL, sparse_free());
    CHECK_CODE(SPARSE_E_NO_CELL, sparse_inc_mode());
    CHECK_CODE(SPARSE_E_NO_CELL, sparse_is_csr());
    CHECK_CODE(SPARSE_E_NO_CELL, sparse_set_mu(1));
    CHECK_CODE(SPARSE_E_NO_CELL, sparse_recount(idx, 1));
    CHECK_CODE(SPARSE_E_NO_CELL, sparse_field(0));
    CHECK_CODE(SPARSE_E_NO_CELL, sparse_ball_update(idx, 1, 1));
    CHECK_CODE(SPARSE_E_NO_CELL, sparse_ball_gather(idx, 1, 0, values.data()));
    CHECK_CODE(SPARSE_E_NO_CELL, sparse_count_eq(0));
    CHECK_CODE(SPARSE_E_NO_CELL, sparse_count_deficit());
    CHECK_CODE(SPARSE_E_NO_CELL, sparse_map_max(values.data()));
    CHECK_CODE(SPARSE_E_NO_CELL, sparse_map_hist(1, 1, values.data()));
    CHECK_CODE(SPARSE_E_NO_CELL, sparse_map_extract(0, wide.data(), values.data(), 1));
    CHECK_CODE(SPARSE_E_NO_CELL, sparse_map_read_at(idx, 1, values.data()));
    CHECK_CODE(SPARSE_E_NO_CELL, sparse_read_cnt(0, 1, values.data()));
    CHECK_CODE(SPARSE_E_NO_CELL, coldcore_sparse_row(0, values.data(), nullptr, 1));
    CHECK_CODE(SPARSE_E_NO_CELL, coldcore_sparse_column(0, bytes.data(), nullptr, 1));
    CHECK_CODE(SPARSE_E_NO_CELL, coldcore_sparse_index(1, bytes.data()));
    CHECK_CODE(SPARSE_E_NO_CELL, coldcore_sparse_track(0));
    CHECK_CODE(SPARSE_E_NO_CELL, coldcore_sparse_tracked());
    CHECK(values.intact());
    CHECK(wide.intact());
    CHECK(bytes.intact());

    CHECK(sparse_abi_version() == 2);
    CHECK(sparse_get_mu() == 1);
    CHECK(sparse_dev_bytes() == 0);
    CHECK(sparse_host_bytes() == 0);
  }

  TEST_CASE("a map query wants a field first") {
    const System system{.points = 1, .rows = {{{0, 1}}}, .point_weights = {1}};
    const Cell cell(system);
    const long long idx[1] = {0};
    Canary<std::int32_t> values;
    Canary<std::int64_t> wide;
    cell.recount({0});
    CHECK_CODE(SPARSE_E_NO_MAP, sparse_map_max(values.data()));
    CHECK_CODE(SPARSE_E_NO_MAP, sparse_map_hist(1, 1, values.data()));
    CHECK_CODE(SPARSE_E_NO_MAP, sparse_map_extract(0, wide.data(), values.data(), 1));
    CHECK_CODE(SPARSE_E_NO_MAP, sparse_map_read_at(idx, 1, values.data()));
    CHECK(values.intact());
    CHECK(wide.intact());
  }

  TEST_CASE("a second init is refused and the cell goes on") {
    const KnownCell known;
    const std::int32_t inc[1] = {0};
    const std::int64_t indptr[2] = {0, 1};
    Canary<long long> bytes;
    CHECK_REFUSED(known, SPARSE_E_CELL_OPEN,
                  sparse_init(1, 1, 1, inc, 0, 1, bytes.data(), bytes.data()));
    CHECK_REFUSED(
        known, SPARSE_E_CELL_OPEN,
        sparse_init_csr(1, 1, 1, indptr, inc, nullptr, nullptr, 0, 1, bytes.data(), bytes.data()));
    CHECK(bytes.intact());
  }

  TEST_CASE("updates and recounts check the whole batch before the first count changes") {
    const KnownCell known;
    const Multiset good{0, 1, 1};
    const Multiset past{0, 1, 5};
    const Multiset negative{0, 1, -1};
    const Multiset huge{0, kHugeIndex};
    CHECK_REFUSED(known, SPARSE_E_NULL, sparse_recount(nullptr, 1));
    CHECK_REFUSED(known, SPARSE_E_ARGUMENT, sparse_recount(good.data(), -1));
    CHECK_REFUSED(known, SPARSE_E_INDEX, sparse_recount(past.data(), 3));
    CHECK_REFUSED(known, SPARSE_E_INDEX, sparse_recount(negative.data(), 3));
    CHECK_REFUSED(known, SPARSE_E_INDEX, sparse_recount(huge.data(), 2));
    for (const int sign : {1, -1}) {
      CAPTURE(sign);
      CHECK_REFUSED(known, SPARSE_E_NULL, sparse_ball_update(nullptr, 2, sign));
      CHECK_REFUSED(known, SPARSE_E_ARGUMENT, sparse_ball_update(good.data(), -1, sign));
      CHECK_REFUSED(known, SPARSE_E_INDEX, sparse_ball_update(past.data(), 3, sign));
      CHECK_REFUSED(known, SPARSE_E_INDEX, sparse_ball_update(negative.data(), 3, sign));
      CHECK_REFUSED(known, SPARSE_E_INDEX, sparse_ball_update(huge.data(), 2, sign));
    }
    for (const int sign : {0, 2, -2, kLeastInt}) {
      CAPTURE(sign);
      CHECK_REFUSED(known, SPARSE_E_SIGN, sparse_ball_update(good.data(), 3, sign));
    }
  }

  TEST_CASE("a removal beyond the multiplicity is refused, whatever else is in the batch") {
    const KnownCell known;  // 0 once, 1 twice, 2 (which covers nothing) once.
    const Multiset absent_last{0, 1, 4};
    const Multiset once_too_often{1, 0, 1, 1};
    const Multiset empty_row_twice{2, 2};
    CHECK_REFUSED(known, SPARSE_E_ABSENT, sparse_ball_update(absent_last.data(), 3, -1));
    CHECK(last_error_has("idx[2] = 4"));
    CHECK_REFUSED(known, SPARSE_E_ABSENT, sparse_ball_update(once_too_often.data(), 4, -1));
    CHECK_REFUSED(known, SPARSE_E_ABSENT, sparse_ball_update(empty_row_twice.data(), 2, -1));
  }

  TEST_CASE("mu and roles have their ranges") {
    const KnownCell known;
    const long long idx[1] = {0};
    Canary<std::int32_t> out;
    for (const int mu : {0, -1, kLeastInt}) {
      CHECK_REFUSED(known, SPARSE_E_ARGUMENT, sparse_set_mu(mu));
    }
    for (const int role : {-1, kLeastInt}) {
      CHECK_REFUSED(known, SPARSE_E_ARGUMENT, sparse_field(role));
      CHECK_REFUSED(known, SPARSE_E_ARGUMENT, sparse_ball_gather(idx, 1, role, out.data()));
      CHECK_REFUSED(known, SPARSE_E_ARGUMENT, sparse_count_eq(role));
    }
    CHECK(out.intact());
  }

  TEST_CASE("gathers and point reads refuse what lies outside and write nothing") {
    const KnownCell known;
    const Multiset good{0, 1, 2};
    const Multiset past{0, 1, 5};
    const Multiset negative{-1, 1, 2};
    Canary<std::int32_t> out;
    CHECK_REFUSED(known, SPARSE_E_NULL, sparse_ball_gather(nullptr, 3, 0, out.data()));
    CHECK_REFUSED(known, SPARSE_E_NULL, sparse_ball_gather(good.data(), 3, 0, nullptr));
    CHECK_REFUSED(known, SPARSE_E_ARGUMENT, sparse_ball_gather(good.data(), -1, 0, out.data()));
    CHECK_REFUSED(known, SPARSE_E_INDEX, sparse_ball_gather(past.data(), 3, 0, out.data()));
    CHECK_REFUSED(known, SPARSE_E_INDEX, sparse_ball_gather(negative.data(), 3, 0, out.data()));
    CHECK_REFUSED(known, SPARSE_E_NULL, sparse_map_read_at(nullptr, 3, out.data()));
    CHECK_REFUSED(known, SPARSE_E_NULL, sparse_map_read_at(good.data(), 3, nullptr));
    CHECK_REFUSED(known, SPARSE_E_ARGUMENT, sparse_map_read_at(good.data(), -1, out.data()));
    CHECK_REFUSED(known, SPARSE_E_INDEX, sparse_map_read_at(past.data(), 3, out.data()));
    CHECK_REFUSED(known, SPARSE_E_INDEX, sparse_map_read_at(negative.data(), 3, out.data()));
    CHECK_REFUSED(known, SPARSE_E_NULL, sparse_read_cnt(0, 1, nullptr));
    CHECK_REFUSED(known, SPARSE_E_ARGUMENT, sparse_read_cnt(0, -1, out.data()));
    CHECK_REFUSED(known, SPARSE_E_INDEX, sparse_read_cnt(-1, 1, out.data()));
    CHECK_REFUSED(known, SPARSE_E_INDEX, sparse_read_cnt(4, 1, out.data()));
    CHECK_REFUSED(known, SPARSE_E_INDEX, sparse_read_cnt(1, 4, out.data()));
    CHECK_REFUSED(known, SPARSE_E_INDEX, sparse_read_cnt(kHugeIndex, kHugeIndex, out.data()));
    CHECK_REFUSED(known, SPARSE_E_INDEX, sparse_read_cnt(1, kHugeIndex, out.data()));
    CHECK(out.intact());
  }

  TEST_CASE("map reductions refuse bad arguments and write nothing") {
    const KnownCell known;
    Canary<std::int32_t> out;
    Canary<std::int64_t> idx;
    CHECK_REFUSED(known, SPARSE_E_NULL, sparse_map_max(nullptr));
    CHECK_REFUSED(known, SPARSE_E_NULL, sparse_map_hist(4, 4, nullptr));
    for (const int nbins : {0, -1, 4097}) {
      CHECK_REFUSED(known, SPARSE_E_ARGUMENT, sparse_map_hist(nbins, 4, out.data()));
    }
    CHECK_REFUSED(known, SPARSE_E_ARGUMENT, sparse_map_hist(4, 0, out.data()));
    CHECK_REFUSED(known, SPARSE_E_ARGUMENT, sparse_map_hist(4, -5, out.data()));
    CHECK_REFUSED(known, SPARSE_E_NULL, sparse_map_extract(0, nullptr, out.data(), 1));
    CHECK_REFUSED(known, SPARSE_E_NULL, sparse_map_extract(0, idx.data(), nullptr, 1));
    CHECK_REFUSED(known, SPARSE_E_ARGUMENT, sparse_map_extract(0, idx.data(), out.data(), -1));
    CHECK(out.intact());
    CHECK(idx.intact());
    CHECK(sparse_map_hist(4096, 1, out.data()) == SPARSE_OK);
  }

  TEST_CASE("empty lists need no arrays") {
    const KnownCell known;
    CHECK(sparse_ball_update(nullptr, 0, 1) == SPARSE_OK);
    CHECK(sparse_ball_update(nullptr, 0, -1) == SPARSE_OK);
    CHECK(sparse_ball_gather(nullptr, 0, 0, nullptr) == SPARSE_OK);
    CHECK(sparse_map_read_at(nullptr, 0, nullptr) == SPARSE_OK);
    CHECK(sparse_map_extract(1, nullptr, nullptr, 0) == 2);
    CHECK(sparse_read_cnt(0, 0, nullptr) == SPARSE_OK);
    CHECK(sparse_read_cnt(4, 0, nullptr) == SPARSE_OK);
    known.check_untouched();
    CHECK(sparse_recount(nullptr, 0) == SPARSE_OK);
    CHECK(sparse_count_eq(0) == 4);
  }

  TEST_CASE("lists and tracking refuse bad arguments and write nothing") {
    const KnownCell known;
    Canary<std::int32_t> values;
    Canary<long long> candidates;
    CHECK_REFUSED(known, SPARSE_E_INDEX, coldcore_sparse_row(5, values.data(), nullptr, 1));
    CHECK_REFUSED(known, SPARSE_E_INDEX, coldcore_sparse_row(-1, values.data(), nullptr, 1));
    CHECK_REFUSED(known, SPARSE_E_NULL, coldcore_sparse_row(0, nullptr, values.data(), 1));
    CHECK_REFUSED(known, SPARSE_E_ARGUMENT, coldcore_sparse_row(0, values.data(), nullptr, -1));
    CHECK_REFUSED(known, SPARSE_E_NO_INDEX,
                  coldcore_sparse_column(0, candidates.data(), nullptr, 1));
    CHECK_REFUSED(known, SPARSE_E_NO_INDEX, coldcore_sparse_track(0));
    CHECK_REFUSED(known, SPARSE_E_ARGUMENT, coldcore_sparse_index(2, candidates.data()));
    known.cell().make_index();
    CHECK_REFUSED(known, SPARSE_E_INDEX, coldcore_sparse_column(4, candidates.data(), nullptr, 1));
    CHECK_REFUSED(known, SPARSE_E_INDEX, coldcore_sparse_column(-1, candidates.data(), nullptr, 1));
    CHECK_REFUSED(known, SPARSE_E_NULL, coldcore_sparse_column(0, nullptr, values.data(), 1));
    CHECK_REFUSED(known, SPARSE_E_ARGUMENT,
                  coldcore_sparse_column(0, candidates.data(), nullptr, -1));
    for (const int role : {2, -2, kLeastInt}) {
      CHECK_REFUSED(known, SPARSE_E_ARGUMENT, coldcore_sparse_track(role));
    }
    CHECK(values.intact());
    CHECK(candidates.intact());
  }

  TEST_CASE("codes have names") {
    CHECK(std::string(coldcore_sparse_error_name(SPARSE_OK)) == "SPARSE_OK");
    CHECK(std::string(coldcore_sparse_error_name(SPARSE_E_SIGN)) == "SPARSE_E_SIGN");
    CHECK(std::string(coldcore_sparse_error_name(SPARSE_E_NO_INDEX)) == "SPARSE_E_NO_INDEX");
    CHECK(std::string(coldcore_sparse_error_name(SPARSE_E_INTERNAL)) == "SPARSE_E_INTERNAL");
    CHECK(std::string(coldcore_sparse_error_name(SPARSE_E_INTERNAL - 1)) == "unknown");
    CHECK(std::string(coldcore_sparse_error_name(1)) == "unknown");
  }
}
