# SPDX-License-Identifier: Apache-2.0
"""The covers in docs/records, recounted here from the definition and by the program."""
import itertools
import os
import unittest

from cli_case import COVER, CliCase

RECORDS = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "records")


class Records(CliCase):
    def test_every_word_of_four_letters_and_six_places_is_within_two_of_48(self):
        path = os.path.join(RECORDS, "hamming-4^6-R2.cover")
        with open(path, encoding="ascii") as file:
            words = [line.strip() for line in file if not line.startswith("#")]
        self.assertEqual(len(words), 48)
        for point in itertools.product("0123", repeat=6):
            self.assertTrue(any(sum(a != b for a, b in zip(word, point)) <= 2 for word in words), point)

    def test_the_program_agrees(self):
        covers = [name for name in sorted(os.listdir(RECORDS)) if name.endswith(".cover")]
        self.assertTrue(covers)
        for name in covers:
            with self.subTest(name=name):
                self.run_to(COVER, "verify", os.path.join(RECORDS, name))


if __name__ == "__main__":
    unittest.main()
