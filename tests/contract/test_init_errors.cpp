// SPDX-License-Identifier: Apache-2.0
//
// What dct_init3 and its legacy forms refuse. After every refusal no cell is open, *bytes and
// dct_host_bytes are as before.
#include <cctype>
#include <chrono>

#include "known_cell.hpp"

using namespace contract_test;

namespace {

/// Arguments of dct_init3 that are right until a test spoils one.
struct Init {
  int problem = PROB_HAMMING;
  std::vector<int> axes{3, 2, 4};
  int n = 3;
  int radius = 2;
  Table table = support_table(family("hamming"), {3, 2, 4}, 2);
  long long length = static_cast<long long>(table.size());
  int extract_cap = 10;
  int layers_mode = 0;
  int cnt_mode = 0;
  int use_owner = 0;

  int call(long long* bytes) const {
    return dct_init3(problem, n, axes.data(), radius, table.data(), length, extract_cap, bytes,
                     layers_mode, cnt_mode, use_owner);
  }
};

void check_nothing_open(long long bytes, long long host_bytes) {
  CHECK(bytes == -5);
  CHECK(dct_host_bytes() == host_bytes);
  CHECK(dct_count_eq(0) == DCT_E_NO_CELL);
  CHECK(dct_get_mu() == 1);
}

void check_refused(const Init& init, int code) {
  long long bytes = -5;
  const long long host_bytes = dct_host_bytes();
  CHECK_CODE(code, init.call(&bytes));
  check_nothing_open(bytes, host_bytes);
}

void check_axes_refused(const std::vector<int>& axes, int code) {
  Init init;
  init.axes = axes;
  init.n = static_cast<int>(axes.size());
  CAPTURE(reference::text(axes));
  check_refused(init, code);
}

void check_table_refused(const Table& table) {
  Init init;
  init.table = table;
  init.length = static_cast<long long>(table.size());
  check_refused(init, DCT_E_TABLE);
}

/// The good table with its last pattern replaced.
void check_pattern_refused(std::uint64_t pattern) {
  Table table = Init().table;
  table.back() = pattern;
  CAPTURE(pattern);
  check_table_refused(table);
}

/// All numbers that a message contains.
std::vector<double> numbers_in(const std::string& line) {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (std::isdigit(static_cast<unsigned char>(line[i])) == 0) continue;
    std::size_t used = 0;
    numbers.push_back(std::stod(line.substr(i), &used));
    i += used;
  }
  return numbers;
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("the good arguments open a cell") {
    long long bytes = -5;
    REQUIRE(Init().call(&bytes) == DCT_OK);
    CHECK(bytes > 0);
    CHECK(dct_free() == DCT_OK);
    REQUIRE(Init().call(nullptr) == DCT_OK);
    CHECK(dct_free() == DCT_OK);
  }

  TEST_CASE("shapes outside the engine's limits") {
    check_axes_refused(std::vector<int>(17, 2), DCT_E_SHAPE);
    check_axes_refused({3, 1, 4}, DCT_E_SHAPE);
    check_axes_refused({3, 0, 4}, DCT_E_SHAPE);
    check_axes_refused({3, -2, 4}, DCT_E_SHAPE);
    check_axes_refused({3, 2, 17}, DCT_E_SHAPE);
    check_axes_refused(std::vector<int>(11, 16), DCT_E_SHAPE);
    check_axes_refused(std::vector<int>(16, 16), DCT_E_SHAPE);
    check_axes_refused(std::vector<int>(13, 10), DCT_E_SHAPE);  // 10^13 > 2^40.
    for (const int n : {0, -1, std::numeric_limits<int>::max()}) {
      Init init;
      init.n = n;
      CAPTURE(n);
      check_refused(init, DCT_E_SHAPE);
    }
  }

  TEST_CASE("shapes and radii that the family does not take") {
    check_axes_refused({3, 2, 11}, DCT_E_REFUSED);
    for (const int radius : {-1, 7, 1000}) {
      Init init;
      init.radius = radius;
      CAPTURE(radius);
      check_refused(init, DCT_E_REFUSED);
    }
  }

  TEST_CASE("families that are not there") {
    for (const int problem : {-1, 4, 987654}) {
      Init init;
      init.problem = problem;
      CAPTURE(problem);
      check_refused(init, DCT_E_PROBLEM);
    }
  }

  TEST_CASE("numbers outside their range") {
    for (const int mode : {-1, 3}) {
      Init layers;
      layers.layers_mode = mode;
      check_refused(layers, DCT_E_ARGUMENT);
      Init cnt;
      cnt.cnt_mode = mode;
      check_refused(cnt, DCT_E_ARGUMENT);
    }
    for (const int use_owner : {-1, 2}) {
      Init init;
      init.use_owner = use_owner;
      check_refused(init, DCT_E_ARGUMENT);
    }
    for (const int extract_cap : {0, -1}) {
      Init init;
      init.extract_cap = extract_cap;
      check_refused(init, DCT_E_ARGUMENT);
    }
  }

