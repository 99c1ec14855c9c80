# SPDX-License-Identifier: Apache-2.0
"""The incidence module, coldcore_incidence.so, behind the same methods as coldcore.incidence.

It uses the device that the environment variable COLDCORE_DEVICE names or, unset, the best that there is;
coldcore.incidence_cpu has the same classes on the CPU. Where the incidence lives follows from COLDCORE_HBM_BUDGET
(bytes, 80e9 if unset): in device memory if the whole cell fits, else in CPU memory.

The module has ONE cell a process: a second backend, or coldcore.solve for a design or a set cover while one is
open, is refused. Close it by `with`, by close(), or by forgetting it.
"""
import contextlib
import ctypes
import os
import weakref

import numpy as np

from . import _arrays, _libraries, _placement
from ._engine import EngineCell
from ._errors import Error

_MOST = 2**31 - 1
_EXTRACT_CAP = 1 << 20
_open_backend = None  # A weak reference to the backend that is open.


@contextlib.contextmanager
def _device(name):
    before = os.environ.get("COLDCORE_DEVICE")
    if name is not None:
        os.environ["COLDCORE_DEVICE"] = name
    try:
        yield
    finally:
        if name is not None and before is None:
            del os.environ["COLDCORE_DEVICE"]
        elif name is not None:
            os.environ["COLDCORE_DEVICE"] = before


class _Backend(EngineCell):
    """What both kinds of rows share; open(...) of a subclass calls the init. See coldcore.incidence for what the
    methods compute; arrays are used without a copy."""

    device = None  # What COLDCORE_DEVICE says.
    _no_cell = (-1, "SPARSE_E_NO_CELL", "this backend is closed")

    def _start(self, n_cand, n_univ, bytes_of_cell, mu, inc_mode, extract_cap, init):
        global _open_backend
        self.close()
        self._library = _libraries.incidence()
        other = _open_backend and _open_backend()
        if other is not None and not other.closed:
            raise Error(-2, "SPARSE_E_CELL_OPEN",
                        f"{other!r} is open, and the module has one cell a process: close it first")
        mu = _arrays.whole("mu", mu, 1, _MOST)
        if inc_mode is None:
            inc_mode = 0 if bytes_of_cell <= _placement.budget() else 1
        self.n_cand, self.n_univ = n_cand, n_univ
        self.inc_mode = _arrays.whole("inc_mode", inc_mode, 0, 1)
        if extract_cap is None:
            extract_cap = min(_EXTRACT_CAP, max(n_cand, 1))
        self._extract_cap = _arrays.whole("extract_cap", extract_cap, 1, _MOST)
        opened = _libraries.Opened(self, self._library.sparse_free)
        self._close = opened.close
        try:
            with _device(self.device):
                self._check(init(self._library, self.inc_mode, self._extract_cap, ctypes.addressof(opened.bytes)))
        except BaseException:
            self.close()
            raise
        _open_backend = weakref.ref(self)
        self._mu = 1
        if mu != 1:
            self.mu = mu

    def __repr__(self):
        return (f"<{type(self).__name__} {self.n_cand} candidates, {self.n_univ} points"
                f"{', closed' if self.closed else ''}>")

    @property
    def bytes(self):
        """Bytes that the cell holds: those of the device, and those of CPU memory beside it."""
        return self._call("sparse_dev_bytes"), self._call("sparse_host_bytes")

    @property
    def mu(self):
        """How often every point has to be covered. Setting it leaves cnt and the map as they are."""
        return self._mu

    @mu.setter
    def mu(self, mu):
        self._call("sparse_set_mu", _arrays.whole("mu", mu, 1, _MOST))
        self._mu = mu

    def recount(self, idx):
        """Replaces the multiset of chosen candidates; idx may repeat."""
        idx = _arrays.given("idx", idx, np.int64)
        self._call("sparse_recount", _arrays.address(idx), len(idx))

    def ball_update(self, idx, delta=1):
        """Adds (delta +1) or removes (-1) candidates. All or nothing."""
        idx = _arrays.given("idx", idx, np.int64)
        self._call("sparse_ball_update", _arrays.address(idx), len(idx),
                   _arrays.whole("delta", delta, -2**31, 2**31 - 1))

    def field(self, role):
        """Computes the field of this role into the map."""
        self._call("sparse_field", _arrays.whole("role", role, 0, _MOST))

    def gain_map(self):
        """Computes the gain of every candidate into the map."""
        self.field(0)

    def loss_map(self):
        """Computes the loss of every candidate into the map."""
        self.field(1)

    def ball_gather(self, idx, role=0, out=None):
        """The field of this role at these candidates, from cnt as it is now: an int32 array, `out` if given."""
        idx = _arrays.given("idx", idx, np.int64)
        role = _arrays.whole("role", role, 0, _MOST)
        self._require_open()
        out = _arrays.output("out", out, len(idx), np.int32)
        self._call("sparse_ball_gather", _arrays.address(idx), len(idx), role, _arrays.address(out))
        return out

    def count_eq(self, target):
        """How many points have cnt == target."""
        return self._call("sparse_count_eq", _arrays.whole("target", target, 0, _MOST))

    def count_deficit(self):
        """D, what is missing for a cover."""
        return self._call("sparse_count_deficit")

    def map_max(self):
        """The largest value of the map."""
        value = ctypes.c_int32(0)
        self._call("sparse_map_max", ctypes.addressof(value))
        return value.value

    def map_hist(self, nbins, vmax):
        """Histogram of the positive values of the map, an int32 array: v counts in bin (v-1)*nbins//vmax, or in the
        last one if that is past it."""
        nbins = _arrays.whole("nbins", nbins, 1, 4096)
        self._require_open()
        out = np.zeros(nbins, dtype=np.int32)
        self._call("sparse_map_hist", nbins, _arrays.whole("vmax", vmax, 1, _MOST), out.ctypes.data)
        return out

    def map_extract(self, threshold, cap=None):
        """The candidates whose value is at least the threshold: (candidates, values, found), ascending, at most
        min(cap, extract_cap) of them; found is how many there are in all."""
        threshold = _arrays.whole("threshold", threshold, -2**31, _MOST)
        cap = self._extract_cap if cap is None else _arrays.whole("cap", cap, 0, _MOST)
        cap = min(cap, self._extract_cap)
        self._require_open()
        idx, values = np.empty(cap, dtype=np.int64), np.empty(cap, dtype=np.int32)
        found = self._call("sparse_map_extract", threshold, _arrays.address(idx), _arrays.address(values), cap)
        stored = min(found, cap)
        return idx[:stored], values[:stored], found

    def map_read_at(self, idx, out=None):
        """Values of the map at these candidates, an int32 array, `out` if given."""
        idx = _arrays.given("idx", idx, np.int64)
        self._require_open()
        out = _arrays.output("out", out, len(idx), np.int32)
        self._call("sparse_map_read_at", _arrays.address(idx), len(idx), _arrays.address(out))
        return out

    def read_cnt(self, off=0, length=None, out=None):
        """cnt of the points off..off+length-1 (to the end), an int32 array, `out` if given."""
        off = _arrays.whole("off", off)
        length = self.n_univ - off if length is None else _arrays.whole("length", length)
        if off < 0 or length < 0 or off + length > self.n_univ:
            raise IndexError(f"points {off}..{off + length - 1}: the universe has the points 0..{self.n_univ - 1}")
        self._require_open()
        out = _arrays.output("out", out, length, np.int32)
        if length:
            self._call("sparse_read_cnt", off, length, out.ctypes.data)
        return out


