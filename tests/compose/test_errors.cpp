// SPDX-License-Identifier: Apache-2.0
//
// Every error of every call: its code, its line, and that no output and no plan has changed.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <limits>

#include "matrices.hpp"

using namespace compose_test;

namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();

/// A = [1 2 .; . . 3] in two blocks, J of four columns, and C; all good until a test spoils a part.
struct Call {
  Sparse a{2, 3, {0, 2, 3}, {0, 1, 2}, {1, 2, 3}};
  Sparse j{6, 4, {0, 2, 2, 3, 6}, {0, 5, 4, 0, 1, 5}, {1, 2, 3, 4, 5, 6}};
  Sparse c{4, 4, {0, 2, 2, 3, 5}, {0, 3, 2, 0, 3}, {}};
  Matrix a_view = a.view();
  Matrix j_view = j.view();
  Matrix c_view = c.view();
  std::int64_t blocks = 2;
  int threads = 1;
  std::int64_t capacity = 5;
  bool give_a = true, give_j = true, give_c = true, give_indices = true, give_values = true;
};

bool line_has(const std::string& text) {
  const std::string line = coldcore_compose_last_error();
  INFO(line);
  CHECK(line.find('\n') == std::string::npos);
  return line.find(text) != std::string::npos;
}

/// What the calls wrote, held against what was there before.
struct Outputs {
  Indices indptr = Indices(5, -7);
  Indices indices = Indices(5, -7);
  Reals values = Reals(5, -7);
  void check_intact() const {
    CHECK(indptr == Indices(5, -7));
    CHECK(indices == Indices(5, -7));
    CHECK(values == Reals(5, -7));
  }
};

std::int64_t sparsity_code(Call& call, coldcore_compose_plan* plan, Outputs& out) {
  std::int64_t* indices = call.give_indices ? out.indices.data() : nullptr;
  const Matrix* j = call.give_j ? &call.j_view : nullptr;
  if (plan != nullptr) {
    return coldcore_compose_plan_sparsity(plan, call.blocks, j, out.indptr.data(), indices,
                                          call.capacity, call.threads);
  }
  return coldcore_compose_sparsity(call.give_a ? &call.a_view : nullptr, call.blocks, j,
                                   out.indptr.data(), indices, call.capacity, call.threads);
}

std::int64_t values_code(Call& call, coldcore_compose_plan* plan, Outputs& out) {
  double* values = call.give_values ? out.values.data() : nullptr;
  const Matrix* j = call.give_j ? &call.j_view : nullptr;
  const Matrix* c = call.give_c ? &call.c_view : nullptr;
  if (plan != nullptr) {
    return coldcore_compose_plan_values(plan, call.blocks, j, c, values, call.threads);
  }
  return coldcore_compose_values(call.give_a ? &call.a_view : nullptr, call.blocks, j, c, values,
                                 call.threads);
}

using Code = std::int64_t (*)(Call&, coldcore_compose_plan*, Outputs&);

/// The call answers `code` with `text` in its line, by the one-off form and by the plan's.
void check_refused(Code run, Call call, int code, const std::string& text, bool plan_too = true) {
  Outputs out;
  CHECK(run(call, nullptr, out) == code);
  CHECK(line_has(text));
  out.check_intact();
  if (!plan_too) return;
  const Call good;
  const Plan plan(good.a);
  const std::int64_t bytes = plan.bytes();
  CHECK(run(call, plan.get(), out) == code);
  CHECK(line_has(text));
  out.check_intact();
  CHECK(plan.bytes() >= bytes);
  CHECK(same_bits(values(plan, 2, good.j, good.c), values(good.a, 2, good.j, good.c)));
}

/// A call with a bad A: both one-off forms and the making of a plan.
void check_bad_a(const Call& call, int code, const std::string& text) {
  check_refused(sparsity_code, call, code, text, false);
  check_refused(values_code, call, code, text, false);
  auto* const canary = reinterpret_cast<coldcore_compose_plan*>(std::uintptr_t{16});
  coldcore_compose_plan* plan = canary;
  CHECK(coldcore_compose_plan_create(&call.a_view, 0, &plan) == code);
  CHECK(line_has(text));
  CHECK(plan == canary);
}

