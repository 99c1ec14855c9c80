// SPDX-License-Identifier: Apache-2.0
//
// Every error of every call on an open cell: its code, and that no field and no output has changed.
#include "known_cell.hpp"

using namespace contract_test;

namespace {

constexpr long long kHuge = std::numeric_limits<long long>::max();

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("set_code refuses bad uploads and keeps the pending multiset") {
    const KnownCell known;
    const Words bad_last{0, 1, known.size()};
    const Words negative{0, -1, 2};
    const Words huge{kHuge};
    const Words too_many(65536, 3);
    CHECK_REFUSED(known, DCT_E_NULL, dct_set_code(nullptr, 1));
    CHECK_REFUSED(known, DCT_E_ARGUMENT, dct_set_code(bad_last.data(), -1));
    CHECK_REFUSED(known, DCT_E_INDEX, dct_set_code(bad_last.data(), 3));
    CHECK_REFUSED(known, DCT_E_INDEX, dct_set_code(negative.data(), 3));
    CHECK_REFUSED(known, DCT_E_INDEX, dct_set_code(huge.data(), 1));
    CHECK_REFUSED(known, DCT_E_CAPACITY, dct_set_code(too_many.data(), 65536));
  }

  TEST_CASE("transform refuses all pairs but four") {
    const KnownCell known;
    for (int init_mode = -1; init_mode <= 3; ++init_mode) {
      for (int out_mode = -1; out_mode <= 3; ++out_mode) {
        const bool legal = (out_mode == 1 && init_mode >= 0 && init_mode <= 2) ||
                           (out_mode == 2 && init_mode == 0);
        CAPTURE(init_mode);
        CAPTURE(out_mode);
        if (!legal) CHECK_REFUSED(known, DCT_E_PAIR, dct_transform(init_mode, out_mode));
      }
    }
    CHECK_REFUSED(known, DCT_E_PAIR, dct_transform(std::numeric_limits<int>::max(), 1));
    CHECK_REFUSED(known, DCT_E_PAIR, dct_transform(1, std::numeric_limits<int>::min()));
  }

  TEST_CASE("ball_update checks the whole batch before the first count changes") {
    const KnownCell known;
    const Words good{0, 1, 2};
    const Words bad_last{0, 1, known.size()};
    const Words negative{0, 1, -1};
    const Words huge{0, kHuge};
    const Words absent_last{0, 13, 1};
    const Words once_too_often{5, 0, 5, 5};
    for (const int sign : {1, -1}) {
      CAPTURE(sign);
      CHECK_REFUSED(known, DCT_E_NULL, dct_ball_update(nullptr, 2, sign));
      CHECK_REFUSED(known, DCT_E_ARGUMENT, dct_ball_update(good.data(), -1, sign));
      CHECK_REFUSED(known, DCT_E_INDEX, dct_ball_update(bad_last.data(), 3, sign));
      CHECK_REFUSED(known, DCT_E_INDEX, dct_ball_update(negative.data(), 3, sign));
      CHECK_REFUSED(known, DCT_E_INDEX, dct_ball_update(huge.data(), 2, sign));
    }
    for (const int sign : {0, 2, -2, 255, std::numeric_limits<int>::min()}) {
      CAPTURE(sign);
      CHECK_REFUSED(known, DCT_E_SIGN, dct_ball_update(good.data(), 3, sign));
    }
    CHECK_REFUSED(known, DCT_E_ABSENT, dct_ball_update(absent_last.data(), 3, -1));
    CHECK_REFUSED(known, DCT_E_ABSENT, dct_ball_update(once_too_often.data(), 4, -1));
  }

  TEST_CASE("ball_update refuses the occurrence that passes 65,535") {
    const KnownCell known;  // Six occurrences are active.
    const Words too_many(65530, 2);
    CHECK_REFUSED(known, DCT_E_CAPACITY, dct_ball_update(too_many.data(), 65530, 1));
    const Words far_too_many(1000000, 2);
    CHECK_REFUSED(known, DCT_E_CAPACITY, dct_ball_update(far_too_many.data(), 1000000, 1));
    known.cell().update(Words(65529, 2), 1);
    known.cell().update(Words(65529, 2), -1);
    known.check_untouched();
  }

