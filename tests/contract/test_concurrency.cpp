// SPDX-License-Identifier: Apache-2.0
//
// Calls may come from any thread, one at a time is served: nobody sees half an update.
#include <atomic>
#include <thread>

#include "known_cell.hpp"

using namespace contract_test;

TEST_SUITE("fast") {
  TEST_CASE("updates of several threads are atomic to each other and to readers") {
    const Cell cell("hamming", {4, 4, 4}, 1);
    const long long ball = 10;
    std::atomic<int> failures{0};
    const auto toggle = [&](Word word) {
      for (int i = 0; i < 200; ++i) {
        failures += dct_ball_update(&word, 1, 1) == DCT_OK ? 0 : 1;
        failures += dct_ball_update(&word, 1, -1) == DCT_OK ? 0 : 1;
      }
    };
    const auto watch = [&] {
      for (int i = 0; i < 200; ++i) {
        // Words 0 and 63 differ everywhere, so their balls are disjoint: counts are of whole balls.
        const long long covered = dct_count_eq(1);
        failures += covered % ball == 0 && covered <= 2 * ball ? 0 : 1;
      }
    };
    std::thread first(toggle, 0);
    std::thread second(toggle, 63);
    std::thread reader(watch);
    first.join();
    second.join();
    reader.join();
    CHECK(failures == 0);
    CHECK(dct_count_eq(0) == 64);
  }

  TEST_CASE("the last error belongs to the thread that failed") {
    CHECK_CODE(DCT_E_NO_CELL, dct_free());
    const std::string mine = coldcore_last_error();
    std::string before = "?";
    std::string after;
    std::thread other([&] {
      before = coldcore_last_error();
      dct_init3(987654, 1, nullptr, 0, nullptr, 0, 0, nullptr, 0, 0, 0);
      after = coldcore_last_error();
    });
    other.join();
    CHECK(before == "");
    CHECK(after != "");
    CHECK(after != mine);
    CHECK(coldcore_last_error() == mine);
  }
}
