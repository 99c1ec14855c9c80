// SPDX-License-Identifier: Apache-2.0
//
// The matrix itself, dense and in exact integers, and what every format says about an element, read
// from the definitions one element at a time. Shares nothing with the library.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "known_matrix.hpp"

namespace layouts_test {

/// Small integers, so that sums are exact in float32 too.
struct Oracle {
  std::int64_t rows = 0;
  std::int64_t cols = 0;
  std::vector<std::int64_t> value;  // [rows * cols]
  std::vector<char> entry;          // Whether something was given there, if only a zero.

  Oracle(std::int64_t m, std::int64_t n)
      : rows(m),
        cols(n),
        value(static_cast<std::size_t>(m * n), 0),
        entry(static_cast<std::size_t>(m * n), 0) {}

  std::size_t at(std::int64_t i, std::int64_t j) const {
    return static_cast<std::size_t>(i * cols + j);
  }

  void add(std::int64_t i, std::int64_t j, std::int64_t v) {
    value[at(i, j)] += v;
    entry[at(i, j)] = 1;
  }

  /// The matrix after a format that cannot tell a given zero from fill.
  Oracle without_zeros() const {
    Oracle other = *this;
    for (std::size_t k = 0; k < value.size(); ++k) other.entry[k] = value[k] != 0;
    return other;
  }

  bool operator==(const Oracle&) const = default;

  /// Its canonical rows, in the types of a layout.
  template <class I, class V>
  Coordinates<I, V> coordinates() const {
    Coordinates<I, V> out{rows, cols, {}, {}, {}};
    for (std::int64_t i = 0; i < rows; ++i) {
      for (std::int64_t j = 0; j < cols; ++j) {
        if (!entry[at(i, j)]) continue;
        out.row.push_back(static_cast<I>(i));
        out.col.push_back(static_cast<I>(j));
        out.data.push_back(static_cast<V>(value[at(i, j)]));
      }
    }
    return out;
  }
};

inline bool keeps_zeros(Format format) {
  return format != Format::kDia && format != Format::kBcsr && format != Format::kBcoo &&
         format != Format::kPackedBanded && format != Format::kDense;
}

/// What a layout says of single elements.
template <class I, class V>
class Reader {
 public:
  explicit Reader(const Layout& layout) : layout_(layout), info_(layout.info()) {}

  /// The matrix: an element is an entry if the format stores one there; where it stores positions,
  /// if that is not 0.
  Oracle read() const {
    Oracle oracle(info_.rows, info_.cols);
    for (std::int64_t i = 0; i < info_.rows; ++i) {
      for (std::int64_t j = 0; j < info_.cols; ++j) {
        const std::optional<V> value = element(i, j);
        if (!value || (*value == 0 && !keeps_zeros(layout_.format()))) continue;
        oracle.add(i, j, static_cast<std::int64_t>(*value));
      }
    }
    return oracle;
  }

 private:
  std::optional<V> element(std::int64_t i, std::int64_t j) const {
    switch (layout_.format()) {
      case Format::kCsr:
        return compressed(i, j);
      case Format::kCsc:
        return compressed(j, i);
      case Format::kCoo:
        return coo(i, j);
      case Format::kDia:
        return dia(i, j);
      case Format::kEll:
        return ell(i, j);
      case Format::kBcsr:
        return bcsr(i, j);
      case Format::kJds:
        return jds(i, j);
      case Format::kSellCSigma:
        return sell(i, j);
      case Format::kPackedBanded:
        return banded(i, j);
      case Format::kDense:
        return values("data")[static_cast<std::size_t>(i * info_.cols + j)];
      case Format::kBcoo:
        return bcoo(i, j);
    }
    return {};
  }

  std::optional<V> compressed(std::int64_t list, std::int64_t index) const {
    const auto start = indices("indptr");
    for (std::int64_t k = start[size(list)]; k < start[size(list) + 1]; ++k) {
      if (indices("indices")[size(k)] == index) return values("data")[size(k)];
    }
    return {};
  }

