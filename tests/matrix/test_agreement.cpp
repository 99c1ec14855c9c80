// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "sparse_agreement.hpp"
#include "sparse_layouts.hpp"

using namespace coldcore::cli;
using coldcore::layouts::Dtype;
using coldcore::layouts::Layout;
using coldcore::matrix::CooMatrix;

namespace {

using Real = std::vector<double>;

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// 1 -2 0 / 0 0 0 / 3 0 -4
Layout known_matrix(Dtype dtype = Dtype::kFloat64) {
  CooMatrix matrix{3, 3, {}, {}, {}};
  matrix.add(0, 0, 1);
  matrix.add(0, 1, -2);
  matrix.add(2, 0, 3);
  matrix.add(2, 2, -4);
  return rows_of(matrix, dtype);
}

}  // namespace

TEST_CASE("differences are measured absolutely, by their scale and as a whole") {
  const ErrorMeasures m = measure(Real{1, 2, 3.5}, Real{1, 2.25, 3}, Real{1, 5, 2}, 0.2);
  CHECK(m.max_absolute == 0.5);
  CHECK(m.max_scaled == 0.25);
  CHECK(m.relative_norm ==
        doctest::Approx(std::sqrt(0.25 + 0.0625) / std::sqrt(1 + 2.25 * 2.25 + 9)));
  CHECK(m.first_beyond == 2);
  CHECK(m.beyond == 1);
}

TEST_CASE("what is just tolerated is tolerated") {
  CHECK(measure(Real{1.25}, Real{1}, Real{1}, 0.25).beyond == 0);
  CHECK(measure(Real{1.25}, Real{1}, Real{1}, 0.249).beyond == 1);
  CHECK(measure(Real{0}, Real{0}, Real{0}, 0).beyond == 0);
  CHECK(measure(Real{1e-300}, Real{0}, Real{0}, 1).beyond == 1);
}

TEST_CASE("NaN and infinities agree with their like alone, whatever the tolerance") {
  const Real values{kNan, kInf, -kInf, 1};
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t j = 0; j < values.size(); ++j) {
      CAPTURE(i);
      CAPTURE(j);
      const ErrorMeasures m = measure(Real{values[i]}, Real{values[j]}, Real{1}, kInf);
      CHECK((m.beyond == 0) == (i == j));
      CHECK(m.max_absolute == 0);
    }
  }
}

// gamma_n = n u / (1 - n u), by hand for n u = 2^-10.
TEST_CASE("the tolerance follows from the terms") {
  CHECK(tolerance_for(12, 0x1p-14) == 2 * 0x1p-10 / (1 - 0x1p-10));
  CHECK(tolerance_for(0, 0x1p-53) == 8 * 0x1p-53 / (1 - 4 * 0x1p-53));
  CHECK(tolerance_for(5, 0) == 0);
  CHECK(tolerance_for(std::int64_t{1} << 60, 0x1p-53) == kInf);
}

TEST_CASE("norms, residuals and products of magnitudes are those of their definitions") {
  for (const Dtype dtype : {Dtype::kFloat64, Dtype::kFloat32}) {
    const Layout rows = known_matrix(dtype);
    CHECK(longest_row(rows) == 2);
    CHECK(magnitudes_of_product(rows, Real{1, -1, 2}, 1) == Real{3, 0, 11});
    CHECK(magnitudes_of_product(rows, Real{1, 0, -1, 2, 2, -3}, 2) == Real{3, 4, 0, 0, 11, 12});
    // A x = (3, 0, -5); b - A x = (1, 2, -2).
    CHECK(residual_norm(rows, Real{1, -1, 2}, Real{4, 2, -7}) == 3);
  }
  CHECK(norm(Real{3, 4}) == 5);
}
