/* SPDX-License-Identifier: Apache-2.0
 *
 * A host in plain C: points are gathered into groups with weights, and so is the incidence of two blocks
 * of them, by C = (I_2 kron A) J.
 */
#include <coldcore/compose.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                            \
  do {                                              \
    if (!(condition)) {                             \
      printf("line %d: %s\n", __LINE__, #condition); \
      exit(1);                                      \
    }                                               \
  } while (0)

int main(void) {
  /* Two groups of three points: the first takes points 0 and 1, the second point 2 and half of 1. */
  static const int64_t a_indptr[3] = {0, 2, 4}, a_indices[4] = {0, 1, 1, 2};
  static const double a_values[4] = {1, 1, 0.5, 1}, doubled[4] = {2, 2, 1, 2};
  static const coldcore_compose_matrix a = {2, 3, 4, a_indptr, a_indices, a_values};
  /* Three candidates cover some of 2 * 3 points. */
  static const int64_t j_indptr[4] = {0, 2, 3, 5}, j_indices[5] = {0, 1, 2, 1, 4};
  static const double j_values[5] = {1, 1, 1, 1, 1};
  static const coldcore_compose_matrix j = {6, 3, 5, j_indptr, j_indices, j_values};

  int64_t c_indptr[4], c_indices[7];
  double c_values[7];
  coldcore_compose_matrix c = {4, 3, 7, NULL, NULL, NULL};
  coldcore_compose_plan *plan = NULL;
  static const int64_t rows[7] = {0, 1, 1, 0, 1, 2, 3};
  static const double sums[7] = {2, 0.5, 1, 1, 0.5, 1, 0.5};
  int i;

  CHECK(coldcore_compose_abi_version() == COMPOSE_ABI_VERSION);
  CHECK(coldcore_compose_sparsity(&a, 2, &j, c_indptr, NULL, 0, 1) == 7);
  CHECK(coldcore_compose_sparsity(&a, 2, &j, c_indptr, c_indices, 7, 1) == 7);
  CHECK(memcmp(c_indices, rows, sizeof rows) == 0);
  c.indptr = c_indptr;
  c.indices = c_indices;
  CHECK(coldcore_compose_values(&a, 2, &j, &c, c_values, 0) == COMPOSE_OK);
  CHECK(memcmp(c_values, sums, sizeof sums) == 0);

  CHECK(coldcore_compose_plan_create(&a, 0, &plan) == COMPOSE_OK);
  CHECK(coldcore_compose_plan_refresh(plan, doubled, 4, 1) == 1);
  CHECK(coldcore_compose_plan_values(plan, 2, &j, &c, c_values, 0) == COMPOSE_OK);
  for (i = 0; i < 7; ++i) CHECK(c_values[i] == 2 * sums[i]);
  CHECK(coldcore_compose_plan_values(plan, 3, &j, &c, c_values, 0) == COMPOSE_E_SHAPE);
  CHECK(strcmp(coldcore_compose_error_name(COMPOSE_E_SHAPE), "COMPOSE_E_SHAPE") == 0);
  coldcore_compose_plan_free(plan);
  return 0;
}
