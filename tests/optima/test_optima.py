# SPDX-License-Identifier: Apache-2.0
"""coldcore solve reaches sizes that are known to be optimal, family by family, within 30 s each."""
import unittest

from cli_case import COVER, CliCase

SECONDS = 30


class Optima(CliCase):
    def reaches(self, size, family, axes, radius, *options):
        """The cover found has the optimal size, and the file passes the gate once more."""
        with self.subTest(family=family, axes=axes, radius=radius, options=options):
            found = self.run_json(COVER, "solve", family, "--axes", axes, "-R", radius, *options,
                                  "--target", size, "--time", SECONDS, "--out", "found", "--overwrite")
            self.assertEqual(found["size"], size)
            self.assertIs(found["verified"], True)
            self.assertEqual(len(self.words_in("found")), size)
            self.run_to(COVER, "verify", "found")


class KingTorus(Optima):
    def test_squares(self):
        """ceil(n/s ceil(n/s)) cubes of side s = 2R + 1 cover the n x n torus (McEliece and Taylor 1973)."""
        for radius, sizes in {1: {5: 4, 6: 4, 7: 7, 8: 8, 9: 9, 10: 14, 11: 15, 12: 16},
                              2: {7: 3, 9: 4, 10: 4, 11: 7, 12: 8, 15: 9, 16: 13},
                              3: {8: 3, 14: 4, 15: 7, 16: 7}}.items():
            for side, size in sizes.items():
                self.reaches(size, "torus_linf", f"{side}^2", radius)

    def test_rectangles(self):
        """By exhaustive search."""
        for axes, radius, size in (("4,9", 1, 6), ("5,8", 1, 6), ("7,8", 1, 8), ("8,9", 1, 9),
                                   ("6,13", 2, 6), ("9,11", 2, 6), ("10,13", 2, 6)):
            self.reaches(size, "torus_linf", axes, radius)


class Lee(Optima):
    def test_squares(self):
        """The domination number of C_n x C_n (OEIS A094087)."""
        for side, size in {3: 3, 4: 4, 5: 5, 6: 8, 7: 12, 8: 16, 9: 18, 10: 20, 11: 27, 12: 32}.items():
            self.reaches(size, "lee", f"{side}^2", 1)

    def test_perfect_codes(self):
        """Golomb and Welch 1970."""
        for axes, radius, size in (("5^2", 1, 5), ("13^2", 2, 13), ("7^3", 1, 49),
                                   ("9^4", 1, 729)):
            self.reaches(size, "lee", axes, radius)

    def test_rectangles_and_boxes(self):
        """By exhaustive search."""
        for axes, radius, size in (("3,8", 1, 6), ("5,8", 1, 10), ("6,9", 1, 13), ("4,13", 1, 13),
                                   ("7,13", 2, 8), ("9,12", 2, 10), ("10,13", 3, 7), ("4^3", 1, 12),
                                   ("5,4,3", 1, 10), ("5^3", 2, 8), ("6^3", 3, 6)):
            self.reaches(size, "lee", axes, radius)


class Board(Optima):
    def test_kings(self):
        """ceil(m/3) ceil(n/3) kings dominate the m x n board (OEIS A075561, A350815)."""
        for axes, size in {"8^2": 9, "9^2": 9, "10^2": 16, "7^2": 9, "12^2": 16, "13^2": 25, "16^2": 36,
                           "4,7": 6, "7,10": 12, "5,9": 6}.items():
            self.reaches(size, "grid_linf", axes, 1)

    def test_longer_steps_and_more_dimensions(self):
        """Blocks of side 2R + 1 are enough; points 2R + 1 apart need as many."""
        for axes, radius, size in (("10^2", 2, 4), ("11^2", 2, 9), ("16^2", 2, 16), ("15^2", 3, 9),
                                   ("10^2", 4, 4), ("4^3", 1, 8), ("7^3", 1, 27), ("9^3", 1, 27),
                                   ("10^3", 1, 64), ("6^3", 2, 8), ("10^3", 2, 8)):
            self.reaches(size, "grid_linf", axes, radius)


class Hamming(Optima):
    def test_multisets(self):
        """By exhaustive search."""
        for axes, radius, mu, size in (("2^4", 1, 2, 7), ("2^4", 1, 3, 11), ("2^5", 1, 2, 12), ("2^5", 1, 4, 22),
                                       ("2^5", 2, 3, 6), ("3^3", 1, 3, 13), ("3^3", 1, 4, 16), ("3^4", 1, 2, 18),
                                       ("3^4", 2, 2, 6), ("4^3", 2, 3, 7), ("5^2", 1, 4, 12)):
            self.reaches(size, "hamming", axes, radius, "--mu", mu)

    def test_distinct_words(self):
        """OEIS A004045 for binary words and mu 2; otherwise cosets of perfect codes or exhaustive search."""
        for axes, radius, mu, size in (("2^4", 1, 2, 8), ("2^6", 1, 2, 20), ("2^7", 1, 2, 32), ("2^7", 1, 3, 48),
                                       ("2^7", 1, 4, 64), ("2^5", 2, 4, 8), ("3^3", 1, 4, 18), ("3^4", 1, 3, 27),
                                       ("3^4", 1, 4, 36), ("5^2", 1, 3, 10)):
            self.reaches(size, "hamming", axes, radius, "--mu", mu, "--distinct")


if __name__ == "__main__":
    unittest.main()
