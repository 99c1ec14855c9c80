# SPDX-License-Identifier: Apache-2.0
"""Help, version and the plugin commands."""
import os
import unittest

from cli_case import BAD_INPUT, COVER, PLUGIN, CliCase


class Help(CliCase):
    def test_every_level_has_help_with_an_example(self):
        for command in ((), ("solve",), ("solve", "design"), ("solve", "setcover"), ("verify",), ("plugin",),
                        ("plugin", "list"), ("plugin", "info"), ("plan",), ("report",)):
            with self.subTest(command=command):
                out, err = self.run_to(COVER, *command, "--help")
                self.assertIn("Example", out)
                self.assertIn("  coldcore ", out)
                self.assertEqual(err, "")

    def test_the_exit_codes_are_documented(self):
        out, _ = self.run_to(COVER, "--help")
        for code in (0, 1, 2, 3, 4, 5, 6, 7, 8, 130):
            self.assertRegex(out, rf"(?m)^  {code}  ")
        self.assertIn("143", out)

    def test_version(self):
        self.assertRegex(self.run_to(COVER, "--version")[0], r"^coldcore \d+\.\d+\.\d+\n$")

    def test_no_command_and_unknown_commands_are_bad_input(self):
        self.run_to(BAD_INPUT)
        _, err = self.run_to(BAD_INPUT, "sulve")
        self.assertIn("no command 'sulve'", err)
        self.run_to(BAD_INPUT, "plugin")


class Plugins(CliCase):
    def test_the_list_names_family_id_status_and_file(self):
        out, _ = self.run_to(COVER, "plugin", "list")
        self.assertRegex(out, r"(?m)^hamming +0  usable +/.*coldcore_hamming\.so$")

    def test_a_file_that_is_no_plugin_is_listed_with_the_reason(self):
        os.chmod(self.write("broken.so", "no object file"), 0o644)
        environment = dict(os.environ, COLDCORE_PLUGIN_PATH=self.folder)
        out, _ = self.run_to(COVER, "plugin", "list", env=environment)
        self.assertRegex(out, r"(?m)^- +-  refused +/.*broken\.so\n +\S")

    def test_info_tells_symbols_limits_and_bounds(self):
        out, _ = self.run_to(COVER, "plugin", "info", "hamming")
        self.assertRegex(out, r"hamming_axis_cost +absent: ")
        self.assertRegex(out, r"hamming_table_ox +present")
        self.assertRegex(out, r"bounds: +/.*coldcore_hamming\.bounds\.csv")
        self.assertIn("takes: ", out)

    def test_info_about_an_unknown_family(self):
        self.refused(PLUGIN, "plugin", "info", "nosuch", says="nosuch")


if __name__ == "__main__":
    unittest.main()
