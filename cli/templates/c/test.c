/* SPDX-License-Identifier: Apache-2.0 */
/* Is the definition what you mean? Write here what you know about it from elsewhere: the numbers of words
 * that some words cover, worked out by hand. That all the rest of the plugin agrees with the definition is
 * the business of `coldcore plugin check`. */
#include <stdio.h>

int @NAME@_covers(int n, const int *ax, int R, const int *u, const int *x);

static int failures = 0;

/* Of the words on a board of width * height, those that the word (a, b) covers. */
static int ball_size(int width, int height, int R, int a, int b) {
  const int ax[2] = {width, height};
  const int centre[2] = {a, b};
  int x[2];
  int size = 0;
  for (x[0] = 0; x[0] < width; ++x[0]) {
    for (x[1] = 0; x[1] < height; ++x[1]) size += @NAME@_covers(2, ax, R, centre, x);
  }
  return size;
}

static void expect(const char *what, int found, int expected) {
  if (found == expected) return;
  printf("%s: expected %d, found %d\n", what, expected, found);
  ++failures;
}

int main(void) {
  expect("a word and its four neighbours", ball_size(5, 5, 1, 2, 2), 5);
  expect("two steps", ball_size(5, 5, 2, 2, 2), 13);
  expect("round the corner", ball_size(5, 5, 1, 0, 0), 5);
  expect("two digits only: there and back is one word", ball_size(2, 2, 1, 0, 0), 3);
  return failures == 0 ? 0 : 1;
}