  TEST_CASE("gathers refuse bad words and targets and write nothing") {
    const KnownCell known;
    Canary<std::int32_t> out;
    const Words good{0, 1, 2};
    const Words bad_last{0, 1, known.size()};
    const Words negative{-1, 1, 2};
    CHECK_REFUSED(known, DCT_E_NULL, dct_ball_gather(nullptr, 3, 0, out.data()));
    CHECK_REFUSED(known, DCT_E_NULL, dct_ball_gather(good.data(), 3, 0, nullptr));
    CHECK_REFUSED(known, DCT_E_ARGUMENT, dct_ball_gather(good.data(), -1, 0, out.data()));
    CHECK_REFUSED(known, DCT_E_ARGUMENT, dct_ball_gather(good.data(), 3, -1, out.data()));
    CHECK_REFUSED(known, DCT_E_ARGUMENT, dct_ball_gather(good.data(), 3, 65536, out.data()));
    CHECK_REFUSED(known, DCT_E_INDEX, dct_ball_gather(bad_last.data(), 3, 0, out.data()));
    CHECK_REFUSED(known, DCT_E_INDEX, dct_ball_gather(negative.data(), 3, 0, out.data()));
    CHECK_REFUSED(known, DCT_E_NULL, dct_ball_gather_mu(nullptr, 3, 0, out.data()));
    CHECK_REFUSED(known, DCT_E_NULL, dct_ball_gather_mu(good.data(), 3, 0, nullptr));
    CHECK_REFUSED(known, DCT_E_ARGUMENT, dct_ball_gather_mu(good.data(), -1, 0, out.data()));
    CHECK_REFUSED(known, DCT_E_ARGUMENT, dct_ball_gather_mu(good.data(), 3, 2, out.data()));
    CHECK_REFUSED(known, DCT_E_ARGUMENT, dct_ball_gather_mu(good.data(), 3, -1, out.data()));
    CHECK_REFUSED(known, DCT_E_INDEX, dct_ball_gather_mu(bad_last.data(), 3, 1, out.data()));
    CHECK_REFUSED(known, DCT_E_INDEX, dct_ball_gather_mu(negative.data(), 3, 1, out.data()));
    CHECK(out.intact());
  }

  TEST_CASE("loss_owner refuses bad words and represents nothing new") {
    const KnownCell known;
    Canary<std::int32_t> out(65536);
    const Words good{0, 1, 2};
    const Words bad_last{0, 1, known.size()};
    const Words negative{-1, 1, 2};
    const Words too_many(65536, 3);
    CHECK_REFUSED(known, DCT_E_NULL, dct_loss_owner(nullptr, 3, out.data()));
    CHECK_REFUSED(known, DCT_E_NULL, dct_loss_owner(good.data(), 3, nullptr));
    CHECK_REFUSED(known, DCT_E_ARGUMENT, dct_loss_owner(good.data(), -1, out.data()));
    CHECK_REFUSED(known, DCT_E_INDEX, dct_loss_owner(bad_last.data(), 3, out.data()));
    CHECK_REFUSED(known, DCT_E_INDEX, dct_loss_owner(negative.data(), 3, out.data()));
    CHECK_REFUSED(known, DCT_E_CAPACITY, dct_loss_owner(too_many.data(), 65536, out.data()));
    CHECK(out.intact());
  }

  TEST_CASE("loss_owner without the owner plane is refused") {
    const KnownCell known(0);
    Canary<std::int32_t> out;
    const Words good{0, 1, 2};
    CHECK_REFUSED(known, DCT_E_NO_OWNER, dct_loss_owner(good.data(), 3, out.data()));
    CHECK(out.intact());
  }

  TEST_CASE("count_eq refuses a target that is no multiplicity") {
    const KnownCell known;
    CHECK_REFUSED(known, DCT_E_ARGUMENT, dct_count_eq(-1));
    CHECK_REFUSED(known, DCT_E_ARGUMENT, dct_count_eq(65536));
  }

  TEST_CASE("map reductions refuse bad arguments and write nothing") {
    const KnownCell known;
    Canary<std::int32_t> out(4097);
    CHECK_REFUSED(known, DCT_E_NULL, dct_map_max(nullptr));
    CHECK_REFUSED(known, DCT_E_NULL, dct_map_hist(4, 4, nullptr));
    CHECK_REFUSED(known, DCT_E_ARGUMENT, dct_map_hist(0, 4, out.data()));
    CHECK_REFUSED(known, DCT_E_ARGUMENT, dct_map_hist(-1, 4, out.data()));
    CHECK_REFUSED(known, DCT_E_ARGUMENT, dct_map_hist(4097, 4, out.data()));
    CHECK_REFUSED(known, DCT_E_ARGUMENT, dct_map_hist(4, 0, out.data()));
    CHECK_REFUSED(known, DCT_E_ARGUMENT, dct_map_hist(4, -5, out.data()));
    CHECK(out.intact());
  }