  TEST_CASE("missing arrays") {
    const Init init;
    long long bytes = -5;
    const long long host_bytes = dct_host_bytes();
    CHECK_CODE(DCT_E_NULL,
               dct_init3(0, 3, nullptr, 2, init.table.data(), init.length, 10, &bytes, 0, 0, 0));
    CHECK_CODE(DCT_E_NULL,
               dct_init3(0, 3, init.axes.data(), 2, nullptr, init.length, 10, &bytes, 0, 0, 0));
    CHECK_CODE(DCT_E_NULL, dct_init2(3, 3, 2, nullptr, init.length, 10, &bytes, 0, 0, 0));
    CHECK_CODE(DCT_E_NULL, dct_init(3, 3, 2, nullptr, init.length, 10, &bytes));
    check_nothing_open(bytes, host_bytes);
  }

  TEST_CASE("malformed support tables") {
    check_table_refused({0, 0});                 // The centre twice.
    check_table_refused({0x01, 0});              // The centre not first.
    check_table_refused({0x01, 0x02});           // No centre.
    check_table_refused({0, 0x01, 0x21, 0x01});  // A point twice.
    check_table_refused({0, 0x2101, 0x0121});    // A point twice, its positions in another order.
    check_pattern_refused(0x31);                 // Position 3 of a space with axes 0..2.
    check_pattern_refused(0xF1);
    check_pattern_refused(0x0201);  // Position 0 twice.
    check_pattern_refused(0x2221);  // Position 2 twice.
    check_pattern_refused(0x03);    // A shift by the whole axis.
    check_pattern_refused(0x12);
    check_pattern_refused(0x24);
    check_pattern_refused(0x10);  // A shift by nothing.
    check_pattern_refused(0x2001);
  }

  TEST_CASE("support tables of an impossible length are not read") {
    for (const long long length : {0LL, -1LL, 1LL << 31, std::numeric_limits<long long>::max()}) {
      Init init;
      init.length = length;
      CAPTURE(length);
      check_refused(init, DCT_E_TABLE);
    }
  }

  TEST_CASE("a cell far beyond the machine is refused at once, with both numbers") {
    Init init;
    init.axes = std::vector<int>(12, 10);  // 10^12 words: 6 TB and more.
    init.n = 12;
    init.radius = 1;
    init.table = support_table(family("hamming"), init.axes, 1);
    init.length = static_cast<long long>(init.table.size());
    for (const int mode : {0, 1, 2}) {
      init.layers_mode = init.cnt_mode = mode;
      init.use_owner = mode == 2 ? 1 : 0;
      const auto start = std::chrono::steady_clock::now();
      check_refused(init, DCT_E_MEMORY);
      CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(2));
      // check_refused asked for NO_CELL afterwards, so provoke the message again.
      long long bytes = -5;
      CHECK(init.call(&bytes) == DCT_E_MEMORY);
      const std::vector<double> numbers = numbers_in(coldcore_last_error());
      CHECK(std::any_of(numbers.begin(), numbers.end(), [](double v) { return v >= 6e12; }));
      CHECK(std::any_of(numbers.begin(), numbers.end(),
                        [](double v) { return v > 1e6 && v < 6e12; }));
    }
  }

  TEST_CASE("the legacy forms refuse what dct_init3 refuses") {
    const Table table = support_table(family("hamming"), {3, 3}, 1);
    const long long length = static_cast<long long>(table.size());
    const long long host_bytes = dct_host_bytes();
    long long bytes = -5;
    CHECK_CODE(DCT_E_SHAPE, dct_init2(3, 0, 1, table.data(), length, 4, &bytes, 0, 0, 0));
    CHECK_CODE(DCT_E_SHAPE, dct_init2(3, 17, 1, table.data(), length, 4, &bytes, 0, 0, 0));
    CHECK_CODE(DCT_E_SHAPE, dct_init2(1, 2, 1, table.data(), length, 4, &bytes, 0, 0, 0));
    CHECK_CODE(DCT_E_REFUSED, dct_init2(11, 2, 1, table.data(), length, 4, &bytes, 0, 0, 0));
    CHECK_CODE(DCT_E_REFUSED, dct_init2(3, 2, 7, table.data(), length, 4, &bytes, 0, 0, 0));
    CHECK_CODE(DCT_E_ARGUMENT, dct_init2(3, 2, 1, table.data(), length, 4, &bytes, 3, 0, 0));
    CHECK_CODE(DCT_E_ARGUMENT, dct_init2(3, 2, 1, table.data(), length, 4, &bytes, 0, 3, 0));
    CHECK_CODE(DCT_E_ARGUMENT, dct_init2(3, 2, 1, table.data(), length, 4, &bytes, 0, 0, 2));
    CHECK_CODE(DCT_E_ARGUMENT, dct_init2(3, 2, 1, table.data(), length, 0, &bytes, 0, 0, 0));
    CHECK_CODE(DCT_E_TABLE, dct_init2(3, 2, 1, table.data(), 0, 4, &bytes, 0, 0, 0));
    CHECK_CODE(DCT_E_SHAPE, dct_init(3, -3, 1, table.data(), length, 4, &bytes));
    CHECK_CODE(DCT_E_REFUSED, dct_init(3, 2, -1, table.data(), length, 4, &bytes));
    CHECK_CODE(DCT_E_ARGUMENT, dct_init(3, 2, 1, table.data(), length, -1, &bytes));
    CHECK_CODE(DCT_E_TABLE, dct_init(2, 2, 1, table.data(), length, 4, &bytes));
    check_nothing_open(bytes, host_bytes);
  }
}
