// SPDX-License-Identifier: Apache-2.0
//
// Product spaces for tests of symmetries, by their definition.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "fake_oracle.hpp"
#include "gate_ball.hpp"
#include "problem.hpp"

namespace coldcore::search::testing {

inline int hamming_covers(int n, const int*, int R, const int* u, const int* x) {
  int distance = 0;
  for (int j = 0; j < n; ++j) distance += u[j] != x[j];
  return distance <= R;
}

inline int lee_covers(int n, const int* ax, int R, const int* u, const int* x) {
  int distance = 0;
  for (int j = 0; j < n; ++j) {
    const int apart = std::abs(u[j] - x[j]);
    distance += std::min(apart, ax[j] - apart);
  }
  return distance <= R;
}

inline Definition definition(std::vector<int> axes, int radius,
                             coldcore_covers_fn covers = hamming_covers) {
  Definition result;
  result.axes = std::move(axes);
  result.radius = radius;
  result.covers = covers;
  return result;
}

inline bool covers(const Definition& d, Candidate u, Point x) {
  const Digits from = digits_of(u, d.axes);
  const Digits to = digits_of(x, d.axes);
  return d.covers(static_cast<int>(d.axes.size()), d.axes.data(), d.radius, from.data(),
                  to.data()) != 0;
}

inline FakeOracle oracle_of(const Definition& d, int mu = 1) {
  return FakeOracle::from_predicate(space_size(d.axes), mu,
                                    [&](Candidate u, Point x) { return covers(d, u, x); });
}

}  // namespace coldcore::search::testing
