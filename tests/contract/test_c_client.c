/* SPDX-License-Identifier: Apache-2.0
 *
 * A host in plain C takes one cell through its whole life: the binary words of length 3, radius 1.
 * It builds the support table itself, as a host without any of our code would.
 */
#include <coldcore/coldcore.h>
#include <coldcore/dct.h>
#include <stdio.h>
#include <string.h>

static int failures = 0;

#define CHECK(condition)                                     \
  do {                                                       \
    if (!(condition)) {                                      \
      ++failures;                                            \
      printf("%s:%d: %s\n", __FILE__, __LINE__, #condition); \
    }                                                        \
  } while (0)

enum { kWords = 8, kBall = 4 };

static void check_counts(const uint16_t* expected) {
  uint16_t cnt[kWords];
  CHECK(dct_read_cnt(0, kWords, cnt) == DCT_OK);
  CHECK(memcmp(cnt, expected, sizeof cnt) == 0);
}

static void check_listing(void) {
  coldcore_listing listing;
  const coldcore_plugin* plugin = NULL;
  int known = 0;
  const int files = coldcore_plugin_scan();
  CHECK(files >= 1);
  for (int i = 0; i < files; ++i) {
    memset(&listing, 0, sizeof listing);
    listing.struct_size = sizeof listing;
    CHECK(coldcore_plugin_listing(i, &listing) == DCT_OK);
    if (listing.status == COLDCORE_LISTED_USABLE && listing.id == PROB_HAMMING) ++known;
  }
  CHECK(known == 1);
  CHECK(coldcore_plugin_id("hamming") == PROB_HAMMING);
  CHECK(coldcore_plugin_load("hamming", &plugin) == DCT_OK);
  CHECK(plugin != NULL && strcmp(plugin->name, "hamming") == 0);
  CHECK(strlen(coldcore_version()) >= 5);
}

static void open_cell(void) {
  const uint64_t table[kBall] = {0, 0x01, 0x11, 0x21};
  const int axes[3] = {2, 2, 2};
  long long bytes = 0;
  CHECK(dct_get_mu() == 1);
  CHECK(dct_count_eq(0) == DCT_E_NO_CELL);
  CHECK(dct_init3(PROB_HAMMING, 3, axes, 1, table, kBall, kWords, &bytes, 0, 0, 1) == DCT_OK);
  CHECK(bytes >= kWords * (4 + 2 + 4));
  CHECK(dct_host_bytes() == 0);
}

static void check_cover(void) {
  const long long code[2] = {0, 7};
  const uint16_t once[kWords] = {1, 1, 1, 1, 1, 1, 1, 1};
  const uint16_t ball_of_0[kWords] = {1, 1, 1, 0, 1, 0, 0, 0};
  int32_t loss[2];
  CHECK(dct_set_code(code, 2) == DCT_OK);
  CHECK(dct_transform(0, 2) == DCT_OK);
  check_counts(once);
  CHECK(dct_count_eq(1) == kWords);
  CHECK(dct_count_deficit() == 0);
  CHECK(dct_ball_update(code + 1, 1, -1) == DCT_OK);
  check_counts(ball_of_0);
  CHECK(dct_ball_update(code + 1, 1, -1) == DCT_E_ABSENT);
  CHECK(strlen(coldcore_last_error()) > 0);
  check_counts(ball_of_0);
  CHECK(dct_ball_gather(code, 2, 0, loss) == DCT_OK);
  CHECK(loss[0] == 0 && loss[1] == 4);
  CHECK(dct_loss_owner(code, 2, loss) == DCT_OK);
  CHECK(loss[0] == 4 && loss[1] == 4);
  check_counts(once);
}

static void check_map(void) {
  const long long first = 0;
  const int32_t gains[kWords] = {0, 2, 2, 2, 2, 2, 2, 4}; /* 7 lies across, the others share two. */
  const long long all[kWords] = {0, 1, 2, 3, 4, 5, 6, 7};
  int32_t value[kWords], bins[4], largest = 0;
  int64_t index64[kWords];
  uint32_t index32[kWords];
  CHECK(dct_set_code(&first, 1) == DCT_OK);
  CHECK(dct_transform(0, 2) == DCT_OK);
  CHECK(dct_map_max(&largest) == DCT_E_NO_MAP);
  CHECK(dct_transform(1, 1) == DCT_OK);
  CHECK(dct_map_max(&largest) == DCT_OK && largest == 4);
  CHECK(dct_map_read_at(all, kWords, value) == DCT_OK);
  CHECK(memcmp(value, gains, sizeof gains) == 0);
  CHECK(dct_map_hist(4, 4, bins) == DCT_OK);
  CHECK(bins[0] == 0 && bins[1] == 6 && bins[2] == 0 && bins[3] == 1);
  CHECK(dct_map_extract(3, index32, value, kWords) == 1);
  CHECK(index32[0] == 7 && value[0] == 4);
  CHECK(dct_map_extract64(2, index64, value, 3) == 7);
  CHECK(index64[0] == 1 && index64[1] == 2 && index64[2] == 3);
  CHECK(dct_transform(2, 1) == DCT_OK);
  CHECK(dct_map_read_at(all, 1, value) == DCT_OK && value[0] == 4);
  CHECK(dct_transform(1, 2) == DCT_E_PAIR);
}

static void check_multiple_covering(void) {
  const long long code[4] = {0, 0, 7, 7};
  int32_t gathered[2];
  CHECK(dct_set_mu(2) == DCT_OK);
  CHECK(dct_get_mu() == 2);
  CHECK(dct_set_code(code, 4) == DCT_OK);
  CHECK(dct_transform(0, 2) == DCT_OK);
  CHECK(dct_count_deficit() == 0);
  CHECK(dct_set_mu(3) == DCT_OK);
  CHECK(dct_count_deficit() == kWords);
  CHECK(dct_ball_gather_mu(code + 1, 2, 0, gathered) == DCT_OK);
  CHECK(gathered[0] == kBall && gathered[1] == kBall);
  CHECK(dct_ball_gather_mu(code + 1, 2, 1, gathered) == DCT_OK);
  CHECK(gathered[0] == kBall && gathered[1] == kBall);
}

static void check_second_format(void) {
  const uint16_t mask[kBall] = {0, 1, 2, 4};
  const uint64_t offs[kBall] = {0, 0x1, 0x10, 0x100};
  const long long word = 0;
  CHECK(dct_use_fmt(1) == DCT_E_FORMAT);
  CHECK(dct_set_tbl2(mask, offs, kBall) == DCT_OK);
  CHECK(dct_use_fmt(1) == DCT_OK);
  CHECK(dct_ball_update(&word, 1, 1) == DCT_OK);
  CHECK(dct_count_eq(3) == kBall);
}

static void close_cell(void) {
  CHECK(dct_free() == DCT_OK);
  CHECK(dct_free() == DCT_E_NO_CELL);
  CHECK(strcmp(coldcore_error_name(DCT_E_NO_CELL), "DCT_E_NO_CELL") == 0);
  CHECK(dct_get_mu() == 1);
}

static void check_legacy_forms(void) {
  const uint64_t table[kBall] = {0, 0x01, 0x11, 0x21};
  int32_t loss;
  const long long word = 5;
  CHECK(dct_init(2, 3, 1, table, kBall, kWords, NULL) == DCT_OK);
  CHECK(dct_loss_owner(&word, 1, &loss) == DCT_E_NO_OWNER);
  CHECK(dct_free() == DCT_OK);
  CHECK(dct_init2(2, 3, 1, table, kBall, kWords, NULL, 2, 1, 1) == DCT_OK);
  CHECK(dct_host_bytes() >= kWords * (4 + 2));
  CHECK(dct_loss_owner(&word, 1, &loss) == DCT_OK && loss == kBall);
  CHECK(dct_free() == DCT_OK);
}

int main(void) {
  check_listing();
  open_cell();
  check_cover();
  check_map();
  check_multiple_covering();
  check_second_format();
  close_cell();
  check_legacy_forms();
  if (failures == 0) printf("all good\n");
  return failures == 0 ? 0 : 1;
}
