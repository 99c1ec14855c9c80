// SPDX-License-Identifier: Apache-2.0
//
// Products by every kernel against the definition in whole numbers.
#include <doctest/doctest.h>

#include <cstring>
#include <string>

#include "calls.hpp"

using namespace kernels_test;

namespace {

Integers combined(std::int64_t alpha, const Integers& product, std::int64_t beta,
                  const Integers& c) {
  Integers result;
  for (std::size_t i = 0; i < product.size(); ++i)
    result.push_back(alpha * product[i] + beta * c[i]);
  return result;
}

template <class I>
void check_spmv(const Matrix& a, Random& random) {
  const Integers x = numbers(random, a.cols);
  const Doubles expected = as_doubles(product(a, x));
  const Options options = any_options(random);
  for (const Format format : kFormats) {
    CAPTURE(static_cast<int>(format));
    CHECK(spmv<I>(pack<I>(a, format, options), as_doubles(x)) == expected);
  }
}

template <class I>
void check_spmm(const Matrix& a, std::int64_t count, Random& random) {
  CAPTURE(count);
  const Integers b = numbers(random, a.cols * count);
  const Integers c = numbers(random, a.rows * count);
  const Integers ab = product(a, b, count);
  const std::int64_t alpha = small_number(random);
  const std::int64_t beta = small_number(random);
  const Doubles expected = as_doubles(combined(alpha, ab, beta, c));
  const Doubles replaced = as_doubles(combined(alpha, ab, 0, c));
  const Options options = any_options(random);
  for (const Format format : kFormats) {
    CAPTURE(static_cast<int>(format));
    const Layout packed = pack<I>(a, format, options);
    const auto times = [&](double beta_value, Doubles before) {
      return spmm<I>(packed, count, static_cast<double>(alpha), as_doubles(b), beta_value,
                     std::move(before));
    };
    CHECK(times(static_cast<double>(beta), as_doubles(c)) == expected);
    CHECK(times(0, Doubles(c.size(), kNan)) == replaced);
  }
}

template <class I>
void check_matrices(std::uint64_t seed, int count) {
  Random random(seed);
  for (int number = 0; number < count; ++number) {
    CAPTURE(number);
    const Matrix a = any_matrix(random, number);
    CAPTURE(a.rows);
    CAPTURE(a.cols);
    check_spmv<I>(a, random);
    check_spmm<I>(a, below(random, 3) == 0 ? below(random, 70) : below(random, 12), random);
  }
}

}  // namespace

TEST_SUITE("fast") {
  TEST_CASE("products of random matrices are those of the definition, with int64 indices") {
    check_matrices<std::int64_t>(1, 1000);
  }

  TEST_CASE("products of random matrices are those of the definition, with int32 indices") {
    check_matrices<std::int32_t>(2, 1000);
  }

  TEST_CASE("each instruction set of this machine computes the same") {
    for (const char* isa : {"portable", "avx2", "avx512"}) {
      CAPTURE(isa);
      const Setting setting("COLDCORE_ISA", isa);
      check_matrices<std::int64_t>(3, 100);
      check_matrices<std::int32_t>(4, 100);
    }
  }

  TEST_CASE("matrices without rows, without columns, without entries, of one element") {
    Random random(5);
    for (const auto& [rows, cols] :
         {std::pair{0, 0}, {0, 7}, {7, 0}, {1, 1}, {1, 40}, {40, 1}, {9, 11}}) {
      CAPTURE(rows);
      CAPTURE(cols);
      for (const std::int64_t count : {0, 1, 5}) {
        check_spmm<std::int64_t>({rows, cols}, count, random);
        check_spmm<std::int32_t>({rows, cols}, count, random);
      }
      check_spmv<std::int64_t>({rows, cols}, random);
      check_spmv<std::int32_t>({rows, cols}, random);
    }
    Matrix one{1, 1};
    one.add(0, 0, 7);
    for (const Format format : kFormats) {
      CHECK(spmv<std::int64_t>(pack<std::int64_t>(one, format), {3}) == Doubles{21});
    }
  }

  TEST_CASE("with beta 0 nothing of C is read, and with alpha 0 nothing of A and B") {
    Random random(6);
    const Matrix a = scattered(random, 30, 20, 150);
    for (const Format format : kFormats) {
      CAPTURE(static_cast<int>(format));
      const Layout packed = pack<std::int64_t>(a, format);
      const Doubles nans(20 * 3, kNan);
      const Doubles c = as_doubles(numbers(random, 30 * 3));
      Doubles twice = c;
      for (double& value : twice) value *= 2;
      CHECK(spmm<std::int64_t>(packed, 3, 0, nans, 2, c) == twice);
      CHECK(spmm<std::int64_t>(packed, 3, 0, nans, 0, Doubles(30 * 3, kNan)) ==
            Doubles(30 * 3, 0.0));
    }
  }

  TEST_CASE("what is no entry is not multiplied: padding meets no infinity in x") {
    // Rows of 1, 3 and 0 entries, none in column 0; then one row with it.
    Matrix a{9, 6};
    a.add(0, 3, 2);
    for (const std::int64_t col : {1, 2, 5}) a.add(1, col, 4);
    a.add(8, 0, 1);
    Doubles x{std::numeric_limits<double>::infinity(), 1, 1, 1, 1, 1};
    for (const Format format : {Format::kCsr, Format::kCsc, Format::kCoo, Format::kEll,
                                Format::kJds, Format::kSellCSigma}) {
      for (const std::int64_t slice_rows : {1, 3, 4, 8}) {
        for (const std::int64_t sigma : {1, 8}) {
          CAPTURE(static_cast<int>(format));
          Options options;
          options.slice_rows = slice_rows;
          options.sigma = sigma;
          const Layout packed = pack<std::int64_t>(a, format, options);
          CHECK(spmv<std::int64_t>(packed, x) == Doubles{2, 12, 0, 0, 0, 0, 0, 0, x[0]});
          CHECK(spmm<std::int64_t>(packed, 1, 1, x, 0, Doubles(9)) ==
                Doubles{2, 12, 0, 0, 0, 0, 0, 0, x[0]});
        }
      }
    }
  }
}
