// SPDX-License-Identifier: Apache-2.0
//
// Calls may come from any thread and in a forked child; one at a time is served.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <thread>

#include "known_cell.hpp"

using namespace incidence_test;

TEST_SUITE("fast") {
  TEST_CASE("updates of several threads are atomic to each other and to readers") {
    System system{.points = 200, .rows = {{}, {}}, .point_weights = {}};
    system.point_weights.assign(200, 1);
    for (std::int32_t u = 0; u < 100; ++u) {
      system.rows[0].push_back({u, 1});
      system.rows[1].push_back({100 + u, 1});
    }
    const Cell cell(system, Form::kFixed);
    std::atomic<int> failures{0};
    const auto toggle = [&](long long c) {
      for (int i = 0; i < 300; ++i) {
        failures += sparse_ball_update(&c, 1, 1) == SPARSE_OK ? 0 : 1;
        failures += sparse_ball_update(&c, 1, -1) == SPARSE_OK ? 0 : 1;
      }
    };
    const auto watch = [&] {
      for (int i = 0; i < 300; ++i) failures += sparse_count_eq(1) % 100 == 0 ? 0 : 1;
    };
    std::thread first(toggle, 0);
    std::thread second(toggle, 1);
    std::thread reader(watch);
    first.join();
    second.join();
    reader.join();
    CHECK(failures == 0);
    CHECK(sparse_count_eq(0) == 200);
  }

  TEST_CASE("the last error belongs to the thread that failed") {
    CHECK_CODE(SPARSE_E_NO_CELL, sparse_free());
    const std::string mine = coldcore_sparse_last_error();
    std::string before = "?";
    std::string after;
    std::thread other([&] {
      before = coldcore_sparse_last_error();
      sparse_init(0, 0, 0, nullptr, 0, 0, nullptr, nullptr);
      after = coldcore_sparse_last_error();
    });
    other.join();
    CHECK(before == "");
    CHECK(after != "");
    CHECK(after != mine);
    CHECK(coldcore_sparse_last_error() == mine);
  }

  TEST_CASE("a forked child computes, closes and opens anew") {
    System system{.points = 64, .rows = {}, .point_weights = {}};
    system.point_weights.assign(64, 1);
    for (std::int32_t c = 0; c < 100000; ++c) system.rows.push_back({{c % 64, 1}});
    const Arrays arrays(system);
    const Cell cell(system, Form::kFixed);
    const pid_t child = fork();
    if (child == 0) {
      setenv("COLDCORE_THREADS", "1", 1);  // A sanitizer allows no new threads in here.
      std::int32_t most = 0;
      bool good = sparse_field(0) == SPARSE_OK && sparse_map_max(&most) == SPARSE_OK && most == 1;
      good = good && sparse_free() == SPARSE_OK;
      good = good &&
             sparse_init(100000, 1, 64, arrays.indices.data(), 0, 1, nullptr, nullptr) == SPARSE_OK;
      good = good && sparse_field(0) == SPARSE_OK && sparse_free() == SPARSE_OK;
      _exit(good ? 0 : 1);
    }
    int status = -1;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
    CHECK(mismatch(cell.field(0), Field(100000, 1)) == "");
  }
}
