// SPDX-License-Identifier: Apache-2.0
//
// What only large cells show: the memory that they take, and the end of 32-bit indices. A program
// of its own, since it looks at the peak of the whole process.
#include <sys/resource.h>

#include "cell.hpp"
#include "shapes.hpp"

using namespace contract_test;

namespace {

long long peak_bytes() {
  rusage usage{};
  REQUIRE(getrusage(RUSAGE_SELF, &usage) == 0);
  return usage.ru_maxrss * 1024LL;
}

void use_everything(const Cell& cell) {
  Random random(61);
  const Words code = random_multiset(random, cell.space().size(), 200);
  cell.represent(code);
  for (int init_mode = 0; init_mode <= 2; ++init_mode) cell.transform(init_mode, 1);
  cell.update(code, -1);
  cell.update(code, 1);
  cell.gather(code, 0);
  cell.owner_loss(code);
  CHECK(dct_map_extract64(1, nullptr, nullptr, 0) >= 0);
}

}  // namespace

TEST_SUITE("slow") {
  TEST_CASE("a cell takes what its driver plans for, its tables and at most 64 MiB") {
    const std::vector<int> axes(8, 7);
    const int radius = 4;
    const long long before = peak_bytes();
    const Cell cell("hamming", axes, radius, {0, 0, 1}, 1000);
    use_everything(cell);
    const int n = static_cast<int>(axes.size());
    const long long planes =
        cell.space().size() * (4 + 2 + 4) + cell.plugin().plane_bytes(n, axes.data(), radius);
    const long long table = static_cast<long long>(
        support_table(cell.plugin(), axes, radius).size() * sizeof(std::uint64_t));
    const long long allowed = planes + 4 * table + (64LL << 20);
    CHECK(cell.bytes() <= allowed);
    CHECK(peak_bytes() - before <= allowed);
  }

  TEST_CASE("a space of 2^32 words has no 32-bit extraction") {
    // Every word covers itself alone, so the driver has nothing to do; the planes take 24 GiB.
    const std::vector<int> axes(8, 16);
    const int rc = open_cell(family("test_failing"), axes, 1, 4, nullptr, {0, 0, 0});
    if (rc == DCT_E_MEMORY) {
      MESSAGE("left out: " << coldcore_last_error());
      return;
    }
    REQUIRE(rc == DCT_OK);
    const Word last = (1LL << 32) - 1;
    CHECK(dct_ball_update(&last, 1, 1) == DCT_OK);
    CHECK(dct_transform(2, 1) == DCT_OK);
    std::uint32_t narrow = 7;
    std::int64_t wide = 7;
    std::int32_t value = 7;
    CHECK(dct_map_extract(1, &narrow, &value, 1) == DCT_E_TOO_LARGE);
    CHECK(narrow == 7);
    CHECK(value == 7);
    CHECK(dct_map_extract64(1, &wide, &value, 1) == 1);
    CHECK(wide == last);
    CHECK(value == 1);
    CHECK(dct_count_eq(0) == last);
    CHECK(dct_free() == DCT_OK);
  }
}
