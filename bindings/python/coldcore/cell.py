# SPDX-License-Identifier: Apache-2.0
"""The engine's cell of a product space."""
import ctypes
import math
import weakref

import numpy as np

from . import _arrays, _libraries, _placement
from ._engine import EngineCell
from ._errors import Error

_NO_CELL, _CELL_OPEN = -1, -2
_EXTRACT_CAP = 1 << 20


def _support_table(family, n, ax, R, format):
    """The arrays of the family's table: (patterns,) in v1 format, (masks, offsets) in ox format."""
    if format == 0:
        length = family.table(n, ax, R, None, 0)
        arrays = (np.empty(max(length, 0), dtype=np.uint64),)
        stored = family.table(n, ax, R, _arrays.address(arrays[0]), length)
    else:
        length = family.table_ox(n, ax, R, None, None, 0)
        arrays = (np.empty(max(length, 0), dtype=np.uint16), np.empty(max(length, 0), dtype=np.uint64))
        stored = family.table_ox(n, ax, R, *map(_arrays.address, arrays), length)
    if length < 1 or stored != length:
        raise Error(length, "table", f"the family {family.name.decode()} gives no support table for this shape")
    return arrays


class Cell(EngineCell):
    """A product space with a multiset of chosen words, of which the engine keeps exactly how often each word is
    covered (cnt), and one map, which says of every word what choosing it gains or dropping it loses.

        with coldcore.Cell("hamming", "3^6", R=1, mu=1) as cell: ...

    problem: the family's name or its number. axes: "3^6", "3^4,2^3" or a sequence of sizes, digit 0 first.
    R: the covering radius. mu: how often every word has to be covered. owner: make room for loss_owner.
    extract_cap: the most entries of one map_extract. layers_mode and cnt_mode say where the planes and cnt go
    (0 device memory, 1 CPU memory, 2 managed); None chooses by COLDCORE_HBM_BUDGET, in bytes, 80e9 if unset:
    mode 0 for all that fits, else the planes in CPU memory, and cnt with them above 40e9 bytes.

    The engine has ONE cell a process: while one is open, another Cell is refused, and so is coldcore.solve for
    a product space. Close a cell by `with`, by close(), or by forgetting it.

    Words are numbered by their digits, x[0] + x[1]*axes[0] + x[2]*axes[0]*axes[1] + ...; see index() and
    digits(). Arrays of words are one-dimensional int64 arrays, used without a copy; lists of ints will do for
    few. A call that is refused raises coldcore.Error, TypeError or ValueError and changes nothing.
    """

    _open = None  # A weak reference to the cell that is open.
    _no_cell = (_NO_CELL, "DCT_E_NO_CELL", "this cell is closed")

    def __init__(self, problem, axes, R, mu=1, layers_mode=None, cnt_mode=None, owner=False, extract_cap=None):
        self.close()
        self._library = _libraries.core()
        self.axes = _arrays.parse_axes(axes)
        self.R = _arrays.whole("R", R, 0, 2**31 - 1)
        self.size = math.prod(self.axes)
        mu = _arrays.whole("mu", mu, 1, 65535)
        if mu != 1:
            self._library.require("dct_set_mu")
        if not isinstance(problem, str):
            problem = _arrays.whole("problem", problem, 0, 2**31 - 1)
        self._family = _libraries.load_family(problem)
        self.problem = self._family.name.decode()
        self._refuse_second()
        opened = _libraries.Opened(self, self._library.dct_free)
        self._close = opened.close
        try:
            self._open_cell(layers_mode, cnt_mode, owner, extract_cap, opened.bytes)
        except BaseException:
            self.close()
            raise
        Cell._open = weakref.ref(self)
        self._mu = 1
        if mu != 1:
            self.mu = mu

    def _refuse_second(self):
        other = Cell._open and Cell._open()
        if other is not None and not other.closed:
            raise Error(_CELL_OPEN, "DCT_E_CELL_OPEN",
                        f"{other!r} is open, and the engine has one cell a process: close it first")

    def _open_cell(self, layers_mode, cnt_mode, owner, extract_cap, allocated):
        self._ax = np.array(self.axes, dtype=np.int32)
        n, ax = len(self.axes), self._ax.ctypes.data
        layers = ctypes.c_int(1)
        if self._family.validate(n, ax, self.R, ctypes.addressof(layers)) == 0:
            automatic = _placement.choose(self._plane_bytes(layers.value), 2 * self.size)
            table = _support_table(self._family, n, ax, self.R, 0)[0]
        else:  # The engine says why.
            automatic, table = (0, 0), np.zeros(1, dtype=np.uint64)
        self.layers_mode = automatic[0] if layers_mode is None else _placement.mode("layers_mode", layers_mode)
        self.cnt_mode = automatic[1] if cnt_mode is None else _placement.mode("cnt_mode", cnt_mode)
        if extract_cap is None:
            extract_cap = min(_EXTRACT_CAP, self.size)
        extract_cap = _arrays.whole("extract_cap", extract_cap, 1, 2**31 - 1)
        self._check(self._library.dct_init3(
            self._family.id, n, ax, self.R, table.ctypes.data, len(table), extract_cap, ctypes.addressof(allocated),
            self.layers_mode, self.cnt_mode, 1 if owner else 0))
        self.bytes = allocated.value
        self.table_length = len(table)
        self._extract_cap = extract_cap
        self._has_ox = False

    def _plane_bytes(self, layers):
        if not self._family.plane_bytes:
            return 4 * layers * self.size
        return 4 * self.size + self._family.plane_bytes(len(self.axes), self._ax.ctypes.data, self.R)

    # --- Life ---------------------------------------------------------------------------------------------

    def __repr__(self):
        axes = ",".join(map(str, self.axes))
        return f"<coldcore.Cell {self.problem} {axes} R={self.R}{', closed' if self.closed else ''}>"

    def _words(self, words):
        words = _arrays.given("words", words, np.int64)
        if len(words) > 2**31 - 1:
            raise ValueError(f"words has {len(words)} elements: one call takes 2147483647")
        return words

    # --- The multiset and its counts ------------------------------------------------------------------------

    @property
    def mu(self):
        """How often every word has to be covered. Setting it leaves cnt and the map as they are."""
        return self._mu

    @mu.setter
    def mu(self, mu):
        self._call("dct_set_mu", _arrays.whole("mu", mu, 1, 65535))
        self._mu = mu

    def recount(self, words):
        """Replaces the multiset: words may repeat, at most 65,535 of them. The map is gone then."""
        words = self._words(words)
        self._call("dct_set_code", _arrays.address(words), len(words))
        self._call("dct_transform", 0, 2)

    def ball_update(self, words, delta=1):
        """Adds (delta +1) or removes (-1) words; cnt follows exactly, the map does not. All or nothing."""
        words = self._words(words)
        self._call("dct_ball_update", _arrays.address(words), len(words),
                   _arrays.whole("delta", delta, -2**31, 2**31 - 1))

    def count_eq(self, target):
        """How many words have cnt == target."""
        return self._call("dct_count_eq", _arrays.whole("target", target, 0, 2**31 - 1))

    def count_deficit(self):
        """What is missing for a cover: the sum over all words of max(0, mu - cnt)."""
        return self._call("dct_count_deficit")

    def read_cnt(self, off=0, length=None, out=None):
        """cnt of the words off..off+length-1 (to the end), a uint16 array; into `out` if that is given."""
        off = _arrays.whole("off", off)
        length = self.size - off if length is None else _arrays.whole("length", length)
        if off < 0 or length < 0 or off + length > self.size:
            raise IndexError(f"words {off}..{off + length - 1}: the space has the words 0..{self.size - 1}")
        self._require_open()
        out = _arrays.output("out", out, length, np.uint16)
        if length:
            self._call("dct_read_cnt", off, length, out.ctypes.data)
        return out

    def ball_gather(self, words, target=0, out=None):
        """For each of the words, how many words that it covers have cnt == target, as cnt is now: an int32 array,
        `out` if that is given. If mu is above 1, target 0 means those with cnt < mu (the gain) and target 1 those
        with 1 <= cnt <= mu (the loss), which is the same at mu = 1."""
        words = self._words(words)
        target = _arrays.whole("target", target, 0, 65535)
        self._require_open()
        out = _arrays.output("out", out, len(words), np.int32)
        self._call("dct_ball_gather", _arrays.address(words), len(words), target, _arrays.address(out))
        return out

    def loss_owner(self, words):
        """Replaces the multiset by these words and returns the loss of each: how much would be missing without
        one occurrence of it. The cell has to be opened with owner=True."""
        words = self._words(words)
        self._require_open()
        out = np.empty(len(words), dtype=np.int32)
        self._call("dct_loss_owner", _arrays.address(words), len(words), _arrays.address(out))
        return out

    # --- The map ----------------------------------------------------------------------------------------------

    def gain_map(self):
        """Computes the map: for every word, how many words with cnt < mu it covers."""
        self._call("dct_transform", 1, 1)

    def loss_map(self):
        """Computes the map: for every word, how many words with 1 <= cnt <= mu it covers."""
        self._call("dct_transform", 2, 1)

    def coverage_map(self, words):
        """Computes the map: for every word, how many of these words cover it. The multiset stays."""
        words = self._words(words)
        self._call("dct_set_code", _arrays.address(words), len(words))
        self._call("dct_transform", 0, 1)

    def map_max(self):
        """The largest value of the map."""
        value = ctypes.c_int32(0)
        self._call("dct_map_max", ctypes.addressof(value))
        return value.value

    def map_hist(self, nbins, vmax):
        """Histogram of the positive values of the map, an int32 array: v counts in bin (v-1)*nbins//vmax, or in the
        last one if that is past it."""
        nbins = _arrays.whole("nbins", nbins, 1, 4096)
        self._require_open()
        out = np.zeros(nbins, dtype=np.int32)
        self._call("dct_map_hist", nbins, _arrays.whole("vmax", vmax, 1, 2**31 - 1), out.ctypes.data)
        return out

    def map_extract(self, threshold, cap=None):
        """The words whose value is at least the threshold: (words, values, found), words ascending, at most
        min(cap, extract_cap) of them; found is how many there are in all."""
        threshold = _arrays.whole("threshold", threshold, -2**31, 2**31 - 1)
        cap = self._extract_cap if cap is None else _arrays.whole("cap", cap, 0, 2**31 - 1)
        cap = min(cap, self._extract_cap)
        self._require_open()
        words, values = np.empty(cap, dtype=np.int64), np.empty(cap, dtype=np.int32)
        found = self._call("dct_map_extract64", threshold, _arrays.address(words), _arrays.address(values), cap)
        stored = min(found, cap)
        return words[:stored], values[:stored], found

    def map_read_at(self, words, out=None):
        """Values of the map at these words, an int32 array; into `out` if that is given."""
        words = self._words(words)
        self._require_open()
        out = _arrays.output("out", out, len(words), np.int32)
        self._call("dct_map_read_at", _arrays.address(words), len(words), _arrays.address(out))
        return out

    # --- Words and tables ---------------------------------------------------------------------------------------

    def use_fmt(self, fmt):
        """The support table that walks read: 0 or "v1", 1 or "ox". Answers are the same."""
        formats = {"v1": 0, "ox": 1}
        fmt = formats.get(fmt, fmt) if isinstance(fmt, str) else fmt
        fmt = _arrays.whole("fmt", fmt, 0, 1)
        self._require_open()
        if fmt == 1 and not self._has_ox:
            if not self._family.table_ox:
                raise Error(-17, "DCT_E_FORMAT", f"the family {self.problem} has no table in ox format")
            self._library.require("dct_set_tbl2")
            masks, offsets = _support_table(self._family, len(self.axes), self._ax.ctypes.data, self.R, 1)
            self._call("dct_set_tbl2", masks.ctypes.data, offsets.ctypes.data, len(masks))
            self._has_ox = True
        self._call("dct_use_fmt", fmt)

    def index(self, digits):
        """Numbers of words from their digits, [..., n]: an int64 array."""
        digits = np.asarray(digits)
        if digits.shape[-1:] != (len(self.axes),) or digits.dtype.kind not in "iu":
            raise ValueError(f"digits have to be whole numbers, {len(self.axes)} for each word")
        if np.any(digits < 0) or np.any(digits >= np.array(self.axes)):
            raise ValueError(f"a digit is outside its axis; the axes are {self.axes}")
        return digits.astype(np.int64) @ self._strides()

    def digits(self, words):
        """Digits of words from their numbers, [len(words), n], digit 0 first."""
        words = np.asarray(words)
        if words.size and words.dtype.kind not in "iu":
            raise TypeError(f"words have to be whole numbers in 0..{self.size - 1}, not {words.dtype}")
        if np.any(words < 0) or np.any(words >= self.size):
            raise ValueError(f"the space has the words 0..{self.size - 1}")
        return words.astype(np.int64)[..., None] // self._strides() % np.array(self.axes, dtype=np.int64)

    def _strides(self):
        return np.cumprod((1,) + self.axes[:-1], dtype=np.int64)
