// SPDX-License-Identifier: Apache-2.0
//
// The states of a cell: none open, open, with and without a pending multiset and a map; and what
// each call leaves behind.
#include <unistd.h>

#include <cstdio>

#include "known_cell.hpp"

using namespace contract_test;

namespace {

/// What a call writes to stderr.
template <class Call>
std::string stderr_of(const Call& call) {
  std::fflush(stderr);
  std::FILE* file = std::tmpfile();
  REQUIRE(file != nullptr);
  const int saved = dup(STDERR_FILENO);
  dup2(fileno(file), STDERR_FILENO);
  call();
  dup2(saved, STDERR_FILENO);
  close(saved);
  std::string text(4096, '\0');
  std::rewind(file);
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  return text;
}

void check_no_map() {
  Canary<std::int32_t> out;
  Canary<std::uint32_t> idx32;
  Canary<std::int64_t> idx64;
  const Words words{0};
  CHECK_CODE(DCT_E_NO_MAP, dct_map_max(out.data()));
  CHECK_CODE(DCT_E_NO_MAP, dct_map_hist(1, 1, out.data()));
  CHECK_CODE(DCT_E_NO_MAP, dct_map_extract(0, idx32.data(), out.data(), 1));
  CHECK_CODE(DCT_E_NO_MAP, dct_map_extract64(0, idx64.data(), out.data(), 1));
  CHECK_CODE(DCT_E_NO_MAP, dct_map_read_at(words.data(), 1, out.data()));
  CHECK(out.intact());
  CHECK(idx32.intact());
  CHECK(idx64.intact());
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("without a cell every call says so") {
    Canary<std::int32_t> out;
    Canary<std::uint32_t> idx32;
    Canary<std::int64_t> idx64;
    Canary<std::uint16_t> counts;
    const Words words{0};
    const std::uint16_t mask = 0;
    const std::uint64_t offs = 0;
    CHECK_CODE(DCT_E_NO_CELL, dct_free());
    CHECK_CODE(DCT_E_NO_CELL, dct_set_code(words.data(), 1));
    CHECK_CODE(DCT_E_NO_CELL, dct_transform(0, 1));
    CHECK_CODE(DCT_E_NO_CELL, dct_ball_update(words.data(), 1, 1));
    CHECK_CODE(DCT_E_NO_CELL, dct_ball_gather(words.data(), 1, 0, out.data()));
    CHECK_CODE(DCT_E_NO_CELL, dct_ball_gather_mu(words.data(), 1, 0, out.data()));
    CHECK_CODE(DCT_E_NO_CELL, dct_loss_owner(words.data(), 1, out.data()));
    CHECK_CODE(DCT_E_NO_CELL, dct_count_eq(0));
    CHECK_CODE(DCT_E_NO_CELL, dct_count_deficit());
    CHECK_CODE(DCT_E_NO_CELL, dct_map_max(out.data()));
    CHECK_CODE(DCT_E_NO_CELL, dct_map_hist(1, 1, out.data()));
    CHECK_CODE(DCT_E_NO_CELL, dct_map_extract(0, idx32.data(), out.data(), 1));
    CHECK_CODE(DCT_E_NO_CELL, dct_map_extract64(0, idx64.data(), out.data(), 1));
    CHECK_CODE(DCT_E_NO_CELL, dct_map_read_at(words.data(), 1, out.data()));
    CHECK_CODE(DCT_E_NO_CELL, dct_read_cnt(0, 1, counts.data()));
    CHECK_CODE(DCT_E_NO_CELL, dct_set_tbl2(&mask, &offs, 1));
    CHECK_CODE(DCT_E_NO_CELL, dct_use_fmt(0));
    CHECK_CODE(DCT_E_NO_CELL, dct_set_mu(1));
    CHECK(dct_get_mu() == 1);
    CHECK(out.intact());
    CHECK(idx32.intact());
    CHECK(idx64.intact());
    CHECK(counts.intact());
  }

  TEST_CASE("opening a second cell is refused and leaves the first alone") {
    const KnownCell known;
    const long long host_bytes = dct_host_bytes();
    const std::vector<int> axes{2, 2};
    const Table table = support_table(family("hamming"), axes, 1);
    const long long length = static_cast<long long>(table.size());
    long long bytes = -5;
    CHECK_REFUSED(known, DCT_E_CELL_OPEN,
                  dct_init3(0, 2, axes.data(), 1, table.data(), length, 4, &bytes, 1, 1, 1));
    CHECK_REFUSED(known, DCT_E_CELL_OPEN,
                  dct_init2(2, 2, 1, table.data(), length, 4, &bytes, 1, 1, 1));
    CHECK_REFUSED(known, DCT_E_CELL_OPEN, dct_init(2, 2, 1, table.data(), length, 4, &bytes));
    CHECK(bytes == -5);
    CHECK(dct_host_bytes() == host_bytes);
  }

  TEST_CASE("a failing call writes exactly one line to stderr, and last_error is that line") {
    const std::string text = stderr_of([] { CHECK(dct_free() == DCT_E_NO_CELL); });
    REQUIRE(!text.empty());
    CHECK(text.find('\n') == text.size() - 1);
    CHECK(text.find(coldcore_last_error()) != std::string::npos);
    CHECK(stderr_of([] { CHECK(dct_get_mu() == 1); }) == "");
  }

  TEST_CASE("transform from the pending multiset needs an upload, of this cell") {
    for (int round = 0; round < 2; ++round) {
      const Cell cell("hamming", {3, 2}, 1);
      CHECK_CODE(DCT_E_NO_CODE, dct_transform(0, 1));
      CHECK_CODE(DCT_E_NO_CODE, dct_transform(0, 2));
      CHECK_CODE(DCT_E_INDEX, dct_set_code(Words{6}.data(), 1));
      CHECK_CODE(DCT_E_NO_CODE, dct_transform(0, 2));
      cell.set_pending({1});
      cell.transform(0, 2);
      CHECK(dct_count_eq(1) == 4);
    }
  }

  TEST_CASE("an upload of nothing empties the pending multiset") {
    const Cell cell("hamming", {3, 2}, 1);
    cell.represent({1, 2});
    REQUIRE(dct_set_code(nullptr, 0) == DCT_OK);
    CHECK(dct_count_eq(0) < 6);
    cell.transform(0, 2);
    CHECK(dct_count_eq(0) == 6);
    CHECK_CODE(DCT_E_ABSENT, dct_ball_update(Words{1}.data(), 1, -1));
  }

  TEST_CASE("the pending multiset is kept after a transform and is independent of updates") {
    const Cell cell("hamming", {3, 2}, 1);
    cell.represent({1, 1});
    const Counts once = cell.counts();
    cell.update({1, 4}, 1);
    cell.transform(0, 2);
    CHECK(mismatch(cell.counts(), once) == "");
    cell.update({1, 1}, -1);
    CHECK(dct_count_eq(0) == 6);
  }

  TEST_CASE("A_0 holds no field at first and after a recount") {
    const Cell cell("hamming", {3, 2}, 1);
    check_no_map();
    cell.transform(1, 1);  // Legal at once: the represented multiset of a new cell is empty.
    CHECK(mismatch(cell.map(), Field(6, 4)) == "");
    cell.represent({2});
    check_no_map();
    cell.transform(2, 1);
    CHECK(cell.map_at({2}) == Field{4});
  }

  TEST_CASE("the map survives updates, uploads, mu and owner losses") {
    const Cell cell("hamming", {3, 2}, 1);
    const Field map = cell.field(1);
    cell.update({1, 2, 2}, 1);
    cell.set_pending({4});
    REQUIRE(dct_set_mu(3) == DCT_OK);
    cell.owner_loss({0, 5});
    CHECK(mismatch(cell.map(), map) == "");
  }

  TEST_CASE("free resets mu, the next cell starts empty") {
    {
      const Cell cell("hamming", {3, 2}, 1);
      cell.represent({1});
      REQUIRE(dct_set_mu(7) == DCT_OK);
    }
    CHECK(dct_get_mu() == 1);
    const Cell cell("hamming", {3, 2}, 1);
    CHECK(dct_get_mu() == 1);
    CHECK(dct_count_eq(0) == 6);
    CHECK(dct_count_deficit() == 6);
    CHECK_CODE(DCT_E_FORMAT, dct_use_fmt(1));
  }

  TEST_CASE("owner loss replaces what is represented, whatever was before") {
    const Cell cell("hamming", {3, 2}, 1);
    cell.represent({0, 0, 3});
    CHECK(cell.owner_loss({}).empty());
    CHECK(dct_count_eq(0) == 6);
    CHECK_CODE(DCT_E_ABSENT, dct_ball_update(Words{3}.data(), 1, -1));
  }
}