/// A call with a bad J: all four.
void check_bad_j(const Call& call, int code, const std::string& text) {
  check_refused(sparsity_code, call, code, text);
  check_refused(values_code, call, code, text);
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("the call that the others spoil is good") {
    Call call;
    Outputs out;
    CHECK(sparsity_code(call, nullptr, out) == 5);
    CHECK(out.indptr == call.c.indptr);
    CHECK(out.indices == call.c.indices);
    CHECK(values_code(call, nullptr, out) == COMPOSE_OK);
    CHECK(out.values == Reals{1, 6, 6, 14, 18});
  }

  TEST_CASE("null pointers") {
    Call call;
    call.give_a = false;
    check_refused(sparsity_code, call, COMPOSE_E_NULL, "A is NULL", false);
    check_refused(values_code, call, COMPOSE_E_NULL, "A is NULL", false);
    call = {};
    call.a_view.indptr = nullptr;
    check_bad_a(call, COMPOSE_E_NULL, "A.indptr is NULL");
    call = {};
    call.a_view.indices = nullptr;
    check_bad_a(call, COMPOSE_E_NULL, "A.indices is NULL");
    call = {};
    call.a_view.values = nullptr;
    check_refused(values_code, call, COMPOSE_E_NULL, "A.values is NULL", false);
    call = {};
    call.give_j = false;
    check_bad_j(call, COMPOSE_E_NULL, "J is NULL");
    call = {};
    call.j_view.indptr = nullptr;
    check_bad_j(call, COMPOSE_E_NULL, "J.indptr is NULL");
    call = {};
    call.j_view.indices = nullptr;
    check_bad_j(call, COMPOSE_E_NULL, "J.indices is NULL");
    call = {};
    call.j_view.values = nullptr;
    check_refused(values_code, call, COMPOSE_E_NULL, "J.values is NULL");
    call = {};
    call.give_c = false;
    check_refused(values_code, call, COMPOSE_E_NULL, "C is NULL");
    call = {};
    call.c_view.indptr = nullptr;
    check_refused(values_code, call, COMPOSE_E_NULL, "C.indptr is NULL");
    call = {};
    call.c_view.indices = nullptr;
    check_refused(values_code, call, COMPOSE_E_NULL, "C.indices is NULL");
    call = {};
    call.give_values = false;
    check_refused(values_code, call, COMPOSE_E_NULL, "c_values is NULL");
    call = {};
    call.give_indices = false;
    check_refused(sparsity_code, call, COMPOSE_E_NULL, "c_indices is NULL, but capacity = 5");
  }

  TEST_CASE("no plan, and no place for one") {
    Outputs out;
    const Call call;
    CHECK(coldcore_compose_plan_create(&call.a_view, 0, nullptr) == COMPOSE_E_NULL);
    CHECK(coldcore_compose_plan_create(nullptr, 0, nullptr) == COMPOSE_E_NULL);
    CHECK(coldcore_compose_plan_refresh(nullptr, out.values.data(), 3, 1) == COMPOSE_E_NULL);
    CHECK(line_has("the plan is NULL"));
    CHECK(coldcore_compose_plan_sparsity(nullptr, 2, &call.j_view, out.indptr.data(),
                                         out.indices.data(), 5, 1) == COMPOSE_E_NULL);
    CHECK(coldcore_compose_plan_values(nullptr, 2, &call.j_view, &call.c_view, out.values.data(),
                                       1) == COMPOSE_E_NULL);
    CHECK(coldcore_compose_plan_bytes(nullptr) == COMPOSE_E_NULL);
    out.check_intact();
  }

  TEST_CASE("what is not read may be NULL") {
    Call call;
    Outputs out;
    call.a_view.values = nullptr;
    call.j_view.values = nullptr;
    CHECK(sparsity_code(call, nullptr, out) == 5);
    CHECK(call.c_view.values == nullptr);
    const Sparse empty{2, 3, {0, 0, 0}, {}, {}};
    Matrix bare = empty.view();
    bare.indices = nullptr;
    bare.values = nullptr;
    const Matrix j = call.j.view();
    CHECK(coldcore_compose_sparsity(&bare, 2, &j, nullptr, nullptr, 0, 1) == 0);
    const Indices zeros(5, 0);
    const Matrix no_c{4, 4, 0, zeros.data(), nullptr, nullptr};
    CHECK(coldcore_compose_values(&bare, 2, &j, &no_c, nullptr, 1) == COMPOSE_OK);
  }

  TEST_CASE("numbers outside their range") {
    for (const std::int64_t blocks : {std::int64_t{0}, std::int64_t{-1}, kLeast}) {
      Call call;
      call.blocks = blocks;
      check_bad_j(call, COMPOSE_E_ARGUMENT, "blocks = ");
    }
    for (const int threads : {-1, 1025, std::numeric_limits<int>::min()}) {
      Call call;
      call.threads = threads;
      check_bad_j(call, COMPOSE_E_ARGUMENT, "threads = ");
    }
    Call call;
    call.capacity = -1;
    check_refused(sparsity_code, call, COMPOSE_E_ARGUMENT, "capacity = -1");
  }

  TEST_CASE("sizes that are negative or do not match") {
    Call call;
    call.a_view.rows = -1;
    check_bad_a(call, COMPOSE_E_SHAPE, "A is -1 x 3");
    call = {};
    call.a_view.columns = kLeast;
    check_bad_a(call, COMPOSE_E_SHAPE, "A is 2 x -9223372036854775808");
    call = {};
    call.a_view.nnz = -1;
    check_bad_a(call, COMPOSE_E_SHAPE, "A.nnz = -1");
    call = {};
    call.j_view.rows = 5;
    check_bad_j(call, COMPOSE_E_SHAPE, "J has 5 rows, but blocks * columns of A = 2 * 3");
    call = {};
    call.blocks = 3;
    check_bad_j(call, COMPOSE_E_SHAPE, "J has 6 rows, but blocks * columns of A = 3 * 3");
    call = {};
    call.j_view.columns = -4;
    check_bad_j(call, COMPOSE_E_SHAPE, "J is 6 x -4");
    call = {};
    call.j_view.nnz = -6;
    check_bad_j(call, COMPOSE_E_SHAPE, "J.nnz = -6");
    call = {};
    call.c_view.rows = 3;
    check_refused(values_code, call, COMPOSE_E_SHAPE, "C has 3 rows");
    call = {};
    call.c_view.columns = 3;
    check_refused(values_code, call, COMPOSE_E_SHAPE, "C has 3 columns, but J has 4");
    call = {};
    call.c_view.nnz = -1;
    check_refused(values_code, call, COMPOSE_E_SHAPE, "C.nnz = -1");
  }

  TEST_CASE("products of sizes past 2^63 - 1 are refused, not wrapped") {
    // 3 * blocks is 2^64 + 5.
    Call call;
    call.blocks = 6'148'914'691'236'517'207;
    call.j_view.rows = 5;
    check_bad_j(call, COMPOSE_E_SHAPE, "more than 2^63 - 1");
    // p * n fits and p * m does not.
    const Sparse a{3, 1, {0, 0, 0, 0}, {}, {}};
    const Sparse j{kMost / 2, 1, {0, 0}, {}, {}};
    const Matrix left = a.view();
    const Matrix right = j.view();
    CHECK(coldcore_compose_sparsity(&left, kMost / 2, &right, nullptr, nullptr, 0, 1) ==
          COMPOSE_E_SHAPE);
    CHECK(line_has("blocks * rows of A"));
  }

  TEST_CASE("pointers that do not begin at 0, fall, or do not end at nnz") {
    Call call;
    const Indices late{1, 2, 3};
    call.a_view.indptr = late.data();
    check_bad_a(call, COMPOSE_E_INDPTR, "A.indptr[0] = 1");
    call = {};
    const Indices falling{0, 3, 2};
    call.a_view.indptr = falling.data();
    check_bad_a(call, COMPOSE_E_INDPTR, "A.indptr[2] = 2 is less than A.indptr[1] = 3");
    call = {};
    call.a_view.nnz = 4;
    check_bad_a(call, COMPOSE_E_INDPTR, "A.indptr[2] = 3, but the last row ends at nnz = 4");
    call = {};
    call.j.indptr = {0, 2, 1, 3, 6};
    call.j_view.indptr = call.j.indptr.data();
    check_bad_j(call, COMPOSE_E_INDPTR, "J.indptr[2] = 1 is less than J.indptr[1] = 2");
    call = {};
    call.j.indptr = {0, -1, 2, 3, 6};
    call.j_view.indptr = call.j.indptr.data();
    check_bad_j(call, COMPOSE_E_INDPTR, "J.indptr[1] = -1 is less than J.indptr[0] = 0");
    call = {};
    call.c.indptr = {0, 2, 2, 1, 5};
    call.c_view.indptr = call.c.indptr.data();
    check_refused(values_code, call, COMPOSE_E_INDPTR, "C.indptr[3] = 1");
    call = {};
    call.c_view.nnz = 6;
    check_refused(values_code, call, COMPOSE_E_INDPTR, "C.indptr[4] = 5");
  }

  TEST_CASE("entries past what the arrays hold are refused before they are read") {
    for (const std::int64_t end : {std::int64_t{7}, (std::int64_t{1} << 32) + 6, kMost}) {
      CAPTURE(end);
      Call call;
      call.j.indptr = {0, 2, 2, 3, end};
      call.j_view.indptr = call.j.indptr.data();
      check_bad_j(call, COMPOSE_E_INDPTR, "is more than nnz = 6");
      call = {};
      call.c.indptr = {0, 2, 2, 3, end};
      call.c_view.indptr = call.c.indptr.data();
      check_refused(values_code, call, COMPOSE_E_INDPTR, "is more than nnz = 5");
      call = {};
      call.a.indptr = {0, 2, end};
      call.a_view.indptr = call.a.indptr.data();
      check_bad_a(call, COMPOSE_E_INDPTR, "is more than nnz = 3");
    }
  }

  TEST_CASE("indices outside the matrix") {
    for (const std::int64_t bad : {std::int64_t{3}, std::int64_t{-1}, kMost, kLeast}) {
      CAPTURE(bad);
      Call call;
      call.a.indices = {0, bad, 2};
      call.a_view.indices = call.a.indices.data();
      check_bad_a(call, COMPOSE_E_INDEX, "A.indices[1], row 0: column " + std::to_string(bad));
    }
    for (const std::int64_t bad : {std::int64_t{6}, std::int64_t{-1}, kMost, kLeast}) {
      CAPTURE(bad);
      Call call;
      call.j.indices[2] = bad;
      call.j_view.indices = call.j.indices.data();
      check_bad_j(call, COMPOSE_E_INDEX, "J.indices[2], column 2: row " + std::to_string(bad));
      call = {};
      call.c.indices[4] = bad;
      call.c_view.indices = call.c.indices.data();
      check_refused(values_code, call, COMPOSE_E_INDEX,
                    "C.indices[4], column 3: row " + std::to_string(bad));
    }
  }

  TEST_CASE("a negative index before good ones") {
    for (const std::int64_t bad : {std::int64_t{-1}, kLeast}) {
      CAPTURE(bad);
      Call call;
      call.a.indices = {bad, 1, 2};
      call.a_view.indices = call.a.indices.data();
      check_bad_a(call, COMPOSE_E_INDEX, "A.indices[0], row 0: column " + std::to_string(bad));
      call = {};
      call.j.indices[3] = bad;
      call.j_view.indices = call.j.indices.data();
      check_bad_j(call, COMPOSE_E_INDEX, "J.indices[3], column 3: row " + std::to_string(bad));
      call = {};
      call.c.indices[0] = bad;
      call.c_view.indices = call.c.indices.data();
      check_refused(values_code, call, COMPOSE_E_INDEX,
                    "C.indices[0], column 0: row " + std::to_string(bad));
    }
  }

  TEST_CASE("indices that do not ascend strictly") {
    Call call;
    call.a.indices = {1, 0, 2};
    call.a_view.indices = call.a.indices.data();
    check_bad_a(call, COMPOSE_E_ORDER, "A.indices[1], row 0: column 0 follows 1");
    call = {};
    call.a.indices = {1, 1, 2};
    call.a_view.indices = call.a.indices.data();
    check_bad_a(call, COMPOSE_E_ORDER, "A.indices[1], row 0: column 1 follows 1");
    call = {};
    call.j.indices = {0, 5, 4, 0, 5, 1};
    call.j_view.indices = call.j.indices.data();
    check_bad_j(call, COMPOSE_E_ORDER, "J.indices[5], column 3: row 1 follows 5");
    call = {};
    call.c.indices = {3, 0, 2, 0, 3};
    call.c_view.indices = call.c.indices.data();
    check_refused(values_code, call, COMPOSE_E_ORDER, "C.indices[1], column 0: row 0 follows 3");
  }

  TEST_CASE("of several bad places the first is named, whatever the threads") {
    const std::int64_t columns = 1'000'000;  // Enough for several threads to look through them.
    Sparse j{.rows = 6, .columns = columns};
    for (std::int64_t column = 0; column < columns; ++column) {
      j.add(column >= 777'777 ? 6 : 5, 1);
      j.end_line();
    }
    for (int threads = 1; threads <= 4; ++threads) {
      Call call;
      call.j_view = j.view();
      call.threads = threads;
      check_refused(sparsity_code, call, COMPOSE_E_INDEX,
                    "J.indices[777777], column 777777: row 6");
    }
  }

  TEST_CASE("C has more entries than there is room for") {
    Call call;
    call.capacity = 4;
    check_refused(sparsity_code, call, COMPOSE_E_CAPACITY, "C has 5 entries");
    call.capacity = 0;
    check_refused(sparsity_code, call, COMPOSE_E_CAPACITY, "capacity = 0");
  }

  TEST_CASE("a refresh with the number of entries of another matrix") {
    const Call call;
    const Plan plan(call.a);
    const Reals other(4, 9);
    CHECK(coldcore_compose_plan_refresh(plan.get(), other.data(), 4, 1) == COMPOSE_E_SHAPE);
    CHECK(line_has("nnz = 4"));
    CHECK(coldcore_compose_plan_refresh(plan.get(), nullptr, 3, 1) == COMPOSE_E_NULL);
    CHECK(same_bits(values(plan, 2, call.j, call.c), {1, 6, 6, 14, 18}));
    // The version was not taken either.
    CHECK(coldcore_compose_plan_refresh(plan.get(), other.data(), 3, 1) == 1);
  }

  TEST_CASE("COLDCORE_THREADS is read where the number of threads is left open") {
    const char* before = std::getenv("COLDCORE_THREADS");
    const std::string kept = before == nullptr ? "" : before;
    for (const char* bad : {"0", "-1", "1025", "two", "2 ", ""}) {
      CAPTURE(bad);
      setenv("COLDCORE_THREADS", bad, 1);
      Call call;
      call.threads = 0;
      check_bad_j(call, COMPOSE_E_ENVIRONMENT, "COLDCORE_THREADS");
      call.threads = 2;
      Outputs out;
      CHECK(values_code(call, nullptr, out) == COMPOSE_OK);
    }
    setenv("COLDCORE_THREADS", "3", 1);
    Call call;
    call.threads = 0;
    Outputs out;
    CHECK(values_code(call, nullptr, out) == COMPOSE_OK);
    unsetenv("COLDCORE_THREADS");
    CHECK(values_code(call, nullptr, out) == COMPOSE_OK);
    if (before != nullptr) setenv("COLDCORE_THREADS", kept.c_str(), 1);
  }

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  TEST_CASE("without memory for the mirror or scratch a call says so") {
    Sparse a{.rows = 1 << 20, .columns = 64};
    for (std::int64_t row = 0; row < a.rows; ++row) {
      a.add(row % 64, 1);
      a.end_line();
    }
    const Sparse j{64, 1, {0, 2}, {0, 1}, {1, 1}};
    const Plan plan(a);
    const pid_t child = fork();
    if (child == 0) {
      const rlimit nothing_more{0, RLIM_INFINITY};
      setrlimit(RLIMIT_AS, &nothing_more);
      // Nor what earlier tests have left in the heap. Volatile, or the compiler leaves it out.
      void* volatile taken = nullptr;
      do {
        taken = std::malloc(1 << 20);
      } while (taken != nullptr);
      const Matrix left = a.view();
      const Matrix right = j.view();
      const Indices indptr{0, 1};
      const Indices row{0};
      const Matrix where{a.rows, 1, 1, indptr.data(), row.data(), nullptr};
      double value = -7;
      coldcore_compose_plan* other = nullptr;
      const bool good = coldcore_compose_plan_create(&left, 0, &other) == COMPOSE_E_MEMORY &&
                        other == nullptr &&
                        coldcore_compose_plan_values(plan.get(), 1, &right, &where, &value, 1) ==
                            COMPOSE_E_MEMORY &&
                        value == -7;
      _exit(good ? 0 : 1);
    }
    int status = -1;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(status == 0);
  }
#endif

  TEST_CASE("the last error belongs to the thread, and codes have names") {
    CHECK(coldcore_compose_plan_bytes(nullptr) == COMPOSE_E_NULL);
    CHECK(std::string(coldcore_compose_last_error()) ==
          "coldcore_compose_plan_bytes: the plan is NULL");
    CHECK(std::string(coldcore_compose_error_name(COMPOSE_OK)) == "COMPOSE_OK");
    CHECK(std::string(coldcore_compose_error_name(COMPOSE_E_NULL)) == "COMPOSE_E_NULL");
    CHECK(std::string(coldcore_compose_error_name(COMPOSE_E_ORDER)) == "COMPOSE_E_ORDER");
    CHECK(std::string(coldcore_compose_error_name(COMPOSE_E_INTERNAL)) == "COMPOSE_E_INTERNAL");
    CHECK(std::string(coldcore_compose_error_name(1)) == "unknown");
    CHECK(std::string(coldcore_compose_error_name(COMPOSE_E_INTERNAL - 1)) == "unknown");
    CHECK(coldcore_compose_abi_version() == 1);
  }
}
