#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the C interface in plugin.h and coldcore.h against the records of its versions.

    check.py [--record] [--include FOLDER] [--records FOLDER] [--steps FILE] [--cc COMPILER]

records/MAJOR.MINOR.abi is what abidw reads from probe.c as compiled with that version's headers. A version's
record never changes. Within one major a version may only have more than the one before: structs may grow at
the end, and that is all. So a change needs a new version, and an incompatible one a new major.

--record writes the record of the headers' version. Exits with 1 and says why if something is wrong, with
77 (skipped) without libabigail.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
HEADERS = ("plugin.h", "coldcore.h")
SKIPPED = 77
ABIDIFF_CHANGE, ABIDIFF_INCOMPATIBLE = 4, 8

# What the headers define that is no part of the compiled interface.
NOT_PROBED = re.compile(r"COLDCORE_(PLUGIN_H|COLDCORE_H|EXPORT|PLUGIN_ABI_MINOR)$")

GROWTH_LINES = re.compile(
    r"'struct \w+' changed:|type size changed from \d+ to \d+ \(in bits\)"
    r"|\d+ data member insertions?:|'.*', at offset \d+ \(in bits\)")


class Failure(Exception):
    pass


def run(command):
    """Exit code and output."""
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return result.returncode, result.stdout


def run_or_fail(command):
    code, out = run(command)
    if code != 0:
        raise Failure(f"{' '.join(map(str, command))}:\n{out}")


def version(include):
    """(major, minor) of plugin.h."""
    text = (include / "coldcore" / "plugin.h").read_text()
    return tuple(int(re.search(rf"#define COLDCORE_PLUGIN_ABI_{part} (\d+)", text)[1])
                 for part in ("MAJOR", "MINOR"))


def unprobed_names(include, probe):
    """Types, functions and constants of the headers that probe.c forgets."""
    probed = set(re.findall(r"\w+", probe.read_text()))
    missing = []
    for header in HEADERS:
        text = re.sub(r"/\*.*?\*/", "", (include / "coldcore" / header).read_text(), flags=re.DOTALL)
        names = re.findall(r"^} (coldcore_\w+);|\(\*(coldcore_\w+)\)\(|(coldcore_\w+)\(|\b(COLDCORE_\w+)", text,
                           re.MULTILINE)
        missing += [name for name in map("".join, names)
                    if name not in probed and not NOT_PROBED.match(name)]
    return sorted(set(missing))


def record(include, cc, path):
    """Writes what abidw reads from probe.c."""
    with tempfile.TemporaryDirectory() as folder:
        library = pathlib.Path(folder) / "probe.so"
        run_or_fail([*cc, "-std=c99", "-g", f"-ffile-prefix-map={ROOT}/=", "-O0", "-fPIC", "-shared", f"-I{include}", HERE / "probe.c",
                     "-o", library])
        run_or_fail(["abidw", "--no-corpus-path", "--no-comp-dir-path", "--no-show-locs",
                     "--no-elf-needed", "--out-file", path, library])


def changes(before, after):
    """abidiff's report on two records, one list of lines for each changed type."""
    code, out = run(["abidiff", "--leaf-changes-only", "--no-show-locs", before, after])
    if code & ~(ABIDIFF_CHANGE | ABIDIFF_INCOMPATIBLE):
        raise Failure(f"abidiff {before} {after}:\n{out}")
    if code == 0:
        return []
    lines = [line for line in out.splitlines() if line.strip() and "summary:" not in line]
    blocks = []
    for line in lines:
        if not line.startswith(" ") or not blocks:
            blocks.append([])
        blocks[-1].append(line)
    return blocks or [[out]]


def is_growth(block):
    """The struct has more members at its end, and nothing else is new."""
    if not all(GROWTH_LINES.fullmatch(line.strip()) for line in block):
        return False
    text = "\n".join(block)
    old_size = re.search(r"size changed from (\d+)", text)
    offsets = re.findall(r"at offset (\d+)", text)
    return old_size is not None and all(int(offset) >= int(old_size[1]) for offset in offsets)


def text_of(blocks):
    return "\n".join("\n".join(block) for block in blocks)


def check_against_own_record(now, own, number):
    if not own.exists():
        raise Failure(f"the headers say version {number}, of which there is no record: run check.py --record")
    changed = changes(own, now)
    if not changed:
        return
    kind = "minor" if all(map(is_growth, changed)) else "MAJOR"
    raise Failure(f"the headers differ from version {number}, which they claim to be; such a change needs a "
                  f"new {kind} version:\n{text_of(changed)}")


def check_against_previous(now, previous, number):
    broken = [block for block in changes(previous, now) if not is_growth(block)]
    if broken:
        raise Failure(f"version {number} is incompatible with version {previous.stem}; that needs a new MAJOR "
                      f"version:\n{text_of(broken)}")


def check(options):
    include, records = options.include, options.records
    missing = unprobed_names(include, HERE / "probe.c")
    if missing:
        raise Failure(f"add to the end of what probe.c lists: {', '.join(missing)}")
    major, minor = version(include)
    number = f"{major}.{minor}"
    if not re.search(rf"^\| {re.escape(number)} \|", options.steps.read_text(), re.MULTILINE):
        raise Failure(f"{options.steps} has no line for version {number}")
    own = records / f"{number}.abi"
    with tempfile.TemporaryDirectory() as folder:
        now = pathlib.Path(folder) / "now.abi"
        record(include, options.cc.split(), now)
        previous = records / f"{major}.{minor - 1}.abi"
        if minor > 0:
            check_against_previous(now, previous, number)
        if options.record and not own.exists():
            shutil.copyfile(now, own)
        check_against_own_record(now, own, number)


def parse(arguments):
    parser = argparse.ArgumentParser()
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--include", type=pathlib.Path, default=ROOT / "plugin_api" / "include")
    parser.add_argument("--records", type=pathlib.Path, default=HERE / "records")
    parser.add_argument("--steps", type=pathlib.Path, default=ROOT / "plugin_api" / "ABI.md")
    parser.add_argument("--cc", default="cc")
    return parser.parse_args(arguments)


def main(arguments):
    if not shutil.which("abidiff") or not shutil.which("abidw"):
        print("skipped: abidiff and abidw are missing (Debian: abigail-tools)")
        return SKIPPED
    try:
        check(parse(arguments))
    except Failure as failure:
        print(failure)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
