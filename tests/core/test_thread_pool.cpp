// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <numeric>
#include <vector>

#include "thread_pool.hpp"

using namespace coldcore::core;

namespace {

struct Record {
  std::vector<std::atomic<int>> visits;
  std::vector<std::atomic<int>> inside;  // Tasks that run under each worker number now.
  std::atomic<std::int64_t> longest{0};
  std::atomic<bool> shared_number{false};

  Record(std::int64_t count, int workers) : visits(count), inside(workers) {}

  static void task(void* arg, std::int64_t begin, std::int64_t end, std::int32_t worker) {
    Record& record = *static_cast<Record*>(arg);
    if (record.inside.at(worker).fetch_add(1) != 0) record.shared_number = true;
    for (std::int64_t i = begin; i < end; ++i) record.visits.at(i).fetch_add(1);
    std::int64_t longest = record.longest;
    while (end - begin > longest && !record.longest.compare_exchange_weak(longest, end - begin)) {
    }
    record.inside.at(worker).fetch_sub(1);
  }

  bool each_once() const {
    return std::all_of(visits.begin(), visits.end(), [](const auto& v) { return v == 1; });
  }
};

// In a forked child.
bool works_again([[maybe_unused]] const std::function<int()>& sum) {
#ifdef __SANITIZE_THREAD__
  return true;  // ThreadSanitizer allows no new thread here.
#else
  prepare_pool(2);
  return !pool().orphaned() && pool().size() == 2 && sum() == 499500;
#endif
}

}  // namespace

TEST_CASE("every item is handled once, in ranges of at most the grain, whatever the sizes") {
  for (const int threads : {1, 2, 3, 8}) {
    ThreadPool pool(threads);
    for (const std::int64_t count : {0, 1, 2, 7, 64, 1000}) {
      for (const std::int64_t grain : {0, 1, 3, 64, 5000}) {
        CAPTURE(threads);
        CAPTURE(count);
        CAPTURE(grain);
        Record record(count, threads);

        pool.run(count, grain, 0, Record::task, &record);

        CHECK(record.each_once());
        CHECK_FALSE(record.shared_number);
        if (grain > 0) CHECK(record.longest <= grain);
      }
    }
  }
}

TEST_CASE("max_workers bounds the worker numbers") {
  ThreadPool pool(4);
  for (int round = 0; round < 200; ++round) {
    Record record(100, 2);  // at() throws, and so ends the process, for a worker number above 1.

    pool.run(100, 1, 2, Record::task, &record);

    REQUIRE(record.each_once());
    REQUIRE_FALSE(record.shared_number);
  }
}

TEST_CASE("a call from inside a task runs there, under the same number") {
  prepare_pool(3);
  std::vector<std::atomic<int>> visits(50 * 20);
  std::atomic<bool> moved{false};

  parallel_for(50, 1, [&](std::int64_t outer, std::int64_t, int worker) {
    const auto thread = std::this_thread::get_id();
    parallel_for(20, 1, [&](std::int64_t inner, std::int64_t, int inner_worker) {
      if (inner_worker != worker || std::this_thread::get_id() != thread) moved = true;
      visits[outer * 20 + inner].fetch_add(1);
    });
  });

  CHECK_FALSE(moved);
  CHECK(std::all_of(visits.begin(), visits.end(), [](const auto& v) { return v == 1; }));
}

TEST_CASE("reductions do not depend on the number of threads") {
  std::vector<std::int64_t> values(10007);
  std::iota(values.begin(), values.end(), -50);
  const std::int64_t expected = std::accumulate(values.begin(), values.end(), std::int64_t{0});
  const auto chunk = [&](std::int64_t begin, std::int64_t end) {
    return std::accumulate(values.begin() + begin, values.begin() + end, std::int64_t{0});
  };
  for (const int threads : {1, 2, 5, 16}) {
    prepare_pool(threads);
    CHECK(pool().size() == threads);
    CHECK(parallel_reduce(std::ssize(values), 10, std::int64_t{0}, chunk, std::plus<>()) ==
          expected);
  }
}

TEST_CASE("thousands of short runs in a row neither hang nor lose work") {
  prepare_pool(4);
  std::int64_t total = 0;
  for (int round = 0; round < 5000; ++round) {
    total += parallel_reduce(
        8, 1, 0, [](std::int64_t begin, std::int64_t end) { return int(end - begin); },
        std::plus<>());
  }
  CHECK(total == 8 * 5000);
}

TEST_CASE("a forked child works alone, and gets workers of its own when it prepares a pool") {
  prepare_pool(3);
  const auto sum = [] {
    return parallel_reduce(
        1000, 1, 0, [](std::int64_t begin, std::int64_t) { return static_cast<int>(begin); },
        std::plus<>());
  };
  REQUIRE(sum() == 499500);

  const pid_t child = fork();
  if (child == 0) {
    const bool alone = pool().orphaned() && sum() == 499500;
    _exit(alone && works_again(sum) ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(sum() == 499500);
}
