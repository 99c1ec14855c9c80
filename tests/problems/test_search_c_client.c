/* SPDX-License-Identifier: Apache-2.0
 *
 * coldcore/search.h in plain C: a search, a recount, a file, and what each function refuses.
 */
#include <coldcore/search.h>
#include <stdio.h>
#include <string.h>

static int failures = 0;

#define CHECK(condition)                                                                      \
  do {                                                                                        \
    if (!(condition)) {                                                                       \
      fprintf(stderr, "%s:%d: not so: %s (last error: %s)\n", __FILE__, __LINE__, #condition, \
              coldcore_search_last_error());                                                  \
      ++failures;                                                                             \
    }                                                                                         \
  } while (0)

static coldcore_search_problem product(const int32_t* axes, int32_t n, int32_t radius) {
  coldcore_search_problem problem;
  memset(&problem, 0, sizeof problem);
  problem.struct_size = sizeof problem;
  problem.kind = COLDCORE_PROBLEM_PRODUCT;
  problem.family = "hamming";
  problem.axes = axes;
  problem.n = n;
  problem.radius = radius;
  return problem;
}

static coldcore_search_options limits(double seconds) {
  coldcore_search_options options;
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.seconds = seconds;
  options.seed = 1;
  return options;
}

static coldcore_search_summary summary_of(const coldcore_search_result* result) {
  coldcore_search_summary summary;
  memset(&summary, 0, sizeof summary);
  summary.struct_size = sizeof summary;
  CHECK(coldcore_search_summarize(result, &summary) == COLDCORE_SEARCH_OK);
  return summary;
}

static int calls = 0;

static int count_calls(const coldcore_search_progress* now, void* user) {
  CHECK(now->struct_size == sizeof *now);
  CHECK(user == &calls);
  ++calls;
  return 0;
}

static int stop_at_a_cover(const coldcore_search_progress* now, void* user) {
  (void)user;
  return now->best >= 0;
}

/* The perfect code of length 4 over three symbols. */
static void search_and_files(const char* folder) {
  static const int32_t axes[] = {3, 3, 3, 3};
  const coldcore_search_problem problem = product(axes, 4, 1);
  const coldcore_search_options options = limits(60);
  coldcore_search_result* result = NULL;
  CHECK(coldcore_search_solve(&problem, &options, count_calls, &calls, &result) ==
        COLDCORE_SEARCH_OK);
  if (result == NULL) return;
  CHECK(calls > 0);
  const coldcore_search_summary summary = summary_of(result);
  CHECK(summary.covered == 1 && summary.size == 9 && summary.cost == 9 && summary.width == 4);
  CHECK(summary.lower == 9 && summary.ended == COLDCORE_ENDED_OPTIMAL);
  CHECK(summary.points == 81 && summary.deficient == 0);
  CHECK(summary.min_multiplicity == 1 && summary.max_multiplicity == 1);
  CHECK(strcmp(summary.title, "hamming 3^4 R=1") == 0);
  CHECK(coldcore_search_history(result, NULL, 0) > 0);
  int64_t pairs[4] = {0};
  CHECK(coldcore_search_histogram(result, pairs, 2) == 1 && pairs[0] == 1 && pairs[1] == 81);

  int32_t rows[9 * 4];
  CHECK(coldcore_search_rows(result, 0, 9, rows) == COLDCORE_SEARCH_OK);
  coldcore_search_result* again = NULL;
  CHECK(coldcore_search_verify(&problem, rows, 9, &again) == COLDCORE_SEARCH_OK);
  CHECK(summary_of(again).covered == 1 && summary_of(again).ended == COLDCORE_ENDED_NO_SEARCH);
  coldcore_search_free(again);
  again = NULL;
  CHECK(coldcore_search_verify(&problem, rows, 8, &again) == COLDCORE_SEARCH_OK);
  CHECK(summary_of(again).covered == 0 && summary_of(again).deficient == 9);
  CHECK(coldcore_search_uncovered(again, 8) != NULL && coldcore_search_uncovered(again, 9) == NULL);

  char path[4096];
  snprintf(path, sizeof path, "%s/from-c.cover", folder);
  remove(path);
  CHECK(coldcore_search_write(again, path, 0) == COLDCORE_SEARCH_E_NO_COVER);
  coldcore_search_free(again);
  CHECK(coldcore_search_write(result, path, 0) == COLDCORE_SEARCH_OK);
  CHECK(coldcore_search_write(result, path, 0) == COLDCORE_SEARCH_E_FILE);
  CHECK(coldcore_search_write(result, path, 1) == COLDCORE_SEARCH_OK);
  CHECK(coldcore_search_verify_file(path, NULL, &again) == COLDCORE_SEARCH_OK);
  CHECK(summary_of(again).covered == 1 && summary_of(again).stated_size == 9);
  coldcore_search_free(again);
  coldcore_search_free(result);
  remove(path);
}

