// SPDX-License-Identifier: Apache-2.0
//
// The input is two small matrices, right or wrong, and a number of blocks, for compose.h. An error
// changes no output; an answer is that of the definition.
#include <coldcore/compose.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "input_file.hpp"

namespace {

constexpr std::int64_t kUntouched = -77;

/// Numbers from the input, 0 once it is used up.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  std::int64_t next(std::int64_t below) { return at_ < size_ ? data_[at_++] % below : 0; }
  /// Mostly small, now and then negative or huge.
  std::int64_t odd() {
    const std::int64_t byte = next(256);
    if (byte == 255) return INT64_MAX - next(4);
    if (byte == 254) return -next(4) - 1;
    return byte;
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

struct Matrix {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<std::int64_t> indptr{0};
  std::vector<std::int64_t> indices;
  std::vector<double> values;

  coldcore_compose_matrix view() const {
    return {rows,          columns,        static_cast<std::int64_t>(indices.size()),
            indptr.data(), indices.data(), values.data()};
  }
};

/// `lines` of entries whose indices are below `width`, if the input lets them.
Matrix matrix_from(Bytes& bytes, std::int64_t lines, std::int64_t width) {
  Matrix matrix;
  for (std::int64_t line = 0; line < lines; ++line) {
    std::int64_t index = 0;
    for (std::int64_t count = bytes.next(4); count > 0; --count) {
      index += bytes.next(5);
      matrix.indices.push_back(bytes.next(64) == 63 ? bytes.odd() : index % (width + 1));
      matrix.values.push_back(static_cast<double>(bytes.next(17)) - 8);
    }
    matrix.indptr.push_back(static_cast<std::int64_t>(matrix.indices.size()));
  }
  if (bytes.next(32) == 31)
    matrix.indptr[static_cast<std::size_t>(bytes.next(lines + 1))] = bytes.odd();
  return matrix;
}

using Entries = std::map<std::pair<std::int64_t, std::int64_t>, double>;  // By column and row.

/// Of matrices that were accepted. The values are small whole numbers: no sum is rounded.
Entries product(const Matrix& a, std::int64_t m, std::int64_t n, const Matrix& j, std::int64_t k) {
  Entries entries;
  for (std::int64_t column = 0; column < k; ++column) {
    for (std::int64_t e = j.indptr[column]; e < j.indptr[column + 1]; ++e) {
      const std::int64_t block = j.indices[e] / n;
      for (std::int64_t row = 0; row < m; ++row) {
        for (std::int64_t f = a.indptr[row]; f < a.indptr[row + 1]; ++f) {
          if (a.indices[f] != j.indices[e] % n) continue;
          entries[{column, block * m + row}] += a.values[f] * j.values[e];
        }
      }
    }
  }
  return entries;
}

void check_values(const coldcore_compose_matrix& a, std::int64_t blocks,
                  const coldcore_compose_matrix& j, const std::vector<std::int64_t>& indptr,
                  const std::vector<std::int64_t>& indices, const Entries& expected) {
  std::vector<double> values(indices.size() + 1, kUntouched);
  const coldcore_compose_matrix c{
      blocks * a.rows, j.columns,      static_cast<std::int64_t>(indices.size()),
      indptr.data(),   indices.data(), nullptr};
  require(coldcore_compose_values(&a, blocks, &j, &c, values.data(), 1) == COMPOSE_OK);
  std::size_t at = 0;
  for (const auto& [place, value] : expected) {
    require(indices[at] == place.second && values[at] == value);
    ++at;
  }
  require(at == indices.size() && values[at] == kUntouched);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  const std::int64_t m = bytes.next(5);
  const std::int64_t n = bytes.next(5);
  const std::int64_t k = bytes.next(5);
  const std::int64_t blocks = bytes.next(16) == 15 ? bytes.odd() : 1 + bytes.next(4);
  Matrix a = matrix_from(bytes, m, n);
  const bool small = blocks > 0 && blocks < 8;
  Matrix j = matrix_from(bytes, k, small ? blocks * n : 8);
  a.rows = m;
  a.columns = bytes.next(16) == 15 ? bytes.odd() : n;
  j.rows = bytes.next(16) == 15 || !small ? bytes.odd() : blocks * n;
  j.columns = k;
  const coldcore_compose_matrix a_view = a.view();
  const coldcore_compose_matrix j_view = j.view();

  const std::int64_t count =
      coldcore_compose_sparsity(&a_view, blocks, &j_view, nullptr, nullptr, 0, 1);
  if (count < 0) {
    require(std::string(coldcore_compose_error_name(static_cast<int>(count))) != "unknown");
    require(std::string(coldcore_compose_last_error()) != "");
    std::vector<std::int64_t> indptr(static_cast<std::size_t>(k) + 1, kUntouched);
    std::vector<std::int64_t> indices(64, kUntouched);
    require(coldcore_compose_sparsity(&a_view, blocks, &j_view, indptr.data(), indices.data(), 64,
                                      1) == count);
    for (const std::int64_t value : indptr) require(value == kUntouched);
    for (const std::int64_t value : indices) require(value == kUntouched);
    return 0;
  }
  std::vector<std::int64_t> indptr(static_cast<std::size_t>(k) + 1);
  std::vector<std::int64_t> indices(static_cast<std::size_t>(count));
  require(coldcore_compose_sparsity(&a_view, blocks, &j_view, indptr.data(), indices.data(), count,
                                    1) == count);
  const Entries expected = product(a, m, a.columns, j, k);
  require(static_cast<std::int64_t>(expected.size()) == count);
  check_values(a_view, blocks, j_view, indptr, indices, expected);
  return 0;
}