  TEST_CASE("extractions refuse missing arrays and a negative cap") {
    const KnownCell known;
    Canary<std::uint32_t> idx32;
    Canary<std::int64_t> idx64;
    Canary<std::int32_t> val;
    CHECK_REFUSED(known, DCT_E_NULL, dct_map_extract(0, nullptr, val.data(), 1));
    CHECK_REFUSED(known, DCT_E_NULL, dct_map_extract(0, idx32.data(), nullptr, 1));
    CHECK_REFUSED(known, DCT_E_ARGUMENT, dct_map_extract(0, idx32.data(), val.data(), -1));
    CHECK_REFUSED(known, DCT_E_NULL, dct_map_extract64(0, nullptr, val.data(), 1));
    CHECK_REFUSED(known, DCT_E_NULL, dct_map_extract64(0, idx64.data(), nullptr, 1));
    CHECK_REFUSED(known, DCT_E_ARGUMENT, dct_map_extract64(0, idx64.data(), val.data(), -1));
    CHECK(idx32.intact());
    CHECK(idx64.intact());
    CHECK(val.intact());
  }

  TEST_CASE("point reads refuse what lies outside and write nothing") {
    const KnownCell known;
    Canary<std::int32_t> values;
    Canary<std::uint16_t> counts;
    const Words good{0, 1};
    const Words bad_last{0, 1, known.size()};
    const Words negative{0, -1};
    CHECK_REFUSED(known, DCT_E_NULL, dct_map_read_at(nullptr, 2, values.data()));
    CHECK_REFUSED(known, DCT_E_NULL, dct_map_read_at(good.data(), 2, nullptr));
    CHECK_REFUSED(known, DCT_E_ARGUMENT, dct_map_read_at(good.data(), -1, values.data()));
    CHECK_REFUSED(known, DCT_E_INDEX, dct_map_read_at(bad_last.data(), 3, values.data()));
    CHECK_REFUSED(known, DCT_E_INDEX, dct_map_read_at(negative.data(), 2, values.data()));
    CHECK_REFUSED(known, DCT_E_NULL, dct_read_cnt(0, 1, nullptr));
    CHECK_REFUSED(known, DCT_E_ARGUMENT, dct_read_cnt(0, -1, counts.data()));
    CHECK_REFUSED(known, DCT_E_INDEX, dct_read_cnt(-1, 1, counts.data()));
    CHECK_REFUSED(known, DCT_E_INDEX, dct_read_cnt(known.size(), 1, counts.data()));
    CHECK_REFUSED(known, DCT_E_INDEX, dct_read_cnt(1, known.size(), counts.data()));
    CHECK_REFUSED(known, DCT_E_INDEX, dct_read_cnt(kHuge, kHuge, counts.data()));
    CHECK_REFUSED(known, DCT_E_INDEX, dct_read_cnt(1, kHuge, counts.data()));
    CHECK(values.intact());
    CHECK(counts.intact());
  }

  TEST_CASE("mu stays between 1 and 65,535") {
    KnownCell known;
    for (const int mu : {0, -1, 65536, std::numeric_limits<int>::max()}) {
      CAPTURE(mu);
      CHECK_REFUSED(known, DCT_E_ARGUMENT, dct_set_mu(mu));
    }
    known.set_mu(65535);
    known.check_untouched();
  }

  TEST_CASE("the walk format has to be there") {
    const KnownCell known;
    CHECK_REFUSED(known, DCT_E_FORMAT, dct_use_fmt(1));
    CHECK_REFUSED(known, DCT_E_ARGUMENT, dct_use_fmt(2));
    CHECK_REFUSED(known, DCT_E_ARGUMENT, dct_use_fmt(-1));
    known.cell().use_ox();
    CHECK_REFUSED(known, DCT_E_ARGUMENT, dct_use_fmt(2));
    known.check_untouched();
  }

  TEST_CASE("empty lists need no arrays") {
    const KnownCell known;
    CHECK(dct_ball_update(nullptr, 0, 1) == DCT_OK);
    CHECK(dct_ball_update(nullptr, 0, -1) == DCT_OK);
    CHECK(dct_ball_gather(nullptr, 0, 0, nullptr) == DCT_OK);
    CHECK(dct_ball_gather_mu(nullptr, 0, 0, nullptr) == DCT_OK);
    CHECK(dct_map_read_at(nullptr, 0, nullptr) == DCT_OK);
    CHECK(dct_map_extract(1, nullptr, nullptr, 0) >= 0);
    CHECK(dct_read_cnt(0, 0, nullptr) == DCT_OK);
    known.check_untouched();
  }
}
