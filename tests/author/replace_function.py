#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""replace_function.py FILE NAME: puts the function on stdin in the place of the one called NAME."""
import pathlib
import re
import sys


def replaced(text, name, function):
    """The definition goes from the line that has its name to the closing brace at that line's indentation."""
    definition = re.compile(rf"^( *)\w[^\n;]*\b{name}\([^;]*?\{{\n.*?^\1\}}\n", re.MULTILINE | re.DOTALL)
    result, count = definition.subn(lambda match: function, text)
    if count != 1:
        raise SystemExit(f"{count} definitions of {name}, expected 1")
    return result


if __name__ == "__main__":
    path = pathlib.Path(sys.argv[1])
    path.write_text(replaced(path.read_text(), sys.argv[2], sys.stdin.read()))