static void design_and_stopping(void) {
  coldcore_search_problem problem = product(NULL, 0, -1);
  problem.kind = COLDCORE_PROBLEM_DESIGN;
  problem.v = 9;
  problem.k = 3;
  problem.t = 2;
  coldcore_search_options options = limits(60);
  coldcore_search_result* result = NULL;
  CHECK(coldcore_search_solve(&problem, &options, NULL, NULL, &result) == COLDCORE_SEARCH_OK);
  CHECK(summary_of(result).size == 12 && summary_of(result).width == 3);
  coldcore_search_free(result);
  problem.v = 14;
  problem.k = 6;
  problem.t = 4;
  result = NULL;
  CHECK(coldcore_search_solve(&problem, &options, stop_at_a_cover, NULL, &result) ==
        COLDCORE_SEARCH_OK);
  CHECK(summary_of(result).ended == COLDCORE_ENDED_STOPPED && summary_of(result).covered == 1);
  coldcore_search_free(result);
}

static void refusals(void) {
  static const int32_t axes[] = {3, 3};
  static const int32_t rows[] = {0, 3};
  coldcore_search_result* const none = NULL;
  coldcore_search_result* result = NULL;
  coldcore_search_problem problem = product(axes, 2, 1);
  coldcore_search_options options = limits(1);
  CHECK(coldcore_search_solve(NULL, NULL, NULL, NULL, &result) == COLDCORE_SEARCH_E_NULL);
  CHECK(coldcore_search_solve(&problem, NULL, NULL, NULL, NULL) == COLDCORE_SEARCH_E_NULL);
  CHECK(coldcore_search_verify(&problem, NULL, 1, &result) == COLDCORE_SEARCH_E_NULL);
  CHECK(coldcore_search_verify(&problem, rows, -1, &result) == COLDCORE_SEARCH_E_ARGUMENT);
  CHECK(coldcore_search_verify(&problem, rows, 1, &result) == COLDCORE_SEARCH_E_ARGUMENT);
  CHECK(strstr(coldcore_search_last_error(), "digit 1 is 3") != NULL);
  CHECK(coldcore_search_verify_file(NULL, NULL, &result) == COLDCORE_SEARCH_E_NULL);
  CHECK(coldcore_search_write(none, "x", 0) == COLDCORE_SEARCH_E_NULL);
  CHECK(coldcore_search_rows(none, 0, 0, NULL) == COLDCORE_SEARCH_E_NULL);
  CHECK(coldcore_search_history(none, NULL, 0) == COLDCORE_SEARCH_E_NULL);
  CHECK(coldcore_search_uncovered(none, 0) == NULL);
  options.seconds = -1;
  CHECK(coldcore_search_solve(&problem, &options, NULL, NULL, &result) ==
        COLDCORE_SEARCH_E_ARGUMENT);
  options = limits(1);
  options.target = 1;
  CHECK(coldcore_search_solve(&problem, &options, NULL, NULL, &result) ==
        COLDCORE_SEARCH_E_ARGUMENT);
  problem.struct_size = 8;
  CHECK(coldcore_search_solve(&problem, NULL, NULL, NULL, &result) == COLDCORE_SEARCH_E_ARGUMENT);
  problem = product(axes, 2, 1);
  problem.family = "nosuch";
  CHECK(coldcore_search_solve(&problem, NULL, NULL, NULL, &result) == COLDCORE_SEARCH_E_FAMILY);
  problem = product(axes, 2, 1);
  problem.kind = 9;
  CHECK(coldcore_search_solve(&problem, NULL, NULL, NULL, &result) == COLDCORE_SEARCH_E_ARGUMENT);
  problem = product(axes, 2, 1);
  problem.mu = 70000;
  CHECK(coldcore_search_solve(&problem, NULL, NULL, NULL, &result) == COLDCORE_SEARCH_E_ARGUMENT);
  CHECK(result == NULL);
  coldcore_search_free(NULL);
  CHECK(strcmp(coldcore_search_error_name(COLDCORE_SEARCH_E_NO_COVER),
               "COLDCORE_SEARCH_E_NO_COVER") == 0);
  CHECK(strcmp(coldcore_search_error_name(-99), "unknown") == 0);
}

int main(int argc, char** argv) {
  CHECK(coldcore_search_abi_version() == COLDCORE_SEARCH_ABI_VERSION);
  search_and_files(argc > 1 ? argv[1] : ".");
  design_and_stopping();
  refusals();
  return failures == 0 ? 0 : 1;
}