  std::optional<V> coo(std::int64_t i, std::int64_t j) const {
    for (std::size_t k = 0; k < indices("row").size(); ++k) {
      if (indices("row")[k] == i && indices("col")[k] == j) return values("data")[k];
    }
    return {};
  }

  std::optional<V> dia(std::int64_t i, std::int64_t j) const {
    for (std::size_t d = 0; d < indices("offsets").size(); ++d) {
      if (indices("offsets")[d] == j - i) return values("data")[d * size(info_.cols) + size(j)];
    }
    return {};
  }

  std::optional<V> ell(std::int64_t i, std::int64_t j) const {
    const std::int64_t width = layout_.buffer("indices").shape[1];
    for (std::int64_t k = i * width; k < (i + 1) * width; ++k) {
      if (indices("indices")[size(k)] == j) return values("data")[size(k)];
    }
    return {};
  }

  V in_block(std::int64_t block, std::int64_t i, std::int64_t j) const {
    const std::int64_t r = info_.block_rows;
    const std::int64_t c = info_.block_cols;
    return values("data")[size((block * r + i % r) * c + j % c)];
  }

  std::optional<V> bcsr(std::int64_t i, std::int64_t j) const {
    const auto start = indices("indptr");
    const std::size_t row = size(i / info_.block_rows);
    for (std::int64_t b = start[row]; b < start[row + 1]; ++b) {
      if (indices("indices")[size(b)] == j / info_.block_cols) return in_block(b, i, j);
    }
    return {};
  }

  std::optional<V> bcoo(std::int64_t i, std::int64_t j) const {
    for (std::size_t b = 0; b < indices("row").size(); ++b) {
      if (indices("row")[b] != i / info_.block_rows || indices("col")[b] != j / info_.block_cols)
        continue;
      return in_block(static_cast<std::int64_t>(b), i, j);
    }
    return {};
  }

  std::int64_t position_of(std::int64_t row) const {
    const auto perm = indices("perm");
    return std::find(perm.begin(), perm.end(), row) - perm.begin();
  }

  std::optional<V> jds(std::int64_t i, std::int64_t j) const {
    const auto start = indices("jd_ptr");
    const std::int64_t position = position_of(i);
    for (std::size_t d = 0; d + 1 < start.size() && position < start[d + 1] - start[d]; ++d) {
      const std::size_t k = size(start[d] + position);
      if (indices("col_ind")[k] == j) return values("jdiag")[k];
    }
    return {};
  }

  std::optional<V> sell(std::int64_t i, std::int64_t j) const {
    const std::int64_t height = info_.slice_rows;
    const std::int64_t position = position_of(i);
    const std::int64_t first = indices("slice_ptr")[size(position / height)] + position % height;
    for (std::int64_t k = 0; k < indices("row_len")[size(position)]; ++k) {
      if (indices("col_idx")[size(first + k * height)] == j)
        return values("val")[size(first + k * height)];
    }
    return {};
  }

  std::optional<V> banded(std::int64_t i, std::int64_t j) const {
    const std::int64_t lower = layout_.elements<std::int64_t>("lbound")[0];
    const std::int64_t upper = layout_.elements<std::int64_t>("ubound")[0];
    if (j < i - lower || j > i + upper) return {};
    const std::int64_t k = j - std::max<std::int64_t>(0, i - lower);
    return values("data")[size(i * (lower + upper + 1) + k)];
  }

  static std::size_t size(std::int64_t n) { return static_cast<std::size_t>(n); }
  std::span<const I> indices(const char* role) const { return layout_.elements<I>(role); }
  std::span<const V> values(const char* role) const { return layout_.elements<V>(role); }

  const Layout& layout_;
  coldcore_layout_info info_;
};

}  // namespace layouts_test
