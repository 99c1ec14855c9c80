// SPDX-License-Identifier: Apache-2.0
#include "sparse_agreement.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace coldcore::cli {
namespace {

/// Calls use(row, column, value) for every entry.
template <class Use>
void for_each_entry(const layouts::Layout& rows, const Use& use) {
  const auto indptr = rows.elements<std::int64_t>("indptr");
  const auto indices = rows.elements<std::int64_t>("indices");
  const auto walk = [&](const auto& values) {
    for (std::size_t row = 0; row + 1 < indptr.size(); ++row) {
      for (std::int64_t e = indptr[row]; e < indptr[row + 1]; ++e) {
        const auto entry = static_cast<std::size_t>(e);
        use(row, static_cast<std::size_t>(indices[entry]), static_cast<double>(values[entry]));
      }
    }
  };
  if (rows.value() == layouts::Dtype::kFloat32) {
    walk(rows.elements<float>("data"));
  } else {
    walk(rows.elements<double>("data"));
  }
}

/// The same special value, or both finite; nothing else is comparable.
bool same_class(double y, double r) {
  if (std::isnan(y) || std::isnan(r)) return std::isnan(y) && std::isnan(r);
  if (std::isinf(y) || std::isinf(r)) return y == r;
  return true;
}

}  // namespace

ErrorMeasures measure(std::span<const double> y, std::span<const double> r,
                      std::span<const double> scale, double tolerance) {
  ErrorMeasures measures;
  double difference_squares = 0;
  double squares = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const bool finite = std::isfinite(y[i]) && std::isfinite(r[i]);
    bool good = same_class(y[i], r[i]);
    if (finite) {
      const double difference = std::abs(y[i] - r[i]);
      const double scaled = difference == 0 ? 0 : difference / scale[i];
      good = scaled <= tolerance;
      measures.max_absolute = std::max(measures.max_absolute, difference);
      measures.max_scaled = std::max(measures.max_scaled, scaled);
      difference_squares += difference * difference;
      squares += r[i] * r[i];
    }
    if (good) continue;
    if (measures.beyond++ == 0) measures.first_beyond = static_cast<std::int64_t>(i);
  }
  measures.relative_norm = difference_squares == 0 ? 0 : std::sqrt(difference_squares / squares);
  return measures;
}

double tolerance_for(std::int64_t terms, double unit_roundoff) {
  const double rounding = static_cast<double>(terms + 4) * unit_roundoff;
  if (rounding >= 0.5) return std::numeric_limits<double>::infinity();  // There is no such bound.
  return 2 * rounding / (1 - rounding);
}

std::int64_t longest_row(const layouts::Layout& rows) {
  const auto indptr = rows.elements<std::int64_t>("indptr");
  std::int64_t longest = 0;
  for (std::size_t row = 0; row + 1 < indptr.size(); ++row) {
    longest = std::max(longest, indptr[row + 1] - indptr[row]);
  }
  return longest;
}

std::vector<double> magnitudes_of_product(const layouts::Layout& rows, std::span<const double> x,
                                          std::int64_t columns) {
  const auto width = static_cast<std::size_t>(columns);
  std::vector<double> magnitudes(static_cast<std::size_t>(rows.rows()) * width);
  for_each_entry(rows, [&](std::size_t row, std::size_t col, double value) {
    for (std::size_t k = 0; k < width; ++k) {
      magnitudes[row * width + k] += std::abs(value) * std::abs(x[col * width + k]);
    }
  });
  return magnitudes;
}

double residual_norm(const layouts::Layout& rows, std::span<const double> x,
                     std::span<const double> b) {
  std::vector<double> residual(b.begin(), b.end());
  for_each_entry(rows, [&](std::size_t row, std::size_t col, double value) {
    residual[row] -= value * x[col];
  });
  return norm(residual);
}

double norm(std::span<const double> values) {
  double squares = 0;
  for (const double value : values) squares += value * value;
  return std::sqrt(squares);
}

}  // namespace coldcore::cli
