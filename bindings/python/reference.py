#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/python.md from the docstrings: reference.py > docs/python.md. A test holds that it is up to date."""
import inspect
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import coldcore
from coldcore import incidence, incidence_cpu, incidence_gpu

INTRODUCTION = """# The Python package

[tutorial.md](tutorial.md) shows it at work, `bindings/python/README.md` tells how to install it. This page is made from
the docstrings, which `help()` shows, by `bindings/python/reference.py`.
"""


def docstring(thing):
    """Indented parts become code blocks, as Markdown has them; others are text."""
    return inspect.getdoc(thing)


def functions(cls, own_only=False):
    """Public methods and properties in the order in which they are written, those of base classes first."""
    seen = {}
    for base in ([cls] if own_only else reversed(cls.__mro__)):
        for name, member in vars(base).items():
            if not name.startswith("_") and (callable(member) or isinstance(member, (property, classmethod))):
                seen[name] = member
    return seen


def signature(name, function):
    if isinstance(function, property):
        return name
    function = getattr(function, "__func__", function)
    text = str(inspect.signature(function))
    for first in ("(self, ", "(cls, "):
        text = text.replace(first, "(")
    return name + text.replace("(self)", "()")


def describe_class(name, cls, members=True):
    yield f"\n### `{name}{str(inspect.signature(cls.__init__)).replace('self, ', '')}`\n"
    yield docstring(cls)
    for member, function in functions(cls).items() if members else ():
        yield f"\n- **`{signature(member, function)}`**: {' '.join(docstring(function).split())}"


def page():
    yield INTRODUCTION
    yield docstring(coldcore)
    yield "\n## Search and recount"
    for function in (coldcore.solve, coldcore.verify):
        yield f"\n### `{signature(function.__name__, function)}`\n"
        yield docstring(function)
    yield f"\n### `Result`\n\n{docstring(coldcore.Result)}"
    for member in ("to_file", "from_file", "plot"):
        function = vars(coldcore.Result)[member]
        yield f"\n- **`{signature(member, function)}`**: {' '.join(inspect.getdoc(function).split())}"
    yield "\n## The engine"
    yield from describe_class("Cell", coldcore.Cell)
    yield f"\n## `coldcore.incidence`\n\n{docstring(incidence)}"
    yield from describe_class("SparseIncidenceBackend", incidence.SparseIncidenceBackend, members=False)
    yield from describe_class("WeightedIncidenceBackend", incidence.WeightedIncidenceBackend)
    for module in (incidence_gpu, incidence_cpu):
        yield f"\n## `{module.__name__}`\n\n{docstring(module)}"
    for name in ("SparseIncidenceBackend", "WeightedIncidenceBackend"):
        yield from describe_class(name, getattr(incidence_gpu, name), members=False)
    yield "\n## Libraries and errors"
    for function in (coldcore.libraries, coldcore.families, coldcore.parse_axes):
        yield f"\n### `{signature(function.__name__, function)}`\n"
        yield docstring(function)
    for error in (coldcore.Error, coldcore.LibraryError, coldcore.MissingSymbol):
        yield f"\n### `{error.__name__}`\n"
        yield docstring(error)


def text():
    return "\n".join(page()) + "\n"


if __name__ == "__main__":
    print(text(), end="")
