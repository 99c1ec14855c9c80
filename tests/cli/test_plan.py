# SPDX-License-Identifier: Apache-2.0
"""coldcore plan: what a cell costs, told without opening one."""
import json
import unittest

from cli_case import BAD_INPUT, COVER, PLUGIN, CliCase


class Plan(CliCase):
    def plan(self, *arguments):
        return json.loads(self.run_to(COVER, "plan", *arguments, "--json")[0])

    def test_the_text_names_the_passes_and_the_bytes(self):
        out, err = self.run_to(COVER, "plan", "hamming", "--axes", "7^9", "-R", "5")
        self.assertRegex(out, r"(?m)^hamming 7\^9 R=5: 40353607 words$")
        self.assertRegex(out, r"(?m)^cell: .*cnt 2, planes 4, storage of the driver \d")
        self.assertRegex(out, r"(?m)^pass 1: axes \d..8, ")
        self.assertRegex(out, r"a map moves \d+\.\d\d bytes a word; at the \d+\.\d GB/s")
        self.assertEqual(err, "")

    def test_the_json_adds_up(self):
        plan = self.plan("hamming", "--axes", "4^3,3^4", "-R", "3")
        words = 4**3 * 3**4
        self.assertEqual(plan["words"], words)
        self.assertEqual(plan["cnt_bytes"], 2 * words)
        self.assertEqual(plan["plane_bytes"], 4 * words)
        self.assertEqual(plan["cell_bytes"], 6 * words + plan["storage_bytes"])
        axes = [j for p in plan["passes"] for j in range(p["first_axis"], p["last_axis"] + 1)]
        self.assertEqual(sorted(axes), list(range(7)))
        self.assertEqual(plan["moved_bytes"], sum(p["read_bytes"] + p["written_bytes"] for p in plan["passes"]))

    def test_a_cell_of_3_486_784_401_words_fits_into_80_gb(self):
        plan = self.plan("hamming", "--axes", "9^10", "-R", "5")
        self.assertEqual(plan["words"], 9**10)
        self.assertLess(plan["cell_bytes"], 80e9)

    def test_what_a_family_does_not_take_is_bad_input(self):
        self.run_to(BAD_INPUT, "plan", "hamming", "--axes", "99^2", "-R", "1")
        self.run_to(BAD_INPUT, "plan", "hamming", "--axes", "3^4", "-R", "x")
        self.run_to(BAD_INPUT, "plan", "hamming", "--axes", "3^4")
        self.run_to(PLUGIN, "plan", "nobody", "--axes", "3^4", "-R", "1")

    def test_designs_and_set_covers_are_no_families(self):
        for arguments in (("design", "--vkt", "7,3,2"), ("setcover", "file"), ("design",),
                          ("design", "--axes", "3^4", "-R", "1")):
            self.refused(BAD_INPUT, "plan", *arguments, says=f"{arguments[0]} is no family")
            self.refused(BAD_INPUT, "plugin", "info", arguments[0], says=f"{arguments[0]} is no family")


if __name__ == "__main__":
    unittest.main()
