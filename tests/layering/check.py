#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the layering: which folder may include which, who may be named where, what the built files bind.

    check.py --source ROOT [--core FILE] [--cli FILE] [--search FILE] [--incidence FILE] [--plugin NAME=FILE]...

Prints every violation and exits with 1 if there is any.
"""
import argparse
import pathlib
import re
import subprocess
import sys

# Libraries of the program, though they lie with the incidence module.
MANIFEST = "plugins/incidence/manifest"
MATRIX = "plugins/incidence/matrix"

# Folder -> the folders whose files it may include, itself among them.
ARROWS = {
    "plugin_api": {"plugin_api"},
    "core": {"core", "plugin_api"},
    "search": {"search", "plugin_api"},
    "problems": {"problems", "search", "plugin_api"},
    "cli": {"cli", "problems", "search", "plugin_api", MANIFEST, MATRIX},
    MANIFEST: {MANIFEST},
    MATRIX: {MATRIX, "search"},
}
SOURCES = {".c", ".h", ".cpp", ".hpp", ".cu", ".cuh", ".inc", ".in"}

# Words for families that the blind folders must not know, built already or not. plugins/incidence is no
# family: it is the other engine, and its name is also that of a capability of the search.
RESERVED_NAMES = {"hamming", "torus", "lee", "grid"}
NO_FAMILY = {"incidence"}
BLIND = ("core", "search")

# The recount that calls something a cover trusts the plugin's definition and nothing of the engine: these are
# all the files that it may reach. Of the oracle it knows the types of indices, which have no code.
GATE_MAY_REACH = re.compile(
    r"(plugin\.h|oracle\.hpp|(gate\w*|problem|cover_file|available_memory)\.[ch]pp)")
GATE_LIBRARIES = re.compile(r"[\w.]+|fmt/.*")  # Standard and system headers have no folder.

# Of the search, matrices use what concerns files, memory and random numbers, and its error of an input.
MATRIX_MAY_USE = re.compile(r"(atomic_file|available_memory|problem|rng)\.hpp")

# The incidence module shares nothing with the product-space engine, so of the public headers it has its own.
# Folder -> the public headers that it may include.
INCIDENCE_HEADERS = {
    "plugins/incidence": re.compile(r"coldcore/sparse(_index)?\.h"),
    "plugins/incidence/compose": re.compile(r"coldcore/compose\.h"),
    "plugins/incidence/kernels": re.compile(r"coldcore/kernels\.h"),
    "plugins/incidence/layouts": re.compile(r"coldcore/layouts\.hp?p?"),
}
INCIDENCE_LIBRARIES = re.compile(
    r"^(libc|libm|libstdc\+\+|libgcc_s|ld-linux[^.]*|libfmt|libnuma)\.so\.\d+$")
INCIDENCE_EXPORT = re.compile(r"^(coldcore_)?sparse_")
INCIDENCE_SPACE = "coldcore::incidence::"
OTHER_SPACES = re.compile(r"coldcore::(core|sdk|search|problems|conformance|cli)::")

PLUGIN_LIBRARIES = re.compile(r"^(libc|libm|libstdc\+\+|libgcc_s|ld-linux[^.]*)\.so\.\d+$")
SANITIZER_LIBRARY = re.compile(r"^lib(a|t|ub|l|m)san\.so\.\d+$")
SANITIZER_SYMBOL = re.compile(r"^__(odr_)?([atlm]|ub)san")


# --- Sources ------------------------------------------------------------------------------------------


def source_files(folder):
    return sorted(p for p in folder.rglob("*") if p.suffix in SOURCES and p.is_file())


def included_files(path):
    """The operands of all #include lines."""
    return re.findall(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', path.read_text(), re.MULTILINE)


def resolve(root, path, operand):
    """The file of the source tree that an include means, or None for one from outside it."""
    places = [path.parent, root, root / "plugin_api" / "include"]
    places += [root / layer for layer in ARROWS]
    places += sorted(p for p in (root / "plugins").glob("*") if p.is_dir())
    for place in places:
        candidate = (place / operand).resolve()
        if candidate.is_file() and candidate.is_relative_to(root.resolve()):
            return candidate
    return None


def layer_of(root, path):
    """core, search, ... or plugins/NAME."""
    parts = path.resolve().relative_to(root.resolve()).parts
    if "/".join(parts[:3]) in (MANIFEST, MATRIX):
        return "/".join(parts[:3])
    return "/".join(parts[:2]) if parts[0] == "plugins" else parts[0]


def layers(root):
    """Every folder with rules that exists, with the folders it may include."""
    arrows = dict(ARROWS)
    for folder in (root / "plugins").glob("*"):
        if folder.is_dir():
            arrows[f"plugins/{folder.name}"] = {f"plugins/{folder.name}", "plugin_api"}
    return {name: allowed for name, allowed in sorted(arrows.items()) if (root / name).is_dir()}


def include_violations(root):
    for name, allowed in layers(root).items():
        for path in source_files(root / name):
            if layer_of(root, path) != name:
                continue
            for operand in included_files(path):
                target = resolve(root, path, operand)
                layer = None if target is None else layer_of(root, target)
                if layer is not None and layer not in allowed:
                    yield f"{path}: includes {operand} of {layer}; {name} may use {sorted(allowed)}"
                elif name == MATRIX and layer == "search" and not MATRIX_MAY_USE.fullmatch(operand):
                    yield f"{path}: includes {operand} of search; {name} may use {MATRIX_MAY_USE.pattern}"


def incidence_violations(root):
    """Each library of the incidence folder has its own public headers, and no other's."""
    public = (root / "plugin_api" / "include").resolve()
    for path in source_files(root / "plugins" / "incidence"):
        folder = path.parent.resolve().relative_to(root.resolve()).as_posix()
        if folder in (MANIFEST, MATRIX):  # Their arrows allow none.
            continue
        own = INCIDENCE_HEADERS.get(folder, INCIDENCE_HEADERS["plugins/incidence"])
        for operand in included_files(path):
            target = resolve(root, path, operand)
            if target is None or not target.is_relative_to(public):
                continue
            if not own.fullmatch(target.relative_to(public).as_posix()):
                yield f"{path}: includes {operand}; of the public headers {folder} has {own.pattern}"


def reachable(root, path, seen):
    """Adds to seen every file of the tree behind a file: its includes, and the .cpp of each .hpp."""
    if path in seen:
        return
    seen.add(path)
    if path.suffix == ".hpp" and path.with_suffix(".cpp").is_file():
        reachable(root, path.with_suffix(".cpp"), seen)
    for operand in included_files(path):
        target = resolve(root, path, operand)
        if target is not None:
            reachable(root, target, seen)


def gate_violations(root):
    search = (root / "search").resolve()
    gate = sorted(search.glob("gate*.?pp"))
    if search.is_dir() and not gate:
        yield f"{search}: there is no gate*.cpp to judge"
    behind = set()
    for path in gate:
        reachable(root, path, behind)
    for path in sorted(behind):
        if not GATE_MAY_REACH.fullmatch(path.name):
            yield f"{path}: the gate reaches it, but must share nothing with the engine"
            continue
        for operand in included_files(path):
            if resolve(root, path, operand) is None and not GATE_LIBRARIES.fullmatch(operand):
                yield f"{path}: includes {operand}, but the gate uses the standard library and fmt alone"


def family_names(root):
    folders = {p.name for p in (root / "plugins").glob("*") if p.is_dir()}
    return sorted(RESERVED_NAMES | (folders - NO_FAMILY))


def name_pattern(names):
    """Finds a name anywhere; a short one, which other words contain, only as a word or in CamelCase."""
    long = [re.escape(n) for n in names if len(n) > 4]
    short = [re.escape(n) for n in names if len(n) <= 4]
    parts = [f"(?i:{n})" for n in long]
    parts += [f"(?<![A-Za-z])(?i:{n})(?![A-Za-z])" for n in short]
    parts += [f"(?<![A-Z]){n.capitalize()}(?=[A-Z])" for n in short]
    return re.compile("|".join(parts))


def name_violations(root):
    pattern = name_pattern(family_names(root))
    for layer in BLIND:
        for path in source_files(root / layer) + sorted((root / layer).rglob("meson.build")):
            for number, line in enumerate(path.read_text().splitlines(), 1):
                found = pattern.search(line)
                if found:
                    yield f"{path}:{number}: names a family, {found.group()!r}"


# --- Built files --------------------------------------------------------------------------------------


def run(*command):
    return subprocess.run(command, check=True, capture_output=True).stdout.decode(errors="replace")


def needed_libraries(readelf_output):
    return re.findall(r"\(NEEDED\).*\[(.+)\]", readelf_output)


def symbol_names(nm_output):
    """The last column, without symbol versions; the names of the versions themselves are absolute symbols."""
    lines = [line.split() for line in nm_output.splitlines() if line.split()]
    return [columns[-1].split("@")[0] for columns in lines if "A" not in columns[:-1]]


def own_symbols(names):
    return [n for n in names if not SANITIZER_SYMBOL.match(n)]


def cli_violations(needed, undefined):
    """The program finds the engines by look-up, when it needs them."""
    for library in needed:
        if re.search(r"coldcore|incidence", library):
            yield f"is linked to {library}; it has to look it up"
    for name in undefined:
        if re.match(r"(dct|coldcore|sparse)_", name):
            yield f"imports {name}; it has to look it up"


def search_violations(needed, undefined, exported):
    """The search for hosts: it finds the engines by look-up, and offers its own names."""
    yield from cli_violations(needed, undefined)
    for name in own_symbols(exported):
        if not name.startswith("coldcore_search_"):
            yield f"exports {name}; its exports begin with coldcore_search_"
    if not exported:
        yield "exports nothing"


def core_violations(needed, exported, all_symbols, texts, names):
    for library in needed:
        if "coldcore" in library:
            yield f"is linked to {library}"
    for name in own_symbols(exported):
        if not re.match(r"(dct|coldcore)_", name):
            yield f"exports {name}; its exports begin with dct_ or coldcore_"
    if not exported:
        yield "exports nothing"
    pattern = name_pattern(names)
    for name in all_symbols:
        if pattern.search(name):
            yield f"has a symbol that names a family, {name}"
    for name in names:
        if len(name) > 4 and name in texts.lower():
            yield f"contains the text {name!r}"


def plugin_violations(family, needed, exported):
    for library in needed:
        if not PLUGIN_LIBRARIES.match(library) and not SANITIZER_LIBRARY.match(library):
            yield f"is linked to {library}; a family needs libc, libm, libstdc++ and libgcc_s at most"
    marker = re.compile(rf"^coldcore_plugin_\d+_\d+_{re.escape(family)}$")
    markers = [n for n in exported if marker.match(n)]
    if len(markers) != 1:
        yield f"exports {len(markers)} markers coldcore_plugin_MAJOR_ID_{family}; it needs one"
    for name in own_symbols(exported):
        if not marker.match(name) and not name.startswith(f"{family}_"):
            yield f"exports {name}; its exports begin with {family}_"


def module_violations(needed, undefined, exported, all_symbols):
    """The incidence module alone: it is linked to no part of coldcore and offers its own names."""
    for library in needed:
        if not INCIDENCE_LIBRARIES.match(library) and not SANITIZER_LIBRARY.match(library):
            yield f"is linked to {library}; the module needs the C++ runtime, libfmt and libnuma"
    for name in undefined:
        if re.match(r"(dct|coldcore)_", name):
            yield f"imports {name}; it shares nothing with the product-space engine"
    for name in own_symbols(exported):
        if not INCIDENCE_EXPORT.match(name):
            yield f"exports {name}; its exports begin with sparse_ or coldcore_sparse_"
    if not exported:
        yield "exports nothing"
    for name in all_symbols:
        if OTHER_SPACES.search(name):
            yield f"contains code of another part, {name.split(maxsplit=2)[-1]}"


def sharing_violations(module_exported, exported, all_symbols):
    """Another built file beside the module: no name is offered by both, no code is in both."""
    for name in own_symbols(sorted(set(module_exported) & set(exported))):
        yield f"exports {name}, and so does the incidence module"
    for name in all_symbols:
        if INCIDENCE_SPACE in name:
            yield f"contains code of the incidence module, {name.split(maxsplit=2)[-1]}"


def exported_symbols(path):
    return symbol_names(run("nm", "-D", "--defined-only", path))


def judge_module(path):
    needed = needed_libraries(run("readelf", "-dW", path))
    undefined = symbol_names(run("nm", "-D", "--undefined-only", path))
    return module_violations(needed, undefined, exported_symbols(path), run("nm", "-C", path).splitlines())


def judge_sharing(module, path):
    symbols = run("nm", "-C", path).splitlines()
    return sharing_violations(exported_symbols(module), exported_symbols(path), symbols)


def judge_cli(path):
    needed = needed_libraries(run("readelf", "-dW", path))
    return cli_violations(needed, symbol_names(run("nm", "-D", "--undefined-only", path)))


def judge_search(path):
    needed = needed_libraries(run("readelf", "-dW", path))
    undefined = symbol_names(run("nm", "-D", "--undefined-only", path))
    return search_violations(needed, undefined, exported_symbols(path))


def judge_core(path, names):
    needed = needed_libraries(run("readelf", "-dW", path))
    exported = exported_symbols(path)
    all_symbols = run("nm", "-C", path).splitlines()
    texts = run("readelf", "-p", ".rodata", path)  # Not the whole file: debug data has the builder's paths.
    return core_violations(needed, exported, all_symbols, texts, names)


def judge_plugin(family, path):
    needed = needed_libraries(run("readelf", "-dW", path))
    return plugin_violations(family, needed, exported_symbols(path))


# --- The whole ----------------------------------------------------------------------------------------


def source_violations(root):
    yield from include_violations(root)
    yield from incidence_violations(root)
    yield from gate_violations(root)
    yield from name_violations(root)


def built_violations(arguments, names):
    for path in arguments.core:
        yield from (f"{path}: {what}" for what in judge_core(path, names))
    for path in arguments.cli:
        yield from (f"{path}: {what}" for what in judge_cli(path))
    for path in arguments.search:
        yield from (f"{path}: {what}" for what in judge_search(path))
    for plugin in arguments.plugin:
        family, path = plugin.split("=", 1)
        yield from (f"{path}: {what}" for what in judge_plugin(family, path))
    others = arguments.core + arguments.search + [plugin.split("=", 1)[1] for plugin in arguments.plugin]
    for module in arguments.incidence:
        yield from (f"{module}: {what}" for what in judge_module(module))
        for path in others:
            yield from (f"{path}: {what}" for what in judge_sharing(module, path))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=pathlib.Path, required=True)
    for kind in ("core", "cli", "search", "incidence", "plugin"):
        parser.add_argument(f"--{kind}", action="append", default=[])
    arguments = parser.parse_args()
    violations = list(source_violations(arguments.source))
    violations += built_violations(arguments, family_names(arguments.source))
    for violation in violations:
        print(violation)
    sys.exit(1 if violations else 0)


if __name__ == "__main__":
    main()
