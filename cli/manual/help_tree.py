# SPDX-License-Identifier: Apache-2.0
"""The program's commands as its --help tells of them: manual pages and completions are made of that."""
import dataclasses
import os
import re
import subprocess

SECTION = re.compile(r"(Positionals|Options|Subcommands):")
ENTRY = re.compile(r"  (\S.*?)(?:  +(\S.*))?")
COLUMN = 30  # Where texts begin.
CONTINUED = re.compile(r" {28,}(\S.*)")


@dataclasses.dataclass
class Entry:
    """A positional, an option or a subcommand with the text beside it."""

    head: str
    what: str = ""

    @property
    def names(self):
        """("-R", "--radius") of an option."""
        return tuple(self.head.split()[0].split(","))

    @property
    def value(self):
        """"" for a flag, else the type of the option's value, "TEXT" for instance."""
        words = self.head.split()[1:]
        found = words and re.match(r"(TEXT|INT|UINT|FLOAT)\b", words[0])
        return found[1] if found else ""

    @property
    def choices(self):
        """The values that the option takes, if they are listed."""
        found = re.search(r":\{([^}]*)\}", self.head)
        return found[1].split(",") if found else []


@dataclasses.dataclass
class Command:
    path: tuple  # ("solve", "design"); empty for the program itself.
    what: str
    usage: str
    positionals: list
    options: list
    subcommands: list  # Of Command.
    description: str
    examples: list
    exit_codes: str

    def all(self):
        yield self
        for command in self.subcommands:
            yield from command.all()


def help_text(program, path):
    environment = dict(os.environ, LC_ALL="C")
    return subprocess.run([program, *path, "--help"], check=True, stdout=subprocess.PIPE, text=True,
                          env=environment).stdout


def split_entry(line, continued):
    """Head and text of an entry. A head of just the width of its column has one blank behind it."""
    head, what = ENTRY.fullmatch(line).groups()
    if what is None and not continued and line[COLUMN - 1:COLUMN] == " ":
        return line[:COLUMN].strip(), line[COLUMN:]
    return head, what or ""


def entries(lines):
    found = []
    for line, after in zip(lines, [*lines[1:], ""]):
        continued = CONTINUED.fullmatch(line)
        if continued:
            found[-1].what = f"{found[-1].what} {continued[1]}".strip()
        elif line:
            found.append(Entry(*split_entry(line, CONTINUED.fullmatch(after))))
    return found


def footer(lines):
    """Description, examples and exit codes of what stands below the lists."""
    description, examples, codes = [], [], []
    into = description
    for line in lines:
        if re.fullmatch("Examples?:", line):
            into = examples
        elif line.startswith("Exit codes:"):
            into = codes
            codes.append(line.removeprefix("Exit codes:").strip())
        elif into is description or line.startswith(" ") or (into is codes and codes[0]):
            into.append(line)
        else:  # Unindented behind a list: more of the description.
            into = description
            into.append(line)
    return ("\n".join(description).strip(), [line.strip() for line in examples if line.strip()],
            "\n".join(codes).strip("\n"))


def read_command(program, path=()):
    what, usage, *lines = help_text(program, path).splitlines()
    sections = {"Positionals": [], "Options": [], "Subcommands": []}
    section, rest = None, []
    for line in lines:
        title = SECTION.fullmatch(line)
        if title:
            section = title[1]
        elif section and (line.startswith("  ") or not line):
            sections[section].append(line)
            section = section if line else None
        else:
            rest.append(line)
    description, examples, codes = footer(rest)
    subcommands = [read_command(program, (*path, entry.head)) for entry in entries(sections["Subcommands"])]
    return Command(path, what, usage.removeprefix("Usage: "), entries(sections["Positionals"]),
                   entries(sections["Options"]), subcommands, description, examples, codes)
