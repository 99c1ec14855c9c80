// SPDX-License-Identifier: Apache-2.0
#include "family.hpp"

#include <coldcore/sdk/testing.hpp>

using coldcore::sdk::ball_size;
using coldcore::sdk::expect;

int main() {
  bool ok = true;
  ok &= expect("a square and its four neighbours", ball_size<Family>({5, 5}, 1, {2, 2}), 5);
  ok &= expect("in the corner two of them are missing", ball_size<Family>({5, 5}, 1, {0, 0}), 3);
  ok &= expect("radius 2 in the plane: 1 + 4 + 8", ball_size<Family>({5, 5}, 2, {2, 2}), 13);
  ok &= expect("radius 7 in the plane: 2 * 7 * 8 + 1", ball_size<Family>({15, 15}, 7, {7, 7}), 113);
  ok &= expect("an octahedron", ball_size<Family>({5, 5, 5}, 2, {2, 2, 2}), 25);
  ok &= expect("two digits an axis: the words that differ in at most one",
               ball_size<Family>({2, 2, 2}, 1, {0, 0, 0}), 4);
  return ok ? 0 : 1;
}
