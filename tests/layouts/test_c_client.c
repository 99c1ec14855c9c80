/* SPDX-License-Identifier: Apache-2.0
 *
 * A host in plain C: a matrix from coordinates, its product with a vector by the buffers, and back.
 */
#include <coldcore/layouts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                            \
  do {                                                              \
    if (!(condition)) {                                             \
      printf("line %d: %s: %s\n", __LINE__, #condition,             \
             coldcore_layout_last_error());                         \
      exit(1);                                                      \
    }                                                               \
  } while (0)

static coldcore_layout_buffer buffer_of(const coldcore_layout *layout, const char *role) {
  coldcore_layout_buffer buffer;
  CHECK(coldcore_layout_buffer_of(layout, role, &buffer) == COLDCORE_LAYOUT_OK);
  return buffer;
}

/* y = A x, from the buffers of ell. */
static void multiply(const coldcore_layout *ell, const double *x, double *y) {
  const coldcore_layout_buffer indices = buffer_of(ell, "indices");
  const coldcore_layout_buffer data = buffer_of(ell, "data");
  const int32_t *column = indices.data;
  const double *value = data.data;
  int64_t i, k;
  CHECK(indices.dtype == COLDCORE_LAYOUT_INT32 && data.dtype == COLDCORE_LAYOUT_FLOAT64);
  CHECK(indices.rank == 2 && data.rank == 2);
  for (i = 0; i < indices.shape[0]; ++i) {
    y[i] = 0;
    for (k = 0; k < indices.shape[1]; ++k, ++column, ++value) {
      if (*column >= 0) y[i] += *value * x[*column];
    }
  }
}

int main(void) {
  /* [10 0 20 0; 0 0 0 30; 40 50 0 60], the 60 in two parts, in no order. */
  static const int32_t row[7] = {2, 0, 2, 1, 2, 0, 2};
  static const int32_t col[7] = {3, 2, 0, 3, 3, 0, 1};
  static const double data[7] = {25, 20, 40, 30, 35, 10, 50};
  static const double x[4] = {1, 2, 3, 4};
  double y[3];
  coldcore_layout_options options;
  coldcore_layout_info info;
  coldcore_layout *ell = NULL;
  coldcore_layout *csr = NULL;
  coldcore_layout *untouched = (coldcore_layout *)&options;

  CHECK(coldcore_layout_abi_version() == COLDCORE_LAYOUT_ABI_VERSION);
  CHECK(coldcore_layout_from_coo(3, 4, 7, COLDCORE_LAYOUT_INT32, row, col, COLDCORE_LAYOUT_FLOAT64, data,
                                 COLDCORE_LAYOUT_ELL, NULL, &ell) == COLDCORE_LAYOUT_OK);
  multiply(ell, x, y);
  CHECK(y[0] == 70 && y[1] == 120 && y[2] == 380);

  memset(&options, 0, sizeof(options));
  options.struct_size = sizeof(options);
  options.index = COLDCORE_LAYOUT_INT64;
  CHECK(coldcore_layout_convert(ell, COLDCORE_LAYOUT_CSR, &options, &csr) == COLDCORE_LAYOUT_OK);
  info.struct_size = sizeof(info);
  CHECK(coldcore_layout_get_info(csr, &info) == COLDCORE_LAYOUT_OK);
  CHECK(info.stored == 6 && info.index == COLDCORE_LAYOUT_INT64 && info.borrowed == 0);
  CHECK(((const int64_t *)buffer_of(csr, "indptr").data)[3] == 6);

  CHECK(coldcore_layout_convert(ell, 0, NULL, &untouched) == COLDCORE_LAYOUT_E_ARGUMENT);
  CHECK(untouched == (coldcore_layout *)&options);
  CHECK(strcmp(coldcore_layout_error_name(COLDCORE_LAYOUT_E_ARGUMENT), "COLDCORE_LAYOUT_E_ARGUMENT") == 0);
  CHECK(strstr(coldcore_layout_last_error(), "format = 0") != NULL);
  coldcore_layout_free(ell);
  coldcore_layout_free(csr);
  coldcore_layout_free(NULL);
  return 0;
}
