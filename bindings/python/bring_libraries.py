#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Puts the shared libraries of coldcore and its plugins into a folder, for the wheel.

    bring_libraries.py --from FOLDER --into FOLDER

--from is a build folder or a prefix of `meson install`; empty, the source tree is built.
"""
import argparse
import pathlib
import shutil
import subprocess
import sys

SOURCE = pathlib.Path(__file__).resolve().parents[2]
LIBRARIES = {"libcoldcore.so.0": "core", "libcoldcore_search.so.0": "problems",
             "coldcore_incidence.so": "plugins/incidence"}
FAMILIES = ("hamming", "torus_linf", "lee", "grid_linf")


def built(folder):
    """Builds what is needed, and nothing else, in a folder of its own."""
    if not (SOURCE / "core" / "meson.build").is_file():
        sys.exit(f"{SOURCE} is no source tree of coldcore: build in one, or name a build folder or a prefix with "
                 f"-Csetup-args=-Dlibraries=FOLDER")
    if not (folder / "build.ninja").is_file():
        subprocess.run(["meson", "setup", folder, SOURCE, "-Dtests=disabled", "--unity", "on", "-Dunity_size=50"],
                       check=True)
    targets = ["core/coldcore", "problems/coldcore_search:shared_library", "plugins/incidence/coldcore_incidence"]
    targets += [f"plugins/{family}" for family in FAMILIES]
    subprocess.run(["meson", "compile", "-C", folder, *targets], check=True)
    for family in FAMILIES:
        shutil.copyfile(SOURCE / "plugins" / family / "bounds.csv",
                        folder / "plugins" / f"coldcore_{family}.bounds.csv")
    return folder


def find(folder, places, name):
    for place in places:
        for found in sorted(folder.glob(f"{place}/{name}")):
            return found
    sys.exit(f"{folder} has no {name}: it is neither a build folder nor a prefix of coldcore")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--from", dest="source", required=True)
    parser.add_argument("--into", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    into = arguments.into.resolve()
    folder = pathlib.Path(arguments.source) if arguments.source else built(into / "coldcore-build")
    prefix = ["lib", "lib64", "lib/*-linux-*"]
    for name, place in LIBRARIES.items():
        shutil.copy(find(folder, [place, *prefix], name), into / name)
    for family in FAMILIES:
        for suffix in (".so", ".bounds.csv"):
            name = f"coldcore_{family}{suffix}"
            shutil.copy(find(folder, ["plugins", *(f"{p}/coldcore/plugins" for p in prefix)], name), into / name)


if __name__ == "__main__":
    main()
