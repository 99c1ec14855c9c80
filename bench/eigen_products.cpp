// SPDX-License-Identifier: Apache-2.0
//
// Compiled for the machine that it is built on, so that nothing is held back.
#include "eigen_products.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#include <Eigen/Core>
#include <Eigen/SparseCore>
#pragma GCC diagnostic pop

namespace bench {
namespace {

template <class I>
auto mapped(const Rows<I>& a) {
  using Sparse = Eigen::SparseMatrix<double, Eigen::RowMajor, I>;
  return Eigen::Map<const Sparse>(a.rows, a.cols, static_cast<Eigen::Index>(a.indptr[a.rows]),
                                  a.indptr, a.indices, a.values);
}

template <class I>
void spmv(const Rows<I>& a, const double* x, double* y) {
  const Eigen::Map<const Eigen::VectorXd> from(x, a.cols);
  Eigen::Map<Eigen::VectorXd>(y, a.rows).noalias() = mapped(a) * from;
}

template <class I>
void spmm(const Rows<I>& a, std::int64_t count, const double* b, double* c) {
  using Dense = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const Eigen::Map<const Dense> from(b, a.cols, count);
  Eigen::Map<Dense>(c, a.rows, count).noalias() = mapped(a) * from;
}

}  // namespace

int eigen_threads(int threads) {
  Eigen::setNbThreads(threads);
  return Eigen::nbThreads();
}

void eigen_spmv(const Rows<std::int32_t>& a, const double* x, double* y) { spmv(a, x, y); }
void eigen_spmv(const Rows<std::int64_t>& a, const double* x, double* y) { spmv(a, x, y); }

void eigen_spmm(const Rows<std::int32_t>& a, std::int64_t count, const double* b, double* c) {
  spmm(a, count, b, c);
}
void eigen_spmm(const Rows<std::int64_t>& a, std::int64_t count, const double* b, double* c) {
  spmm(a, count, b, c);
}

}  // namespace bench
