// SPDX-License-Identifier: Apache-2.0
//
// The definition, for the verification gate: it shares nothing with the table or the driver.
#include <coldcore/plugin.h>

extern "C" COLDCORE_EXPORT int hamming_covers(int n, const int* /*ax*/, int R, const int* u,
                                              const int* x) {
  int differing = 0;
  for (int j = 0; j < n; ++j) differing += u[j] != x[j];
  return differing <= R;
}
