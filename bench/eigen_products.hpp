// SPDX-License-Identifier: Apache-2.0
//
// Eigen's row-major products, as a yardstick, where Eigen is installed.
#pragma once

#include <cstdint>

namespace bench {

/// Compressed rows.
template <class I>
struct Rows {
  std::int64_t rows;
  std::int64_t cols;
  const I* indptr;
  const I* indices;
  const double* values;
};

/// How many threads Eigen uses from now on. It has no more than one if it was compiled without
/// OpenMP; returns how many.
int eigen_threads(int threads);

/// y = A x.
void eigen_spmv(const Rows<std::int32_t>& a, const double* x, double* y);
void eigen_spmv(const Rows<std::int64_t>& a, const double* x, double* y);

/// C = A B, B and C row by row, of `count` columns.
void eigen_spmm(const Rows<std::int32_t>& a, std::int64_t count, const double* b, double* c);
void eigen_spmm(const Rows<std::int64_t>& a, std::int64_t count, const double* b, double* c);

}  // namespace bench
