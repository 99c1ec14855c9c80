# SPDX-License-Identifier: Apache-2.0
"""The covers in docs/records, recounted by the program; tests/records does so without it."""
import os
import unittest

from cli_case import COVER, CliCase

RECORDS = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "records")


class Records(CliCase):
    def test_each_is_verified(self):
        covers = [name for name in sorted(os.listdir(RECORDS)) if name.endswith(".cover")]
        self.assertTrue(covers)
        for name in covers:
            with self.subTest(name=name):
                self.run_to(COVER, "verify", os.path.join(RECORDS, name))


if __name__ == "__main__":
    unittest.main()
