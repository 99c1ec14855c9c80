#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads the built layouts library: what it is linked to, and that it exports what its header declares.

    check_links.py LIBRARY HEADER

Prints every violation and exits with 1 if there is any.
"""
import pathlib
import re
import subprocess
import sys

LIBRARIES = re.compile(r"^(libc|libm|libstdc\+\+|libgcc_s|ld-linux[^.]*|libfmt)\.so\.\d+$")
SANITIZER_LIBRARY = re.compile(r"^lib(a|t|ub|l|m)san\.so\.\d+$")
SANITIZER_SYMBOL = re.compile(r"^__(odr_)?([atlm]|ub)san")
SONAME = "libcoldcore_layouts.so.0"
OWN_SPACE = "coldcore::layout::"
OTHER_SPACES = re.compile(r"coldcore::(core|sdk|search|conformance|cli|incidence|layouts)::|YAML::")


def run(*command):
    return subprocess.run(command, check=True, capture_output=True).stdout.decode(errors="replace")


def symbols(library, which):
    """Without versions, whose own names are absolute symbols."""
    lines = [line.split() for line in run("nm", "-D", which, library).splitlines() if line.split()]
    return [columns[-1].split("@")[0] for columns in lines if columns[-2] != "A"]


def violations(library, header):
    dynamic = run("readelf", "-dW", library)
    for name in re.findall(r"\(NEEDED\).*\[(.+)\]", dynamic):
        if not LIBRARIES.match(name) and not SANITIZER_LIBRARY.match(name):
            yield f"is linked to {name}; it needs the C++ runtime and libfmt"
    if re.findall(r"\(SONAME\).*\[(.+)\]", dynamic) != [SONAME]:
        yield f"has not the soname {SONAME}"
    for name in symbols(library, "--undefined-only"):
        if re.match(r"(dct|sparse|coldcore)_", name):
            yield f"imports {name}; it stands alone"

    declared = set(re.findall(r"\b(coldcore_layout_\w+)\(", pathlib.Path(header).read_text()))
    exported = {n for n in symbols(library, "--defined-only") if not SANITIZER_SYMBOL.match(n)}
    for name in sorted(declared - exported):
        yield f"does not export {name}, which the header declares"
    for name in sorted(exported - declared):
        yield f"exports {name}, which the header does not declare"

    inner = run("nm", "-C", library)
    if OWN_SPACE not in inner and " no symbols" not in inner:
        yield f"has no symbol of {OWN_SPACE}; was it stripped?"
    for name in sorted(set(OTHER_SPACES.findall(inner))):
        yield f"contains code of another part, {name}"


def main():
    library, header = sys.argv[1:]
    found = list(violations(library, header))
    for violation in found:
        print(f"{library}: {violation}")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
