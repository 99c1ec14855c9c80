// SPDX-License-Identifier: Apache-2.0
//
// What an init refuses, number by number: the code, where the message says it is, and that no cell
// is open afterwards.
#include <cstdlib>

#include "known_cell.hpp"

using namespace incidence_test;

namespace {

constexpr long long kHugeSize = std::numeric_limits<long long>::max();

/// The arguments of an init that works: four candidates on five points, two points each.
struct Good {
  long long n_cand = 4;
  int d = 2;
  long long n_univ = 5;
  long long nnz = 8;
  std::vector<std::int64_t> indptr{0, 2, 4, 6, 8};
  std::vector<std::int32_t> indices{0, 1, 4, 2, 2, 3, 1, 0};
  std::vector<std::int32_t> w{1, 2, 3, 1, 1, 1, 2, 2};
  std::vector<std::int32_t> uw{1, 1, 2, 1, 3};
  int inc_mode = 0;
  int extract_cap = 1;

  int fixed() const {
    return sparse_init(n_cand, d, n_univ, indices.data(), inc_mode, extract_cap, nullptr, nullptr);
  }
  int csr() const {
    return sparse_init_csr(n_cand, n_univ, nnz, indptr.data(), indices.data(), w.data(), uw.data(),
                           inc_mode, extract_cap, nullptr, nullptr);
  }
};

void check_closed() { CHECK(sparse_is_csr() == SPARSE_E_NO_CELL); }

template <class Change>
void csr_refused(int code, const std::string& says, Change&& change) {
  Good arguments;
  change(arguments);
  CHECK_CODE(code, arguments.csr());
  INFO(coldcore_sparse_last_error());
  CHECK(last_error_has(says));
  check_closed();
}

template <class Change>
void fixed_refused(int code, const std::string& says, Change&& change) {
  Good arguments;
  change(arguments);
  CHECK_CODE(code, arguments.fixed());
  INFO(coldcore_sparse_last_error());
  CHECK(last_error_has(says));
  check_closed();
}

class Environment {
 public:
  Environment(const char* name, const char* value) : name_(name) { setenv(name, value, 1); }
  ~Environment() { unsetenv(name_); }

