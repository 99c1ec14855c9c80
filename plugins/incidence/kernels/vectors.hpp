// SPDX-License-Identifier: Apache-2.0
//
// Vectors of one length. Sums are taken over pieces of kPiece elements, eight sums in each, and the
// pieces' sums are added in order: the bits depend on the length alone, not on the threads.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "team.hpp"

namespace coldcore::kernels {

inline constexpr std::int64_t kPiece = 4096;

/// A sum in eight lanes: element k goes to lane k mod 8.
class Lanes {
 public:
  template <class Term>
  static double sum(std::int64_t n, Term&& term) {
    double lanes[8] = {};
    std::int64_t k = 0;
    for (; k + 8 <= n; k += 8) {
      for (int lane = 0; lane < 8; ++lane) lanes[lane] += term(k + lane);
    }
    for (int lane = 0; k < n; ++k, ++lane) lanes[lane] += term(k);
    return ((lanes[0] + lanes[4]) + (lanes[2] + lanes[6])) +
           ((lanes[1] + lanes[5]) + (lanes[3] + lanes[7]));
  }
};

class Vectors {
 public:
  /// pieces: [pieces_of(n)], scratch for the sums.
  Vectors(Team& team, std::int64_t n, double* pieces) : team_(team), n_(n), pieces_(pieces) {}

  static std::int64_t pieces_of(std::int64_t n) { return n / kPiece + (n % kPiece != 0); }

  std::int64_t size() const { return n_; }

  /// update(k) for every k, in any order.
  template <class Update>
  void each(Update&& update) {
    team_.for_ranges(n_, range(), [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t k = begin; k < end; ++k) update(k);
    });
  }

  /// The sum of term(k) over all k; a term may also write what no other term reads.
  template <class Term>
  double sum(Term&& term) {
    team_.for_ranges(n_, range(), [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t first = begin; first < end; first += kPiece) {
        const std::int64_t size = std::min(kPiece, end - first);
        pieces_[first / kPiece] = Lanes::sum(size, [&](std::int64_t k) { return term(first + k); });
      }
    });
    double total = 0;
    for (std::int64_t piece = 0; piece < pieces_of(n_); ++piece) total += pieces_[piece];
    return total;
  }

  /// The largest |x[k]|; what is NaN does not count.
  double largest(const double* x) {
    team_.for_ranges(n_, range(), [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t first = begin; first < end; first += kPiece) {
        double most = 0;
        for (std::int64_t k = first; k < std::min(end, first + kPiece); ++k) {
          most = std::max(most, std::abs(x[k]));
        }
        pieces_[first / kPiece] = most;
      }
    });
    return n_ == 0 ? 0 : *std::max_element(pieces_, pieces_ + pieces_of(n_));
  }

  double dot(const double* x, const double* y) {
    return sum([=](std::int64_t k) { return x[k] * y[k]; });
  }

  void copy(const double* from, double* to) {
    each([=](std::int64_t k) { to[k] = from[k]; });
  }

  /// x *= factor.
  void scale(double factor, double* x) {
    each([=](std::int64_t k) { x[k] *= factor; });
  }

 private:
  // Vectors that are shorter than this are not worth waking anybody.
  static constexpr std::int64_t kRange = 8 * kPiece;

  std::int64_t range() const { return std::max(kRange, team_.range_size(n_, kPiece)); }

  Team& team_;
  std::int64_t n_;
  double* pieces_;
};

}  // namespace coldcore::kernels
