# SPDX-License-Identifier: Apache-2.0
"""Small covers of finite spaces: covering codes, dominating sets, covering designs, set covers.

    import coldcore

    result = coldcore.solve("hamming", "3^6", R=1, target=73)   # search, then an independent recount
    result.words                                                # an array, one word a row
    coldcore.verify("hamming", "3^6", R=1, words=result.words)  # recount anybody's words

    with coldcore.Cell("hamming", "3^6", R=1) as cell:          # the engine itself
        cell.recount([0, 364, 728])
        cell.gain_map()
        cell.map_max()

What a name offers, `help(coldcore.NAME)` says. `coldcore.libraries()` tells which shared libraries are in use,
and where they were looked for; the order is that of `help(coldcore.libraries)`.

An engine has one cell a process: a second Cell, or a search while a Cell is open, is refused.
"""
from ._arrays import parse_axes
from ._errors import Error, LibraryError, MissingSymbol
from ._libraries import families, libraries
from .cell import Cell
from .search import Result, solve, verify

__version__ = "0.1.0"

__all__ = ["Cell", "Error", "LibraryError", "MissingSymbol", "Result", "families", "libraries", "parse_axes",
           "solve", "verify"]
