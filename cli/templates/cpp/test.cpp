// SPDX-License-Identifier: Apache-2.0
//
// Is the definition what you mean? Put here what you know from elsewhere: how many words some words
// cover, worked out by hand. That the rest of the plugin agrees with the definition is the business of
// `coldcore plugin check`.
#include "family.hpp"

#include <coldcore/sdk/testing.hpp>

using coldcore::sdk::ball_size;
using coldcore::sdk::expect;

int main() {
  bool ok = true;
  ok &= expect("a word and its four neighbours", ball_size<Family>({5, 5}, 1, {2, 2}), 5);
  ok &= expect("two steps", ball_size<Family>({5, 5}, 2, {2, 2}), 13);
  ok &= expect("round the corner", ball_size<Family>({5, 5}, 1, {0, 0}), 5);
  ok &= expect("of two digits, one has one neighbour", ball_size<Family>({2, 2}, 1, {0, 0}), 3);
  return ok ? 0 : 1;
}
