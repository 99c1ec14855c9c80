/* SPDX-License-Identifier: Apache-2.0
 *
 * Opens a small cell and compares the answer with the code named on the command line: the
 * environment is read once for the whole process, so each setting gets a process of its own.
 */
#include <coldcore/coldcore.h>
#include <coldcore/dct.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char** argv) {
  const int axes[2] = {2, 2};
  const uint64_t table[3] = {0, 0x01, 0x11};
  long long bytes = -5;
  if (argc != 2) return 2;

  const int rc = dct_init3(PROB_HAMMING, 2, axes, 1, table, 3, 4, &bytes, 0, 0, 0);
  const char* name = rc == DCT_OK ? "DCT_OK" : coldcore_error_name(rc);
  printf("%s (%d): %s\n", name, rc, coldcore_last_error());
  if (strcmp(name, argv[1]) != 0) return 1;
  return (rc == DCT_OK) == (bytes != -5) ? 0 : 1;
}
