// SPDX-License-Identifier: Apache-2.0
//
// How far the answers of two kernels are apart, and how far they may be.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sparse_inputs.hpp"

namespace coldcore::cli {

/// The difference of an array from the one that it should be. Complex numbers count as two.
struct ErrorMeasures {
  double max_absolute = 0;
  double max_scaled = 0;     ///< The largest difference in units of its scale.
  double relative_norm = 0;  ///< ||y - r|| / ||r||, 2-norms over what is finite in both.
  /// The first element where one is a NaN or an infinity and the other is not the same, or the
  /// difference passes the tolerance; how many there are.
  std::optional<std::int64_t> first_beyond;
  std::int64_t beyond = 0;
};

/// Compares y with r: |y[i] - r[i]| may be tolerance * scale[i]. Where both are NaN, or the same
/// infinity, there is no difference. An infinite tolerance leaves NaN and infinities to be
/// compared. All of one length.
ErrorMeasures measure(std::span<const double> y, std::span<const double> r,
                      std::span<const double> scale, double tolerance);

/// A bound on the difference of two sums of so many products, each rounded after every operation in
/// any order, in units of the sum of the magnitudes: 2 n u / (1 - n u) with n = terms + 4 (Higham,
/// "Accuracy and stability of numerical algorithms", 2nd ed., section 3.1; 4 for factors in front
/// of and beside the sum).
double tolerance_for(std::int64_t terms, double unit_roundoff);

/// Entries of the longest row.
std::int64_t longest_row(const layouts::Layout& rows);

/// |A| |X| for X with `columns` columns, row-major; A by rows.
std::vector<double> magnitudes_of_product(const layouts::Layout& rows, std::span<const double> x,
                                          std::int64_t columns);

/// ||b - A x||_2.
double residual_norm(const layouts::Layout& rows, std::span<const double> x,
                     std::span<const double> b);

double norm(std::span<const double> values);

}  // namespace coldcore::cli
