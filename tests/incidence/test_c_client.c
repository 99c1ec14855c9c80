/* SPDX-License-Identifier: Apache-2.0
 *
 * A host in plain C: the smallest way to a cover of the edges of a triangle and to one of the pairs of
 * four points by triples, by greedy with the map kept exact.
 */
#include <coldcore/sparse.h>
#include <coldcore/sparse_index.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(condition)                                            \
  do {                                                              \
    if (!(condition)) {                                             \
      printf("line %d: %s\n", __LINE__, #condition);                \
      exit(1);                                                      \
    }                                                               \
  } while (0)

/* Covers everything and returns how many candidates that took. */
static int greedy(void) {
  int size = 0;
  CHECK(coldcore_sparse_index(1, NULL) == SPARSE_OK);
  CHECK(coldcore_sparse_track(0) == SPARSE_OK);
  while (sparse_count_deficit() > 0) {
    int32_t best, value;
    int64_t at;
    long long candidate;
    CHECK(sparse_map_max(&best) == SPARSE_OK);
    CHECK(sparse_map_extract(best, &at, &value, 1) >= 1);
    CHECK(value == best);
    candidate = at;
    CHECK(sparse_ball_update(&candidate, 1, 1) == SPARSE_OK);
    ++size;
  }
  return size;
}

int main(void) {
  /* Vertices of a triangle cover the edges that they are on. */
  static const int32_t triangle[3 * 2] = {0, 1, 1, 2, 0, 2};
  /* Triples of {0,1,2,3} and the pairs 01 02 12 03 13 23 in them: C(4,3,2) = 3. */
  static const int64_t starts[5] = {0, 3, 6, 9, 12};
  static const int32_t pairs[12] = {0, 1, 2, 0, 3, 4, 1, 3, 5, 2, 4, 5};
  long long device = -1, host = -1;

  CHECK(sparse_abi_version() == SPARSE_ABI_VERSION);
  CHECK(sparse_init(3, 2, 3, triangle, 0, 1, &device, &host) == SPARSE_OK);
  CHECK(device > 0 && host == 0);
  CHECK(sparse_is_csr() == 0);
  CHECK(greedy() == 2);
  CHECK(sparse_free() == SPARSE_OK);

  CHECK(sparse_init_csr(4, 6, 12, starts, pairs, NULL, NULL, 1, 1, &device, &host) == SPARSE_OK);
  CHECK(device > 0 && host > 0);
  CHECK(sparse_is_csr() == 1);
  CHECK(greedy() == 3);
  CHECK(sparse_free() == SPARSE_OK);
  CHECK(sparse_free() == SPARSE_E_NO_CELL);
  return 0;
}
