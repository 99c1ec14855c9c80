// SPDX-License-Identifier: Apache-2.0
//
// Placement, bytes, and that results depend on nothing but the arguments.
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "random_system.hpp"
#include "sparse_cell.hpp"

using namespace incidence_test;
namespace reference = incidence_reference;

namespace {

long long pages_of(long long bytes) {
  const long long page = sysconf(_SC_PAGESIZE);
  return (bytes + page - 1) / page * page;
}

/// Large enough for several pieces of work a loop.
System large_system(const Kind& kind, int points, int candidates, int length) {
  Random random(99);
  System system{.points = points, .rows = {}, .point_weights = {}};
  for (int u = 0; u < points; ++u) {
    system.point_weights.push_back(uniform(random, 1, kind.max_point_weight));
  }
  for (int c = 0; c < candidates; ++c) {
    Row row;
    for (int j = 0; j < length; ++j) {
      const int low = static_cast<int>(std::int64_t{points} * j / length);
      const int high = static_cast<int>(std::int64_t{points} * (j + 1) / length) - 1;
      row.push_back({uniform(random, low, high), uniform(random, 1, kind.max_weight)});
    }
    std::shuffle(row.begin(), row.end(), random);
    system.rows.push_back(row);
  }
  return system;
}

/// Everything that a cell answers, after some changes.
struct Answers {
  Field gain;
  Field loss;
  Field literal;
  Field cnt;
  Field extracted;
  Field histogram;
  long long deficit = 0;

  friend bool operator==(const Answers&, const Answers&) = default;
};

Answers ask(const System& system, Form form) {
  const Cell cell(system, form, 1, 1000);
  Random random(5);
  cell.set_mu(2);
  cell.recount(random_multiset(random, system, 30000));
  Answers answers;
  answers.gain = cell.field(0);
  answers.loss = cell.field(1);
  answers.literal = cell.field(3);
  answers.cnt = cell.counts();
  answers.deficit = sparse_count_deficit();
  std::vector<std::int64_t> idx(1000);
  std::vector<std::int32_t> val(1000);
  answers.extracted.push_back(sparse_map_extract(1, idx.data(), val.data(), 1000));
  answers.extracted.insert(answers.extracted.end(), idx.begin(), idx.end());
  answers.extracted.insert(answers.extracted.end(), val.begin(), val.end());
  std::vector<std::int32_t> bins(16);
  REQUIRE(sparse_map_hist(16, 8, bins.data()) == SPARSE_OK);
  answers.histogram.assign(bins.begin(), bins.end());
  return answers;
}

void check_independence(const System& system, Form form) {
  setenv("COLDCORE_THREADS", "1", 1);
  setenv("COLDCORE_ISA", "portable", 1);
  const Answers alone = ask(system, form);
  unsetenv("COLDCORE_ISA");
  for (const char* threads : {"1", "2", "3", "4"}) {
    CAPTURE(threads);
    setenv("COLDCORE_THREADS", threads, 1);
    CHECK(ask(system, form) == alone);
  }
  unsetenv("COLDCORE_THREADS");

  Random random(5);
  const Field cnt = reference::counts(system, random_multiset(random, system, 30000));
  CHECK(mismatch(alone.cnt, cnt) == "");
  // A sample against the definition; each costs two sweeps over the universe.
  for (long long c = 0; c < system.candidates(); c += system.candidates() / 20) {
    CHECK(alone.gain[c] == reference::gain(system, cnt, 2, c));
    CHECK(alone.loss[c] == reference::loss(system, cnt, 2, c));
    CHECK(alone.literal[c] == reference::literal(system, cnt, 3, c));
  }
}

long long address_space() {
  std::ifstream file("/proc/self/statm");
  long long pages = 0;
  file >> pages;
  return pages * sysconf(_SC_PAGESIZE);
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("threads and instruction sets change no answer") {
    check_independence(large_system({}, 5000, 40000, 7), Form::kFixed);
    check_independence(large_system({}, 200000, 20000, 21), Form::kFixed);
    check_independence(large_system({}, 70000, 15000, 30), Form::kUnitCsr);
    check_independence(large_system({.max_weight = 5}, 3000, 20000, 9), Form::kCsr);
    check_independence(large_system({.max_weight = 300, .max_point_weight = 900}, 3000, 9000, 9),
                       Form::kCsr);
  }

  TEST_CASE("bytes are whole pages of every array, the incidence apart in mode 1") {
    const System unit = large_system({}, 5000, 3000, 4);
    const System weighted = large_system({.max_weight = 3, .max_point_weight = 2}, 70000, 3000, 4);
    for (const int mode : {0, 1}) {
      CAPTURE(mode);
      {
        const Cell cell(unit, Form::kFixed, mode);
        CHECK(sparse_inc_mode() == mode);
        const long long rows = pages_of(3000 * 4 * 2);
        const long long fields = pages_of(5000) + pages_of(4 * 5000) + 2 * pages_of(4 * 3000);
        CHECK(cell.host_bytes() == (mode == 1 ? rows : 0));
        CHECK(cell.device_bytes() == fields + (mode == 0 ? rows : 0));
        CHECK(sparse_dev_bytes() == cell.device_bytes());
        CHECK(sparse_host_bytes() == cell.host_bytes());
      }
      const Cell cell(weighted, Form::kCsr, mode);
      long long index = -1;
      REQUIRE(coldcore_sparse_index(1, &index) == SPARSE_OK);
      const long long columns = pages_of(8 * 70001) + pages_of(2 * 12000) + pages_of(12000);
      const long long maxima = 2 * pages_of(4 * 3000 / 64);
      CHECK(index == columns + maxima);
      const long long rows = pages_of(8 * 3001) + pages_of(4 * 12000) + pages_of(12000);
      const long long fields =
          pages_of(12 * 70000) + 2 * pages_of(4 * 70000) + 2 * pages_of(4 * 3000);
      CHECK(sparse_host_bytes() == (mode == 1 ? rows + columns : 0));
      CHECK(sparse_dev_bytes() == fields + maxima + (mode == 0 ? rows + columns : 0));
      REQUIRE(coldcore_sparse_index(0, &index) == SPARSE_OK);
      CHECK(index == 0);
      CHECK(sparse_dev_bytes() + sparse_host_bytes() == fields + rows);
    }
  }

  TEST_CASE("the bytes are those that the process gains, and closing gives them back") {
    const System system = large_system({.max_weight = 3}, 900000, 300000, 4);
    setenv("COLDCORE_THREADS", "1", 1);
    { const Cell warm_up(system); }
    const Arrays arrays(system);
    const long long before = address_space();
    long long bytes = 0;
    REQUIRE(sparse_init_csr(system.candidates(), system.points, arrays.nnz(), arrays.indptr.data(),
                            arrays.indices.data(), arrays.weights.data(), nullptr, 0, 1, &bytes,
                            nullptr) == SPARSE_OK);
    const long long with_cell = address_space();
    REQUIRE(sparse_free() == SPARSE_OK);
    const long long after = address_space();
    unsetenv("COLDCORE_THREADS");
    CHECK(bytes > 10 << 20);
    const long long slack = 1 << 20;  // The allocator's own.
    CHECK(std::abs(with_cell - before - bytes) < slack);
    CHECK(std::abs(after - before) < slack);
  }
}