 private:
  const char* name_;
};

void refused_with(const char* name, const char* value, int code) {
  const Environment environment(name, value);
  CAPTURE(value);
  CHECK_CODE(code, Good().csr());
  CHECK(last_error_has(name));
  check_closed();
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("the arguments that the others bend do work") {
    REQUIRE(Good().csr() == SPARSE_OK);
    REQUIRE(sparse_free() == SPARSE_OK);
    REQUIRE(Good().fixed() == SPARSE_OK);
    REQUIRE(sparse_free() == SPARSE_OK);
    check_closed();
  }

  TEST_CASE("sizes out of range") {
    for (const long long size : {0LL, -1LL, kHugeSize, (1LL << 48) + 1}) {
      CAPTURE(size);
      csr_refused(SPARSE_E_SHAPE, "n_cand", [&](Good& g) { g.n_cand = size; });
      csr_refused(SPARSE_E_SHAPE, "n_univ", [&](Good& g) { g.n_univ = size; });
      fixed_refused(SPARSE_E_SHAPE, "n_cand", [&](Good& g) { g.n_cand = size; });
      fixed_refused(SPARSE_E_SHAPE, "n_univ", [&](Good& g) { g.n_univ = size; });
    }
    csr_refused(SPARSE_E_SHAPE, "n_univ", [](Good& g) { g.n_univ = 1LL << 31; });
    for (const long long nnz : {-1LL, kHugeSize, (1LL << 48) + 1}) {
      csr_refused(SPARSE_E_SHAPE, "nnz", [&](Good& g) { g.nnz = nnz; });
    }
    for (const int d : {0, -1, 6}) {
      fixed_refused(SPARSE_E_SHAPE, "d =", [&](Good& g) { g.d = d; });
    }
    fixed_refused(SPARSE_E_SHAPE, "n_cand * d", [](Good& g) { g.n_cand = 1LL << 48; });
  }

  TEST_CASE("what cannot fit is refused before an array is read") {
    csr_refused(SPARSE_E_MEMORY, "bytes", [](Good& g) { g.nnz = 1LL << 47; });
    csr_refused(SPARSE_E_MEMORY, "bytes", [](Good& g) { g.n_cand = 1LL << 46; });
    fixed_refused(SPARSE_E_MEMORY, "bytes", [](Good& g) { g.n_cand = 1LL << 46; });
  }

  TEST_CASE("modes and caps out of range") {
    for (const int mode : {-1, 2, 3}) {
      csr_refused(SPARSE_E_ARGUMENT, "inc_mode", [&](Good& g) { g.inc_mode = mode; });
      fixed_refused(SPARSE_E_ARGUMENT, "inc_mode", [&](Good& g) { g.inc_mode = mode; });
    }
    for (const int cap : {0, -1}) {
      csr_refused(SPARSE_E_ARGUMENT, "extract_cap", [&](Good& g) { g.extract_cap = cap; });
      fixed_refused(SPARSE_E_ARGUMENT, "extract_cap", [&](Good& g) { g.extract_cap = cap; });
    }
  }

  TEST_CASE("missing arrays") {
    const Good g;
    CHECK_CODE(SPARSE_E_NULL, sparse_init(4, 2, 5, nullptr, 0, 1, nullptr, nullptr));
    CHECK_CODE(SPARSE_E_NULL, sparse_init_csr(4, 5, 8, nullptr, g.indices.data(), nullptr, nullptr,
                                              0, 1, nullptr, nullptr));
    CHECK_CODE(SPARSE_E_NULL, sparse_init_csr(4, 5, 8, g.indptr.data(), nullptr, nullptr, nullptr,
                                              0, 1, nullptr, nullptr));
    check_closed();
  }

  TEST_CASE("without entries, weights or byte counts no arrays are needed") {
    const std::int64_t indptr[3] = {0, 0, 0};
    REQUIRE(sparse_init_csr(2, 3, 0, indptr, nullptr, nullptr, nullptr, 1, 1, nullptr, nullptr) ==
            SPARSE_OK);
    CHECK(sparse_count_deficit() == 3);
    CHECK(sparse_field(0) == SPARSE_OK);
    CHECK(sparse_free() == SPARSE_OK);
  }

  TEST_CASE("row pointers") {
    csr_refused(SPARSE_E_INDPTR, "indptr[0] = 1", [](Good& g) { g.indptr[0] = 1; });
    csr_refused(SPARSE_E_INDPTR, "indptr[0] = -2", [](Good& g) { g.indptr[0] = -2; });
    csr_refused(SPARSE_E_INDPTR, "indptr[2] = 1", [](Good& g) { g.indptr[2] = 1; });
    csr_refused(SPARSE_E_INDPTR, "indptr[3] = -6", [](Good& g) { g.indptr[3] = -6; });
    csr_refused(SPARSE_E_INDPTR, "indptr[4] = 9", [](Good& g) { g.indptr[4] = 9; });
    csr_refused(SPARSE_E_INDPTR, "nnz = 7", [](Good& g) { g.nnz = 7; });
    csr_refused(SPARSE_E_INDPTR, "indptr[4] = 8", [](Good& g) { g.indptr[3] = 20; });
  }

  TEST_CASE("points outside the universe, the first one named") {
    csr_refused(SPARSE_E_ENTRY, "indices[5], row 2: point 5", [](Good& g) {
      g.indices[5] = 5;
      g.indices[7] = -1;
    });
    csr_refused(SPARSE_E_ENTRY, "indices[0], row 0: point -1", [](Good& g) { g.indices[0] = -1; });
    fixed_refused(SPARSE_E_ENTRY, "inc[7], row 3: point 5", [](Good& g) { g.indices[7] = 5; });
    fixed_refused(SPARSE_E_ENTRY, "inc[0], row 0: point -2147483648",
                  [](Good& g) { g.indices[0] = std::numeric_limits<std::int32_t>::min(); });
  }

  TEST_CASE("points twice in a row, the first one named") {
    csr_refused(SPARSE_E_ENTRY, "indices[3], row 1: point 4", [](Good& g) {
      g.indices[3] = 4;
      g.indices[7] = 1;
    });
    fixed_refused(SPARSE_E_ENTRY, "inc[1], row 0: point 0", [](Good& g) { g.indices[1] = 0; });
    csr_refused(SPARSE_E_ENTRY, "indices[6], row 2: point 2", [](Good& g) {
      g.indptr = {0, 2, 4, 8, 8};
      g.indices = {0, 1, 4, 2, 2, 3, 2, 0};
    });
  }

  TEST_CASE("weights below 1, the first one named") {
    csr_refused(SPARSE_E_WEIGHT, "w[6] = 0", [](Good& g) { g.w[6] = 0; });
    csr_refused(SPARSE_E_WEIGHT, "w[2] = -3", [](Good& g) {
      g.w[2] = -3;
      g.w[3] = 0;
    });
    csr_refused(SPARSE_E_WEIGHT, "uw[4] = 0", [](Good& g) { g.uw[4] = 0; });
    csr_refused(SPARSE_E_WEIGHT, "uw[0] = -1", [](Good& g) { g.uw[0] = -1; });
  }

  TEST_CASE("environment variables that make no sense") {
    for (const char* value : {"0", "-2", "many", "2x", "1025", ""}) {
      refused_with("COLDCORE_THREADS", value, SPARSE_E_ENVIRONMENT);
    }
    refused_with("COLDCORE_ISA", "best", SPARSE_E_ENVIRONMENT);
    refused_with("COLDCORE_DEVICE", "abacus", SPARSE_E_ENVIRONMENT);
    refused_with("COLDCORE_DEVICE", "cuda", SPARSE_E_DEVICE);
    const Environment device("COLDCORE_DEVICE", "cpu");
    const Environment isa("COLDCORE_ISA", "portable");
    CHECK(Good().csr() == SPARSE_OK);
    CHECK(sparse_free() == SPARSE_OK);
  }

  TEST_CASE("closing resets mu and forgets the map") {
    REQUIRE(Good().csr() == SPARSE_OK);
    REQUIRE(sparse_set_mu(3) == SPARSE_OK);
    REQUIRE(sparse_field(0) == SPARSE_OK);
    REQUIRE(sparse_free() == SPARSE_OK);
    CHECK(sparse_get_mu() == 1);
    REQUIRE(Good().csr() == SPARSE_OK);
    std::int32_t out = 0;
    CHECK(sparse_map_max(&out) == SPARSE_E_NO_MAP);
    CHECK(sparse_free() == SPARSE_OK);
  }
}