class SparseIncidenceBackend(_Backend):
    """Rows of one length, all weights 1: inc is an int32 array [n_cand, d], row c has the points that candidate c
    covers. inc_mode: where it lives, 0 device memory, 1 CPU memory, None by COLDCORE_HBM_BUDGET."""

    def __init__(self, inc, n_univ, mu=1, inc_mode=None, extract_cap=None):
        inc = _arrays.matrix("inc", inc)
        n_univ = _arrays.whole("n_univ", n_univ, 1, _MOST)
        n_cand, d = inc.shape

        def init(library, mode, cap, opened):
            return library.sparse_init(n_cand, d, n_univ, inc.ctypes.data, mode, cap, opened, None)

        self._start(n_cand, n_univ, 4 * inc.size + 4 * n_cand + 4 * n_univ, mu, inc_mode, extract_cap, init)


class WeightedIncidenceBackend(_Backend):
    """Rows of any length with weights: row c covers the points indices[indptr[c]:indptr[c+1]] with the weights w at
    the same places; points have the weights uw. None stands for all ones. inc_mode as in SparseIncidenceBackend."""

    def __init__(self, indptr, indices, n_univ, w=None, uw=None, mu=1, inc_mode=None, extract_cap=None):
        indptr = _arrays.given("indptr", indptr, np.int64)
        indices = _arrays.given("indices", indices, np.int32)
        n_univ = _arrays.whole("n_univ", n_univ, 1, _MOST)
        w = None if w is None else _arrays.given("w", w, np.int32)
        uw = None if uw is None else _arrays.given("uw", uw, np.int32)
        if len(indptr) < 2:
            raise ValueError("indptr has an element for each candidate and one more")
        if w is not None and len(w) != len(indices):
            raise ValueError(f"w has {len(w)} weights for {len(indices)} entries of indices")
        if uw is not None and len(uw) != n_univ:
            raise ValueError(f"uw has {len(uw)} weights for {n_univ} points")

        def init(library, mode, cap, opened):
            return library.sparse_init_csr(
                len(indptr) - 1, n_univ, len(indices), indptr.ctypes.data, _arrays.address(indices),
                None if w is None else _arrays.address(w), None if uw is None else uw.ctypes.data, mode, cap, opened,
                None)

        arrays = [a for a in (indptr, indices, w, uw) if a is not None]
        size = sum(a.nbytes for a in arrays) + 4 * len(indptr) + 4 * n_univ
        self._start(len(indptr) - 1, n_univ, size, mu, inc_mode, extract_cap, init)
