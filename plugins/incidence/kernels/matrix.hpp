// SPDX-License-Identifier: Apache-2.0
//
// A matrix as its buffers, one struct a layout. docs/layouts.md says what each buffer holds; they
// are trusted.
#pragma once

#include <cstdint>

namespace coldcore::kernels {

enum class Layout { kCsr, kCsc, kCoo, kDia, kEll, kBcsr, kBcoo, kJds, kSell, kBanded, kDense };
inline constexpr int kLayouts = 11;

/// In every struct: `stored` is how many values a product reads. It decides on threads, nothing
/// else.
template <class I>
struct Csr {
  static constexpr Layout kLayout = Layout::kCsr;
  using Index = I;
  std::int64_t rows;
  std::int64_t cols;
  const I* indptr;
  const I* indices;
  const double* data;
  std::int64_t stored;
};

template <class I>
struct Csc {
  static constexpr Layout kLayout = Layout::kCsc;
  using Index = I;
  std::int64_t rows;
  std::int64_t cols;
  const I* indptr;
  const I* indices;
  const double* data;
  std::int64_t stored;
};

template <class I>
struct Coo {
  static constexpr Layout kLayout = Layout::kCoo;
  using Index = I;
  std::int64_t rows;
  std::int64_t cols;
  const I* row;
  const I* col;
  const double* data;
  std::int64_t stored;
};

template <class I>
struct Dia {
  static constexpr Layout kLayout = Layout::kDia;
  using Index = I;
  std::int64_t rows;
  std::int64_t cols;
  const double* data;
  const I* offsets;
  std::int64_t diagonals;
  std::int64_t stored;
};

template <class I>
struct Ell {
  static constexpr Layout kLayout = Layout::kEll;
  using Index = I;
  std::int64_t rows;
  std::int64_t cols;
  const I* indices;
  const double* data;
  std::int64_t width;
  std::int64_t stored;
};

template <class I>
struct Bcsr {
  static constexpr Layout kLayout = Layout::kBcsr;
  using Index = I;
  std::int64_t rows;
  std::int64_t cols;
  const I* indptr;
  const I* indices;
  const double* data;
  std::int64_t block_rows;
  std::int64_t block_cols;
  std::int64_t stored;
};

template <class I>
struct Bcoo {
  static constexpr Layout kLayout = Layout::kBcoo;
  using Index = I;
  std::int64_t rows;
  std::int64_t cols;
  const I* row;
  const I* col;
  const double* data;
  std::int64_t block_rows;
  std::int64_t block_cols;
  std::int64_t blocks;
  std::int64_t stored;
};

template <class I>
struct Jds {
  static constexpr Layout kLayout = Layout::kJds;
  using Index = I;
  std::int64_t rows;
  std::int64_t cols;
  const I* perm;
  const I* jd_ptr;
  const I* col_ind;
  const double* jdiag;
  std::int64_t diagonals;
  std::int64_t stored;
};

template <class I>
struct Sell {
  static constexpr Layout kLayout = Layout::kSell;
  using Index = I;
  std::int64_t rows;
  std::int64_t cols;
  const I* slice_ptr;
  const I* col_idx;
  const double* val;
  const I* row_len;
  const I* perm;
  std::int64_t slice_rows;
  std::int64_t stored;
};

struct Banded {
  static constexpr Layout kLayout = Layout::kBanded;
  using Index = std::int64_t;
  std::int64_t rows;
  std::int64_t cols;
  const double* data;
  const std::int64_t* lbound;
  const std::int64_t* ubound;
  std::int64_t width;
  std::int64_t stored;
};

struct Dense {
  static constexpr Layout kLayout = Layout::kDense;
  using Index = std::int64_t;
  std::int64_t rows;
  std::int64_t cols;
  const double* data;
  std::int64_t stored;
};

}  // namespace coldcore::kernels
