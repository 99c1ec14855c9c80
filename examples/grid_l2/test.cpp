// SPDX-License-Identifier: Apache-2.0
#include "family.hpp"

#include <coldcore/sdk/testing.hpp>

using coldcore::sdk::ball_size;
using coldcore::sdk::expect;

int main() {
  bool ok = true;
  // Points of the square grid within a circle about one of them: OEIS A000328, by the circle's
  // radius.
  ok &= expect("radius 1", ball_size<Family>({15, 15}, 1, {7, 7}), 5);
  ok &= expect("radius 2", ball_size<Family>({15, 15}, 4, {7, 7}), 13);
  ok &= expect("radius 3", ball_size<Family>({15, 15}, 9, {7, 7}), 29);
  ok &= expect("radius 5", ball_size<Family>({15, 15}, 25, {7, 7}), 81);
  ok &= expect("radius 7", ball_size<Family>({15, 15}, 49, {7, 7}), 149);
  ok &= expect("the square root of 2 is a king's move", ball_size<Family>({15, 15}, 2, {7, 7}), 9);
  ok &= expect("a quarter of the disk in the corner", ball_size<Family>({15, 15}, 4, {0, 0}), 6);
  ok &= expect("a ball in space", ball_size<Family>({5, 5, 5}, 2, {2, 2, 2}), 19);
  return ok ? 0 : 1;
}
