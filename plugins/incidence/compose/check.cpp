// SPDX-License-Identifier: Apache-2.0
#include "check.hpp"

#include <atomic>
#include <limits>

#include "columns.hpp"
#include "error.hpp"

namespace coldcore::compose {
namespace {

constexpr std::int64_t kNoLine = std::numeric_limits<std::int64_t>::max();

// How messages call a matrix and its parts.
struct Named {
  const Matrix& matrix;
  const char* name;
  const char* line;   // What the matrix is a list of: rows or columns.
  const char* index;  // What indices are then.
  std::int64_t lines;
  std::int64_t index_limit;
};

Named by_rows(const Matrix& a) { return {a, "A", "row", "column", a.rows, a.columns}; }

Named by_columns(const Matrix& matrix, const char* name) {
  return {matrix, name, "column", "row", matrix.columns, matrix.rows};
}

void check_sizes(const Matrix& matrix, const char* name) {
  if (matrix.rows < 0 || matrix.columns < 0) {
    fail(COMPOSE_E_SHAPE, "{} is {} x {}, but sizes must not be negative", name, matrix.rows,
         matrix.columns);
  }
  if (matrix.nnz < 0) {
    fail(COMPOSE_E_SHAPE, "{}.nnz = {}, but it must not be negative", name, matrix.nnz);
  }
}

void check_arrays(const Matrix& matrix, const char* name, Values values) {
  if (matrix.indptr == nullptr) fail(COMPOSE_E_NULL, "{}.indptr is NULL", name);
  if (matrix.nnz == 0) return;
  if (matrix.indices == nullptr) fail(COMPOSE_E_NULL, "{}.indices is NULL", name);
  if (values == Values::kNeeded && matrix.values == nullptr) {
    fail(COMPOSE_E_NULL, "{}.values is NULL", name);
  }
}

std::uint64_t bits(std::int64_t value) { return static_cast<std::uint64_t>(value); }

// 0 <= begin <= end <= nnz; what is negative is large without its sign.
bool pointers_are_good(Range line, std::int64_t nnz) {
  return bits(line.end) <= bits(nnz) && bits(line.begin) <= bits(line.end);
}

// Ascending entries lie inside if the first and the last do.
bool entries_are_good(const std::int64_t* indices, Range line, std::int64_t limit) {
  if (line.size() == 0) return true;
  bool ascends = true;
  for (std::int64_t e = line.begin + 1; e < line.end; ++e) ascends &= indices[e - 1] < indices[e];
  const std::int64_t last = indices[line.end - 1];
  return ascends && bits(last) < bits(limit) && bits(indices[line.begin]) <= bits(last);
}

// The pointers of this line are the first bad ones, so where it begins is good.
[[noreturn]] void fail_for_pointers(const Named& of, std::int64_t line) {
  const std::int64_t* indptr = of.matrix.indptr;
  if (indptr[line + 1] < indptr[line]) {
    fail(COMPOSE_E_INDPTR,
         "{0}.indptr[{1}] = {2} is less than {0}.indptr[{3}] = {4}; it must not fall", of.name,
         line + 1, indptr[line + 1], line, indptr[line]);
  }
  fail(COMPOSE_E_INDPTR, "{}.indptr[{}] = {} is more than nnz = {}", of.name, line + 1,
       indptr[line + 1], of.matrix.nnz);
}

[[noreturn]] void fail_for_line(const Named& of, std::int64_t line) {
  const Range range = line_of(of.matrix, line);
  if (!pointers_are_good(range, of.matrix.nnz)) fail_for_pointers(of, line);
  const std::int64_t* indices = of.matrix.indices;
  for (std::int64_t e = range.begin; e < range.end; ++e) {
    if (indices[e] < 0 || indices[e] >= of.index_limit) {
      fail(COMPOSE_E_INDEX, "{}.indices[{}], {} {}: {} {} is outside the {} {}s of {}", of.name, e,
           of.line, line, of.index, indices[e], of.index_limit, of.index, of.name);
    }
    if (e > range.begin && indices[e] <= indices[e - 1]) {
      fail(COMPOSE_E_ORDER, "{}.indices[{}], {} {}: {} {} follows {}; {}s must ascend strictly",
           of.name, e, of.line, line, of.index, indices[e], indices[e - 1], of.index);
    }
  }
  fail(COMPOSE_E_INTERNAL, "{} {} of {} was taken for a bad one", of.line, line, of.name);
}

std::int64_t first_bad_line(const Named& of, std::int64_t begin, std::int64_t end) {
  const std::int64_t* indptr = of.matrix.indptr;
  const std::int64_t* indices = of.matrix.indices;
  const std::int64_t nnz = of.matrix.nnz;
  const std::int64_t limit = of.index_limit;
  for (std::int64_t i = begin; i < end; ++i) {
    const Range line{indptr[i], indptr[i + 1]};
    if (!pointers_are_good(line, nnz) || !entries_are_good(indices, line, limit)) return i;
  }
  return kNoLine;
}

void lower_to(std::atomic<std::int64_t>& least, std::int64_t value) {
  std::int64_t seen = least.load();
  while (value < seen && !least.compare_exchange_weak(seen, value)) {
  }
}

void check_lines(const Named& of, int threads) {
  const std::int64_t* indptr = of.matrix.indptr;
  if (indptr[0] != 0) {
    fail(COMPOSE_E_INDPTR, "{}.indptr[0] = {}, but {}s begin at 0", of.name, indptr[0], of.line);
  }
  std::atomic<std::int64_t> bad{kNoLine};
  const int workers = choose_threads_by_work(threads, of.lines, of.matrix.nnz);
  for_columns(of.lines, workers, [&](std::int64_t begin, std::int64_t end, int) {
    lower_to(bad, first_bad_line(of, begin, end));
  });
  if (bad != kNoLine) fail_for_line(of, bad);
  if (indptr[of.lines] != of.matrix.nnz) {
    fail(COMPOSE_E_INDPTR, "{}.indptr[{}] = {}, but the last {} ends at nnz = {}", of.name,
         of.lines, indptr[of.lines], of.line, of.matrix.nnz);
  }
}

void check_entries(const Named& of, Values values, int threads) {
  check_arrays(of.matrix, of.name, values);
  check_lines(of, threads);
}

}  // namespace

std::int64_t checked_product(std::int64_t blocks, std::int64_t size, const char* what) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(blocks, size, &product)) {
    fail(COMPOSE_E_SHAPE, "{} = {} * {} is more than 2^63 - 1", what, blocks, size);
  }
  return product;
}

