// SPDX-License-Identifier: Apache-2.0
//
// What does not fit into int32 or into memory: refused before it is allocated, with the numbers.
#include <limits>
#include <numeric>

#include "known_matrix.hpp"

using namespace layouts_test;

namespace {

constexpr std::int64_t kInt32Most = std::numeric_limits<std::int32_t>::max();

Options with_index(int index) {
  Options options;
  options.index = index;
  return options;
}

Coordinates<std::int64_t, float> one_entry(std::int64_t rows, std::int64_t cols, std::int64_t i,
                                           std::int64_t j) {
  return {rows, cols, {i}, {j}, {1}};
}

/// Row 0 is full, the others are empty.
Coordinates<std::int64_t, float> full_row(std::int64_t rows, std::int64_t cols) {
  Coordinates<std::int64_t, float> matrix{rows, cols, {}, {}, {}};
  matrix.row.assign(static_cast<std::size_t>(cols), 0);
  matrix.col.resize(static_cast<std::size_t>(cols));
  std::iota(matrix.col.begin(), matrix.col.end(), 0);
  matrix.data.assign(static_cast<std::size_t>(cols), 1);
  return matrix;
}

/// Ones on the other diagonal, each on a diagonal (column - row) of its own: n diagonals in all.
Coordinates<std::int64_t, float> anti_diagonal(std::int64_t n) {
  Coordinates<std::int64_t, float> matrix{n, n, {}, {}, {}};
  for (std::int64_t i = 0; i < n; ++i) {
    matrix.row.push_back(i);
    matrix.col.push_back(n - 1 - i);
    matrix.data.push_back(1);
  }
  return matrix;
}

void no_int32(const Coordinates<std::int64_t, float>& matrix, Format format,
              const std::string& says, Options options = {}) {
  options.index = COLDCORE_LAYOUT_INT32;
  CAPTURE(std::string(name(format)));
  check_refused(COLDCORE_LAYOUT_E_OVERFLOW, says, [&] { matrix.as(format, options); });
  // And through a conversion.
  const Layout csr = matrix.as(Format::kCsr);
  check_refused(COLDCORE_LAYOUT_E_OVERFLOW, says, [&] { csr.convert(format, options); });
}

void too_large(const Coordinates<std::int64_t, float>& matrix, Format format,
               const std::string& bytes) {
  CAPTURE(std::string(name(format)));
  const Layout csr = matrix.as(Format::kCsr);
  Options options;
  options.memory_limit = 100'000'000;
  check_refused(COLDCORE_LAYOUT_E_MEMORY, bytes + " bytes", [&] { csr.convert(format, options); });
  check_refused(COLDCORE_LAYOUT_E_MEMORY, "memory_limit is 100000000 bytes",
                [&] { matrix.as(format, options); });
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("rows, columns and entries past int32") {
    const std::int64_t more = kInt32Most + 1;
    for (const Format format : kFormats) {
      CAPTURE(std::string(name(format)));
      for (const bool rows : {true, false}) {
        const auto matrix = rows ? one_entry(more, 3, 0, 0) : one_entry(3, more, 0, 0);
        check_refused(COLDCORE_LAYOUT_E_OVERFLOW,
                      std::string(rows ? "rows" : "cols") + " = 2147483648 passes int32",
                      [&] { matrix.as(format, with_index(COLDCORE_LAYOUT_INT32)); });
      }
    }
    // The declared number of entries is enough; the arrays are not read.
    const std::int64_t nothing = 0;
    coldcore_layout* out = nullptr;
    const Options narrow = with_index(COLDCORE_LAYOUT_INT32);
    CHECK(coldcore_layout_from_coo(3, 3, more, COLDCORE_LAYOUT_INT64, &nothing, &nothing,
                                   COLDCORE_LAYOUT_FLOAT32, &nothing, COLDCORE_LAYOUT_CSR, &narrow,
                                   &out) == COLDCORE_LAYOUT_E_OVERFLOW);
    CHECK(std::string(coldcore_layout_last_error()).find("nnz = 2147483648 passes int32") !=
          std::string::npos);
    CHECK(coldcore_layout_from_csr(3, 3, more, COLDCORE_LAYOUT_INT64, &nothing, &nothing,
                                   COLDCORE_LAYOUT_FLOAT32, &nothing, COLDCORE_LAYOUT_CSR, &narrow,
                                   &out) == COLDCORE_LAYOUT_E_OVERFLOW);
    CHECK(out == nullptr);
  }

  TEST_CASE("a conversion to int32 holds rows and columns against it") {
    const Layout wide = one_entry(2, kInt32Most + 1, 1, kInt32Most).as(Format::kCoo);
    check_refused(COLDCORE_LAYOUT_E_OVERFLOW, "cols = 2147483648 passes int32",
                  [&] { wide.convert(Format::kCsr, with_index(COLDCORE_LAYOUT_INT32)); });
    CHECK(elements<std::int64_t>(wide.convert(Format::kCsr), "indices") == I64{kInt32Most});
  }

  TEST_CASE("the largest int32 matrix is none too large") {
    const Layout layout = one_entry(2, kInt32Most, 1, kInt32Most - 1)
                              .as(Format::kCsr, with_index(COLDCORE_LAYOUT_INT32));
    CHECK(elements<std::int32_t>(layout, "indices") == I32{kInt32Most - 1});
  }

  TEST_CASE("rows * cols past 2^31 and 2^32 with int32") {
    no_int32(one_entry(65536, 32768, 5, 5), Format::kDense, "2147483648 values");
    no_int32(one_entry(65536, 65536, 5, 5), Format::kDense, "4294967296 values");
    no_int32(one_entry(65537, 65537, 5, 5), Format::kDense, "4295098369 values");
  }

  TEST_CASE("padding past int32") {
    no_int32(full_row(50000, 50000), Format::kEll, "2500000000 values");
    no_int32(anti_diagonal(50000), Format::kDia, "2500000000 values");
    no_int32(one_entry(50000, 50000, 49999, 0), Format::kPackedBanded, "2500000000 values");
    Options slices;
    slices.slice_rows = 65536;
    no_int32(full_row(3, 40000), Format::kSellCSigma, "2621440000 values", slices);
    Options blocks;
    blocks.block_rows = 65536;
    blocks.block_cols = 65536;
    no_int32(one_entry(3, 3, 0, 0), Format::kBcsr, "4294967296 values", blocks);
    no_int32(one_entry(3, 3, 0, 0), Format::kBcoo, "4294967296 values", blocks);
  }

  TEST_CASE("formats whose padding explodes are refused with the bytes beyond the caller's limit") {
    // Values of 4 bytes, indices of 8, and 64 a buffer for its alignment.
    too_large(full_row(50000, 50000), Format::kEll, "30000000128");
    too_large(anti_diagonal(50000), Format::kDia, "10000400128");
    too_large(one_entry(50000, 50000, 49999, 0), Format::kPackedBanded, "10000000208");
    too_large(one_entry(50000, 50000, 7, 7), Format::kDense, "10000000064");
  }

  TEST_CASE("and by default beyond what the machine has") {
    const std::int64_t n = std::int64_t{1} << 20;  // Squared, 4 TiB of values.
    const std::string says = "this process can have";
    const Layout corner = one_entry(n, n, n - 1, 0).as(Format::kCsr);
    for (const Format format : {Format::kDense, Format::kPackedBanded}) {
      check_refused(COLDCORE_LAYOUT_E_MEMORY, says, [&] { corner.convert(format); });
    }
    check_refused(COLDCORE_LAYOUT_E_MEMORY, says, [&] { full_row(n, n).as(Format::kEll); });
    check_refused(COLDCORE_LAYOUT_E_MEMORY, says, [&] { anti_diagonal(n).as(Format::kDia); });
  }

  TEST_CASE("what cannot fit is refused before an array is read") {
    const std::int64_t nothing = 0;
    const std::int64_t huge = std::int64_t{1} << 47;
    coldcore_layout* out = nullptr;
    for (const auto& [rows, nnz] : {std::pair{std::int64_t{1}, huge}, {huge, std::int64_t{1}}}) {
      CHECK(coldcore_layout_from_coo(rows, 1, nnz, COLDCORE_LAYOUT_INT64, &nothing, &nothing,
                                     COLDCORE_LAYOUT_FLOAT64, &nothing, COLDCORE_LAYOUT_CSR,
                                     nullptr, &out) == COLDCORE_LAYOUT_E_MEMORY);
      CHECK(coldcore_layout_from_csr(rows, 1, nnz, COLDCORE_LAYOUT_INT64, &nothing, &nothing,
                                     COLDCORE_LAYOUT_FLOAT64, &nothing, COLDCORE_LAYOUT_CSR,
                                     nullptr, &out) == COLDCORE_LAYOUT_E_MEMORY);
    }
    CHECK(out == nullptr);
  }

  TEST_CASE("more columns than memory has room for counters matter only to formats with counters") {
    const auto matrix = one_entry(3, std::int64_t{1} << 48, 2, (std::int64_t{1} << 48) - 1);
    for (const Format format :
         {Format::kCsr, Format::kCoo, Format::kEll, Format::kJds, Format::kSellCSigma}) {
      CAPTURE(std::string(name(format)));
      const Layout layout = matrix.as(format);
      CHECK(elements<std::int64_t>(layout.convert(Format::kCoo), "col") ==
            I64{(std::int64_t{1} << 48) - 1});
    }
    for (const Format format : {Format::kCsc, Format::kDia, Format::kBcsr, Format::kDense}) {
      CAPTURE(std::string(name(format)));
      check_refused(COLDCORE_LAYOUT_E_MEMORY, "bytes", [&] { matrix.as(format); });
    }
  }

  TEST_CASE("rows * cols past 2^32 with int64 indices, where little is stored") {
    const std::int64_t n = std::int64_t{1} << 33;
    Coordinates<std::int64_t, double> matrix{
        2, n, {1, 0, 1, 1}, {n - 1, n / 2, 0, n - 1}, {1, 2, 3, 4}};
    const Layout csr = matrix.as(Format::kCsr);
    CHECK(elements<std::int64_t>(csr, "indices") == I64{n / 2, 0, n - 1});
    CHECK(elements<double>(csr, "data") == F64{2, 3, 5});
  }

  TEST_CASE("a limit that is just enough is enough") {
    // The least limit that works, found from below: one byte less is refused, so nothing is taken
    // unasked.
    for (const Format format : kFormats) {
      CAPTURE(std::string(name(format)));
      Options options;
      std::int64_t refused_at = 1;
      std::int64_t works_at = 1 << 20;
      while (works_at - refused_at > 1) {
        options.memory_limit = (works_at + refused_at) / 2;
        try {
          kKnown.as(format, options);
          works_at = options.memory_limit;
        } catch (const Error& error) {
          REQUIRE(error.code() == COLDCORE_LAYOUT_E_MEMORY);
          refused_at = options.memory_limit;
        }
      }
      std::int64_t result = 0;
      for (const auto& buffer : kKnown.as(format).buffers()) result += buffer.bytes;
      CHECK(works_at > result);
      CHECK(works_at < result + 2000);
    }
  }

  TEST_CASE("the scratch of a check and the copy of adopted buffers count") {
    const Layout jds = kKnown.as(Format::kJds);
    CHECK(coldcore_layout_check(jds.get(), 1) == COLDCORE_LAYOUT_E_MEMORY);
    CHECK(coldcore_layout_check(jds.get(), 3) == COLDCORE_LAYOUT_OK);
    Options options;
    options.memory_limit = 10;
    const Layout csr = kKnown.as(Format::kCsr);
    check_refused(COLDCORE_LAYOUT_E_MEMORY, "a copy of csr of 3 x 4 needs 88 bytes",
                  [&] { Layout::copy(Format::kCsr, 3, 4, csr.buffers(), options); });
    CHECK_NOTHROW(Layout::borrow(Format::kCsr, 3, 4, csr.buffers(), options));
  }
}
