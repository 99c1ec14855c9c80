// SPDX-License-Identifier: Apache-2.0
//
// Sparse matrices as vectors, the product by its definition on dense arrays, and the library's
// calls as functions of those. Nothing here is shared with the library.
#pragma once

#include <coldcore/compose.h>
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace compose_test {

using Matrix = coldcore_compose_matrix;
using Indices = std::vector<std::int64_t>;
using Reals = std::vector<double>;
using Random = std::mt19937_64;

inline std::int64_t uniform(Random& random, std::int64_t low, std::int64_t high) {
  return std::uniform_int_distribution<std::int64_t>(low, high)(random);
}

/// A matrix by rows or by columns; which, is what its user takes it for.
struct Sparse {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  Indices indptr{0};
  Indices indices{};
  Reals values{};

  std::int64_t nnz() const { return static_cast<std::int64_t>(indices.size()); }
  Matrix view() const {
    return {rows, columns, nnz(), indptr.data(), indices.data(), values.data()};
  }
  void add(std::int64_t index, double value) {
    indices.push_back(index);
    values.push_back(value);
  }
  void end_line() { indptr.push_back(nnz()); }
};

/// A dense array of entries, those that are there at all.
struct Dense {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<std::optional<double>> entries{};

  Dense(std::int64_t row_count, std::int64_t column_count)
      : rows(row_count),
        columns(column_count),
        entries(static_cast<std::size_t>(row_count * column_count)) {}
  std::optional<double>& at(std::int64_t row, std::int64_t column) {
    return entries[static_cast<std::size_t>(row * columns + column)];
  }
  const std::optional<double>& at(std::int64_t row, std::int64_t column) const {
    return entries[static_cast<std::size_t>(row * columns + column)];
  }
};

inline Sparse by_rows(const Dense& dense) {
  Sparse result{.rows = dense.rows, .columns = dense.columns};
  for (std::int64_t row = 0; row < dense.rows; ++row) {
    for (std::int64_t column = 0; column < dense.columns; ++column) {
      if (const auto& entry = dense.at(row, column)) result.add(column, *entry);
    }
    result.end_line();
  }
  return result;
}

inline Sparse by_columns(const Dense& dense) {
  Sparse result{.rows = dense.rows, .columns = dense.columns};
  for (std::int64_t column = 0; column < dense.columns; ++column) {
    for (std::int64_t row = 0; row < dense.rows; ++row) {
      if (const auto& entry = dense.at(row, column)) result.add(row, *entry);
    }
    result.end_line();
  }
  return result;
}

/// (I_p kron A) J, entry by entry.
inline Dense definition(const Dense& a, std::int64_t p, const Dense& j) {
  Dense c(p * a.rows, j.columns);
  for (std::int64_t row = 0; row < c.rows; ++row) {
    const std::int64_t block = row / a.rows;
    for (std::int64_t column = 0; column < c.columns; ++column) {
      for (std::int64_t i = 0; i < a.columns; ++i) {
        const auto& left = a.at(row % a.rows, i);
        const auto& right = j.at(block * a.columns + i, column);
        if (left && right) c.at(row, column) = c.at(row, column).value_or(0.0) + *left * *right;
      }
    }
  }
  return c;
}

class Plan {
 public:
  explicit Plan(const Sparse& a, std::int64_t version = 0) {
    const Matrix view = a.view();
    REQUIRE(coldcore_compose_plan_create(&view, version, &plan_) == COMPOSE_OK);
  }
  ~Plan() { coldcore_compose_plan_free(plan_); }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;
  coldcore_compose_plan* get() const { return plan_; }
  std::int64_t bytes() const { return coldcore_compose_plan_bytes(plan_); }

 private:
  coldcore_compose_plan* plan_ = nullptr;
};

/// Where C has entries, by the one-off call; values NaN, so that one that is not written shows.
inline Sparse pattern(const Sparse& a, std::int64_t p, const Sparse& j, int threads = 1) {
  Sparse c{.rows = p * a.rows, .columns = j.columns};
  const Matrix left = a.view();
  const Matrix right = j.view();
  const std::int64_t nnz =
      coldcore_compose_sparsity(&left, p, &right, nullptr, nullptr, 0, threads);
  REQUIRE(nnz >= 0);
  c.indptr.assign(static_cast<std::size_t>(j.columns) + 1, -7);
  c.indices.assign(static_cast<std::size_t>(nnz), -7);
  c.values.assign(c.indices.size(), std::nan(""));
  REQUIRE(coldcore_compose_sparsity(&left, p, &right, c.indptr.data(), c.indices.data(), nnz,
                                    threads) == nnz);
  return c;
}

inline Sparse pattern(const Plan& plan, std::int64_t c_rows, std::int64_t p, const Sparse& j,
                      int threads = 1) {
  Sparse c{.rows = c_rows, .columns = j.columns};
  const Matrix right = j.view();
  c.indptr.assign(static_cast<std::size_t>(j.columns) + 1, -7);
  const std::int64_t nnz =
      coldcore_compose_plan_sparsity(plan.get(), p, &right, c.indptr.data(), nullptr, 0, threads);
  REQUIRE(nnz >= 0);
  c.indices.assign(static_cast<std::size_t>(nnz), -7);
  c.values.assign(c.indices.size(), std::nan(""));
  REQUIRE(coldcore_compose_plan_sparsity(plan.get(), p, &right, nullptr, c.indices.data(), nnz,
                                         threads) == nnz);
  return c;
}

inline Reals values(const Sparse& a, std::int64_t p, const Sparse& j, const Sparse& c,
                    int threads = 1) {
  Reals out(c.indices.size(), std::nan(""));
  const Matrix left = a.view();
  const Matrix right = j.view();
  const Matrix where = c.view();
  REQUIRE(coldcore_compose_values(&left, p, &right, &where, out.data(), threads) == COMPOSE_OK);
  return out;
}

inline Reals values(const Plan& plan, std::int64_t p, const Sparse& j, const Sparse& c,
                    int threads = 1) {
  Reals out(c.indices.size(), std::nan(""));
  const Matrix right = j.view();
  const Matrix where = c.view();
  REQUIRE(coldcore_compose_plan_values(plan.get(), p, &right, &where, out.data(), threads) ==
          COMPOSE_OK);
  return out;
}

/// Bit by bit, all NaN being one.
inline bool same_bits(const Reals& x, const Reals& y) {
  return std::equal(x.begin(), x.end(), y.begin(), y.end(), [](double a, double b) {
    if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
  });
}

}  // namespace compose_test