void check_a(const Matrix* a, Values values) {
  if (a == nullptr) fail(COMPOSE_E_NULL, "A is NULL");
  check_sizes(*a, "A");
  check_entries(by_rows(*a), values, 1);
}

void check_j(const Matrix* j, const Shape& shape, Values values, int threads) {
  if (j == nullptr) fail(COMPOSE_E_NULL, "J is NULL");
  check_threads(threads);
  if (shape.blocks < 1) {
    fail(COMPOSE_E_ARGUMENT, "blocks = {}, but it must be at least 1", shape.blocks);
  }
  check_sizes(*j, "J");
  if (j->rows != checked_product(shape.blocks, shape.n, "blocks * columns of A")) {
    fail(COMPOSE_E_SHAPE, "J has {} rows, but blocks * columns of A = {} * {}", j->rows,
         shape.blocks, shape.n);
  }
  checked_product(shape.blocks, shape.m, "blocks * rows of A");
  check_entries(by_columns(*j, "J"), values, threads);
}

void check_c(const Matrix* c, const Shape& shape, std::int64_t columns, int threads) {
  if (c == nullptr) fail(COMPOSE_E_NULL, "C is NULL");
  check_sizes(*c, "C");
  if (c->rows != checked_product(shape.blocks, shape.m, "blocks * rows of A")) {
    fail(COMPOSE_E_SHAPE, "C has {} rows, but blocks * rows of A = {} * {}", c->rows, shape.blocks,
         shape.m);
  }
  if (c->columns != columns) {
    fail(COMPOSE_E_SHAPE, "C has {} columns, but J has {}", c->columns, columns);
  }
  check_entries(by_columns(*c, "C"), Values::kUnused, threads);
}

}  // namespace coldcore::compose
