// SPDX-License-Identifier: Apache-2.0
//
// Placement: every mode gives the same fields, and the bytes told are the bytes that the contract
// allows.
#include "known_cell.hpp"

using namespace contract_test;

namespace {

const std::vector<int> kAxes{5, 4, 7, 6, 3};  // 2,520 words: no plane is a whole number of pages.

struct Answers {
  Counts cnt;
  Field gain;
  Field loss;
  Field sum;
};

Answers answers(Placement placement) {
  const Cell cell("hamming", kAxes, 2, placement);
  Random random(31);
  const Words code = random_multiset(random, cell.space().size(), 60);
  cell.represent(code);
  cell.update({7, 7, 2519}, 1);
  Answers result;
  result.cnt = cell.counts();
  result.gain = cell.field(1);
  result.loss = cell.field(2);
  result.sum = cell.field(0);
  return result;
}

struct Bytes {
  long long all;
  long long host;
};

Bytes bytes_of(Placement placement) {
  const Cell cell("hamming", kAxes, 2, placement, 100);
  return {cell.bytes(), dct_host_bytes()};
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("all placements give identical fields") {
    const Answers first = answers({0, 0, 0});
    for (int layers = 0; layers <= 2; ++layers) {
      for (int cnt = 0; cnt <= 2; ++cnt) {
        CAPTURE(layers);
        CAPTURE(cnt);
        const Answers other = answers({layers, cnt, cnt == 2 ? 1 : 0});
        CHECK(mismatch(other.cnt, first.cnt) == "");
        CHECK(mismatch(other.gain, first.gain) == "");
        CHECK(mismatch(other.loss, first.loss) == "");
        CHECK(mismatch(other.sum, first.sum) == "");
      }
    }
  }

  TEST_CASE("*bytes stays within the planes of the contract, tables and 64 MiB") {
    const long long words = 5 * 4 * 7 * 6 * 3;
    const long long layers = 3;
    const long long slack = (64LL << 20) + 4096;
    for (int use_owner = 0; use_owner <= 1; ++use_owner) {
      const long long planes = words * (4 * layers + 2 + 4 * use_owner);
      const Bytes bytes = bytes_of({0, 0, use_owner});
      CHECK(bytes.all >= words * (4 + 2));  // A_0 and cnt at the least.
      CHECK(bytes.all <= planes + slack);
    }
    CHECK(bytes_of({0, 0, 1}).all >= bytes_of({0, 0, 0}).all);
  }

  TEST_CASE("dct_host_bytes counts what modes 1 and 2 place, and survives free") {
    const long long words = 5 * 4 * 7 * 6 * 3;
    CHECK(bytes_of({0, 0, 0}).host == 0);
    for (const int mode : {1, 2}) {
      CAPTURE(mode);
      const Bytes cnt_only = bytes_of({0, mode, 0});
      CHECK(cnt_only.host >= 2 * words);
      CHECK(dct_host_bytes() == cnt_only.host);
      const Bytes layers_only = bytes_of({mode, 0, 0});
      CHECK(layers_only.host >= 4 * words);
      const Bytes both = bytes_of({mode, mode, 0});
      CHECK(both.host >= 6 * words);
      CHECK(both.host <= both.all);
    }
    CHECK(bytes_of({0, 0, 0}).host == 0);
  }
}
