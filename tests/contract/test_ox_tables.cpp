// SPDX-License-Identifier: Apache-2.0
//
// The second table format: what dct_set_tbl2 refuses, and that an earlier table survives it.
#include "known_cell.hpp"

using namespace contract_test;

namespace {

OxTable good_table() { return ox_table(family("hamming"), {3, 2, 4}, 1); }

int upload(const OxTable& table) {
  return dct_set_tbl2(table.mask.data(), table.offs.data(),
                      static_cast<long long>(table.mask.size()));
}

void check_table_refused(const KnownCell& known, const OxTable& table) {
  CHECK_REFUSED(known, DCT_E_TABLE, upload(table));
}

/// The good table with its last entry replaced.
void check_entry_refused(const KnownCell& known, std::uint16_t mask, std::uint64_t offs) {
  CAPTURE(mask);
  CAPTURE(offs);
  OxTable table = good_table();
  table.mask.back() = mask;
  table.offs.back() = offs;
  check_table_refused(known, table);
}

void check_all_defects(const KnownCell& known) {
  const OxTable good = good_table();
  const long long length = static_cast<long long>(good.mask.size());
  CHECK_REFUSED(known, DCT_E_NULL, dct_set_tbl2(nullptr, good.offs.data(), length));
  CHECK_REFUSED(known, DCT_E_NULL, dct_set_tbl2(good.mask.data(), nullptr, length));
  for (const long long impossible : {0LL, -1LL, 1LL << 31, std::numeric_limits<long long>::max()}) {
    CAPTURE(impossible);
    CHECK_REFUSED(known, DCT_E_TABLE, dct_set_tbl2(good.mask.data(), good.offs.data(), impossible));
  }
  CHECK_REFUSED(known, DCT_E_TABLE, dct_set_tbl2(good.mask.data(), good.offs.data(), length - 1));

  check_entry_refused(known, good.mask[1], good.offs[1]);  // A point twice.
  check_entry_refused(known, 0x0, 0x0);                    // Likewise, or the centre twice.
  check_entry_refused(known, 0x8, 0x1000);                 // Position 3 of axes 0..2.
  check_entry_refused(known, 0x1, 0x3);                    // A shift by the whole axis.
  check_entry_refused(known, 0x2, 0x20);
  check_entry_refused(known, 0x1, 0x0);   // A shift by nothing.
  check_entry_refused(known, 0x1, 0x11);  // A shift outside the mask.
  check_entry_refused(known, 0x0, good.offs.back());
  check_entry_refused(known, 0x3, 0x11);  // A point that the v1 table lacks.

  OxTable more = good;
  more.mask.push_back(0x3);
  more.offs.push_back(0x11);
  check_table_refused(known, more);
}

/// Whether walks by the ox table still give the gains, which A_0 holds.
void check_ox_works(const KnownCell& known) {
  REQUIRE(dct_use_fmt(1) == DCT_OK);
  const Words all = known.cell().all_words();
  CHECK(mismatch(known.cell().gather_role(all, 0), known.cell().map()) == "");
  known.check_untouched();
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("malformed ox tables are refused, and the format is still missing") {
    const KnownCell known;
    check_all_defects(known);
    CHECK_REFUSED(known, DCT_E_FORMAT, dct_use_fmt(1));
    REQUIRE(upload(good_table()) == DCT_OK);
    check_ox_works(known);
  }

  TEST_CASE("malformed ox tables are refused, and the good one stays in use") {
    const KnownCell known;
    REQUIRE(upload(good_table()) == DCT_OK);
    check_ox_works(known);
    check_all_defects(known);
    check_ox_works(known);
  }

  TEST_CASE("an ox table may list its points in any order") {
    const KnownCell known;
    OxTable table = good_table();
    std::reverse(table.mask.begin(), table.mask.end());
    std::reverse(table.offs.begin(), table.offs.end());
    REQUIRE(upload(table) == DCT_OK);
    check_ox_works(known);
  }

  TEST_CASE("an upload does not change the format in use") {
    const KnownCell known;
    REQUIRE(upload(good_table()) == DCT_OK);
    known.check_untouched();
    REQUIRE(dct_use_fmt(1) == DCT_OK);
    REQUIRE(upload(good_table()) == DCT_OK);
    check_ox_works(known);
    REQUIRE(dct_use_fmt(0) == DCT_OK);
    known.check_untouched();
  }
}
