#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a manual page for each command of the program.

    manual_pages.py PROGRAM VERSION PAGE...      (PAGE: where to write, "FOLDER/coldcore-solve.1")
"""
import pathlib
import re
import sys

from help_tree import read_command

ENVIRONMENT = (
    ("COLDCORE_THREADS", "workers of the engines, 1..1024; unset: the CPUs that the process may use"),
    ("COLDCORE_ISA", "portable, avx2 or avx512: the best instruction set that may be used"),
    ("COLDCORE_DEVICE", "cpu or cuda"),
    ("COLDCORE_PLUGIN_PATH", "folders to search for families before the installed one, absolute, separated by colons"),
)
FILES = (
    ("NAME.cover", "the best cover of a run, valid at every moment"),
    ("NAME.cover.checkpoint", "what solve --resume goes on from"),
)


def page_name(command):
    return "-".join(("coldcore", *command.path))


def text(line):
    """A line of troff that reads as `line`."""
    escaped = line.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("^", "\\(ha")
    escaped = escaped.replace("`", "\\(ga").replace("~", "\\(ti")
    return "\\&" + escaped if escaped.startswith(".") else escaped


def tagged(pairs):
    return "".join(f".TP\n\\fB{text(head)}\\fR\n{text(what)}\n" for head, what in pairs)


def section(title, body):
    return f".SH {title}\n{body}" if body.strip() else ""


def verbatim(lines):
    return ".nf\n" + "".join(text(line) + "\n" for line in lines) + ".fi\n" if lines else ""


def paragraphs(body):
    return "".join(text(line.strip()) + "\n" if line.strip() else ".PP\n" for line in body.splitlines())


def see_also(command, tree):
    names = [page_name(other) for other in tree.all() if other is not command
             and (other.path == command.path[:-1] or other.path[:-1] == command.path)]
    return ",\n".join(f".BR {text(name)} (1)" for name in names).replace(",\n", " ,\n") + "\n"


def exit_status(command):
    if not command.path:
        codes = re.findall(r"(?m)^  (\d+) +(.*(?:\n {7,}.*)*)", command.exit_codes)
        return tagged((code, " ".join(what.split())) for code, what in codes)
    return paragraphs(command.exit_codes) or "See\n.BR coldcore (1).\n"


def option_head(entry):
    """"-R, --radius INT" for "-R,--radius INT"."""
    return ", ".join(entry.names) + entry.head.removeprefix(",".join(entry.names))


def page(command, tree, version):
    name = page_name(command)
    usage = command.usage.removeprefix(" ".join(("coldcore", *command.path))).strip()
    description = command.description if command.path else f"{command.what}\n\n{command.description}"
    description = description or command.what[0].upper() + command.what[1:] + "."
    result = f'.TH {text(name.upper())} 1 "" "coldcore {version}" "User Commands"\n'
    result += section("NAME", f"{text(name)} \\- {text(command.what[0].lower() + command.what[1:].rstrip('.'))}\n")
    result += section("SYNOPSIS", f".B {text(' '.join(('coldcore', *command.path)))}\n{text(usage)}\n")
    result += section("DESCRIPTION", paragraphs(description))
    result += section("ARGUMENTS", tagged((entry.head, entry.what) for entry in command.positionals))
    result += section("OPTIONS", tagged((option_head(entry), entry.what) for entry in command.options))
    result += section("COMMANDS", tagged((sub.path[-1], sub.what) for sub in command.subcommands))
    result += section("EXAMPLES", verbatim(command.examples))
    result += section("EXIT STATUS", exit_status(command))
    if not command.path:
        result += section("ENVIRONMENT", tagged(ENVIRONMENT)) + section("FILES", tagged(FILES))
    return result + section("SEE ALSO", see_also(command, tree))


def main():
    program, version, *pages = sys.argv[1:]
    paths = {pathlib.Path(path).name: pathlib.Path(path) for path in pages}
    tree = read_command(program)
    commands = {page_name(command) + ".1": command for command in tree.all()}
    if commands.keys() != paths.keys():
        sys.exit(f"the build lists pages of other commands: {sorted(commands.keys() ^ paths.keys())}")
    for name, command in commands.items():
        paths[name].write_text(page(command, tree, version))


if __name__ == "__main__":
    main()
