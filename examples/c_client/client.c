/* SPDX-License-Identifier: Apache-2.0
 *
 * A host in C99: finds a small cover of a product space with libcoldcore and has it counted once more
 * by the other engine, coldcore_incidence.so, from the family's definition. README.md says how to build
 * and to call it.
 */
#include <coldcore/coldcore.h>
#include <coldcore/dct.h>
#include <coldcore/sparse.h>
#include <coldcore/sparse_index.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_WORDS = 4096 };

/* The space and its family. */
typedef struct space {
  const coldcore_plugin *family;
  int n;
  int ax[COLDCORE_MAX_N];
  int radius;
  int words;
} space;

/* The library has written its own line to stderr; this one adds what was tried and the name of the
 * code. */
static int failed(const char *what, const char *name) {
  fprintf(stderr, "client: %s: %s\n", what, name);
  return 1;
}

static int dct_failed(const char *what, long long code) {
  return failed(what, coldcore_error_name((int)code));
}

static int sparse_failed(const char *what, long long code) {
  return failed(what, coldcore_sparse_error_name((int)code));
}

static int read_space(int argc, char **argv, space *s) {
  if (argc < 4 || argc - 3 > COLDCORE_MAX_N) {
    fprintf(stderr, "usage: client FAMILY RADIUS SIZE...\n");
    return 2;
  }
  s->radius = atoi(argv[2]);
  s->n = argc - 3;
  s->words = 1;
  for (int i = 0; i < s->n; ++i) {
    s->ax[i] = atoi(argv[i + 3]);
    if (s->ax[i] < 2 || s->ax[i] > 16 || s->words > MOST_WORDS / s->ax[i]) {
      fprintf(stderr, "client: sizes are 2..16 and make %d words at most\n", MOST_WORDS);
      return 2;
    }
    s->words *= s->ax[i];
  }
  return 0;
}

/* The family of this name: its id first, which loads nothing. */
static int find_family(const char *name, space *s) {
  const int id = coldcore_plugin_id(name);
  if (id < 0) return dct_failed(name, id);
  const int code = coldcore_plugin_load_id(id, &s->family);
  if (code < 0) return dct_failed(name, code);
  printf("%s has the id %d\n", s->family->name, id);
  return 0;
}

static int open_cell(const space *s) {
  int layers;
  if (s->family->validate(s->n, s->ax, s->radius, &layers) != COLDCORE_PLUGIN_OK) {
    fprintf(stderr, "client: %s does not take these sizes and this radius\n", s->family->name);
    return 2;
  }
  const long long length = s->family->table(s->n, s->ax, s->radius, NULL, 0);
  uint64_t *table = malloc((size_t)length * sizeof *table);
  if (table == NULL) return 2;
  s->family->table(s->n, s->ax, s->radius, table, length);
  const int code =
      dct_init3(s->family->id, s->n, s->ax, s->radius, table, (int)length, s->words, NULL, 0, 0, 0);
  free(table);
  return code < 0 ? dct_failed("the cell", code) : 0;
}

/* Always the word that covers most of what lacks coverage. The number of words, or a negative code.
 */
static long long greedy(long long *chosen) {
  long long count = 0;
  for (;;) {
    const long long deficit = dct_count_deficit();
    if (deficit <= 0) return deficit < 0 ? deficit : count;
    int32_t best, value;
    int64_t at;
    long long code = dct_transform(1, 1);
    if (code >= 0) code = dct_map_max(&best);
    if (code >= 0) code = dct_map_extract64(best, &at, &value, 1);
    if (code < 0) return code;
    chosen[count] = at;
    if ((code = dct_ball_update(&chosen[count], 1, +1)) < 0) return code;
    ++count;
  }
}

static void digits_of(const space *s, int word, int *digits) {
  for (int i = 0; i < s->n; ++i) {
    digits[i] = word % s->ax[i];
    word /= s->ax[i];
  }
}

/* Every word with the words that it covers, asked of the definition. Entries, and their number in
 * ptr[words]. */
static int32_t *rows_of(const space *s, int64_t *ptr) {
  size_t room = (size_t)s->words, used = 0;
  int32_t *entries = malloc(room * sizeof *entries);
  for (int u = 0; u < s->words && entries != NULL; ++u) {
    int from[COLDCORE_MAX_N], to[COLDCORE_MAX_N];
    digits_of(s, u, from);
    ptr[u] = (int64_t)used;
    for (int x = 0; x < s->words; ++x) {
      digits_of(s, x, to);
      if (!s->family->covers(s->n, s->ax, s->radius, from, to)) continue;
      if (used == room) {
        int32_t *more = realloc(entries, (room *= 2) * sizeof *entries);
        if (more == NULL) free(entries);
        entries = more;
        if (entries == NULL) return NULL;
      }
      entries[used++] = (int32_t)x;
    }
  }
  ptr[s->words] = (int64_t)used;
  return entries;
}

/* Whether both engines count the same for each word. */
static int compare_counts(int words) {
  static uint16_t first[MOST_WORDS];
  static int32_t second[MOST_WORDS];
  int code = dct_read_cnt(0, words, first);
  if (code < 0) return dct_failed("counts", code);
  if ((code = sparse_read_cnt(0, words, second)) < 0) return sparse_failed("counts", code);
  for (int x = 0; x < words; ++x) {
    if (first[x] == second[x]) continue;
    fprintf(stderr, "client: word %d: one engine counts %d, the other %d\n", x, first[x],
            second[x]);
    return 1;
  }
  printf("both engines count the same\n");
  return 0;
}

static int count_again(const space *s, const long long *chosen, long long count) {
  static int64_t ptr[MOST_WORDS + 1];
  int32_t *entries = rows_of(s, ptr);
  if (entries == NULL) return 2;
  int code = sparse_init_csr(s->words, s->words, ptr[s->words], ptr, entries, NULL, NULL, 0, 1,
                             NULL, NULL);
  free(entries);
  if (code >= 0) code = sparse_recount(chosen, count);
  if (code < 0) return sparse_failed("explicit incidence", code);
  const int result = compare_counts(s->words);
  sparse_free();
  return result;
}

int main(int argc, char **argv) {
  space s;
  static long long chosen[MOST_WORDS];
  int result = read_space(argc, argv, &s);
  if (result == 0) result = find_family(argv[1], &s);
  if (result == 0) result = open_cell(&s);
  if (result != 0) return result;
  const long long count = greedy(chosen);
  if (count < 0) return dct_failed("greedy", count);
  printf("%lld words cover all %d\n", count, s.words);
  result = count_again(&s, chosen, count);
  dct_free();
  return result;
}
