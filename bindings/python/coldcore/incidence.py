# SPDX-License-Identifier: Apache-2.0
"""Coverings by explicit incidence, computed by numpy and scipy straight from the definitions: the yardstick for
the incidence module, and good enough for instances of some million entries.

Candidates cover points. cnt[u] is how often the chosen candidates cover point u, weights counted. What is missing
for a cover is D = sum over u of uw[u] * max(0, mu - cnt[u]). Fields over the candidates:

    gain (role 0): by how much D falls if the candidate is added;
    loss (role 1): by how much D rises if one occurrence of it is removed, counts stopping at 0;
    any other role r: how many points of the candidate have cnt == r.
"""
import numpy as np
import scipy.sparse

from . import _arrays

_MOST = 2**31 - 1


class WeightedIncidenceBackend:
    """Rows of any length with weights.

    Row c covers the points indices[indptr[c]:indptr[c+1]], distinct, with the weights w at the same places (1 if
    w is None); points have the weights uw (likewise). mu: how often every point has to be covered.
    """

    def __init__(self, indptr, indices, n_univ, w=None, uw=None, mu=1):
        indptr = _arrays.given("indptr", indptr, np.int64)
        indices = _arrays.given("indices", indices, np.int32)
        n_univ = _arrays.whole("n_univ", n_univ, 1, _MOST)
        if len(indptr) < 2 or indptr[0] != 0 or indptr[-1] != len(indices) or np.any(np.diff(indptr) < 0):
            raise ValueError(f"indptr has to ascend from 0 to the {len(indices)} entries of indices")
        if np.any(indices < 0) or np.any(indices >= n_univ):
            raise ValueError(f"indices: the points are 0..{n_univ - 1}")
        w = np.ones(len(indices), dtype=np.int32) if w is None else _arrays.given("w", w, np.int32)
        uw = np.ones(n_univ, dtype=np.int32) if uw is None else _arrays.given("uw", uw, np.int32)
        if len(w) != len(indices) or len(uw) != n_univ:
            raise ValueError("w has a weight for each entry of indices, uw one for each point")
        if np.any(w < 1) or np.any(uw < 1):
            raise ValueError("weights are 1 or more")
        self.n_cand, self.n_univ = len(indptr) - 1, n_univ
        self._rows = scipy.sparse.csr_matrix((w.astype(np.int64), indices, indptr), shape=(self.n_cand, n_univ))
        if self._rows.nnz and any(len(set(indices[a:b])) != b - a for a, b in zip(indptr, indptr[1:])):
            raise ValueError("a row has a point twice")
        self._uw = uw.astype(np.int64)
        self._cnt = np.zeros(n_univ, dtype=np.int64)
        self._chosen = np.zeros(self.n_cand, dtype=np.int64)
        self._map = None
        self._closed = False
        self._mu = 1
        self.mu = mu

    @property
    def closed(self):
        """True once the backend has been closed."""
        return self._closed

    def close(self):
        """Forgets the instance."""
        self._closed = True

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    @property
    def mu(self):
        """How often every point has to be covered. Setting it leaves cnt and the map as they are."""
        return self._mu

    @mu.setter
    def mu(self, mu):
        self._mu = _arrays.whole("mu", mu, 1, _MOST)

    def _candidates(self, name, idx):
        if self._closed:
            raise RuntimeError("this backend is closed")
        idx = _arrays.given(name, idx, np.int64)
        if np.any(idx < 0) or np.any(idx >= self.n_cand):
            raise IndexError(f"{name}: the candidates are 0..{self.n_cand - 1}")
        return idx

    def _times(self, idx):
        return np.bincount(idx, minlength=self.n_cand).astype(np.int64)

    def recount(self, idx):
        """Replaces the multiset of chosen candidates; idx may repeat."""
        times = self._times(self._candidates("idx", idx))
        self._cnt, self._chosen = self._counts(times), times

    def ball_update(self, idx, delta=1):
        """Adds (delta +1) or removes (-1) candidates. All or nothing."""
        if delta not in (1, -1):
            raise ValueError(f"delta is {delta}: it has to be +1 or -1")
        times = self._times(self._candidates("idx", idx))
        if delta == -1 and np.any(times > self._chosen):
            raise ValueError(f"candidate {np.argmax(times > self._chosen)} is not chosen so often")
        times = self._chosen + delta * times
        self._cnt, self._chosen = self._counts(times), times

    def _counts(self, times):
        cnt = self._rows.T @ times
        if np.any(cnt > _MOST):
            raise ValueError(f"a count would pass {_MOST}")
        return cnt

    def _field(self, role, rows):
        cnt, w, uw = self._cnt[rows.indices], rows.data, self._uw[rows.indices]
        missing = np.maximum(0, self._mu - cnt)
        if role == 0:
            terms = uw * (missing - np.maximum(0, self._mu - cnt - w))
        elif role == 1:
            terms = uw * (np.maximum(0, self._mu - np.maximum(0, cnt - w)) - missing)
        else:
            terms = (cnt == role).astype(np.int64)
        sums = np.concatenate([[0], np.cumsum(terms)])
        return sums[rows.indptr[1:]] - sums[rows.indptr[:-1]]

    def field(self, role):
        """Computes the field of this role into the map."""
        self._candidates("idx", [])
        self._map = self._field(_arrays.whole("role", role, 0, _MOST), self._rows).astype(np.int32)

    def gain_map(self):
        """Computes the gain of every candidate into the map."""
        self.field(0)

    def loss_map(self):
        """Computes the loss of every candidate into the map."""
        self.field(1)

    def ball_gather(self, idx, role=0, out=None):
        """The field of this role at these candidates, from cnt as it is now: an int32 array."""
        idx = self._candidates("idx", idx)
        role = _arrays.whole("role", role, 0, _MOST)
        out = _arrays.output("out", out, len(idx), np.int32)
        out[:] = self._field(role, self._rows[idx])
        return out

    def count_eq(self, target):
        """How many points have cnt == target."""
        return int(np.count_nonzero(self._cnt == _arrays.whole("target", target, 0, _MOST)))

    def count_deficit(self):
        """D, what is missing for a cover."""
        return int(np.sum(self._uw * np.maximum(0, self._mu - self._cnt)))

    def _read_map(self):
        self._candidates("idx", [])
        if self._map is None:
            raise RuntimeError("the map holds no field: field(), gain_map() or loss_map() first")
        return self._map

    def map_max(self):
        """The largest value of the map."""
        return int(self._read_map().max())

    def map_hist(self, nbins, vmax):
        """Histogram of the positive values of the map, an int32 array: v counts in bin (v-1)*nbins//vmax, or in the
        last one if that is past it."""
        nbins, vmax = _arrays.whole("nbins", nbins, 1, 4096), _arrays.whole("vmax", vmax, 1, _MOST)
        values = self._read_map()
        values = values[values > 0].astype(np.int64)
        return np.bincount(np.minimum((values - 1) * nbins // vmax, nbins - 1), minlength=nbins).astype(np.int32)

    def map_extract(self, threshold, cap=None):
        """The candidates whose value is at least the threshold: (candidates, values, found), ascending, at most
        cap of them; found is how many there are in all."""
        values = self._read_map()
        found = np.flatnonzero(values >= _arrays.whole("threshold", threshold, -2**31, _MOST))
        stored = found if cap is None else found[:_arrays.whole("cap", cap, 0, _MOST)]
        return stored.astype(np.int64), values[stored], len(found)

    def map_read_at(self, idx, out=None):
        """Values of the map at these candidates."""
        idx = self._candidates("idx", idx)
        values = self._read_map()
        out = _arrays.output("out", out, len(idx), np.int32)
        out[:] = values[idx]
        return out

    def read_cnt(self, off=0, length=None, out=None):
        """cnt of the points off..off+length-1 (to the end), an int32 array."""
        off = _arrays.whole("off", off)
        length = self.n_univ - off if length is None else _arrays.whole("length", length)
        if off < 0 or length < 0 or off + length > self.n_univ:
            raise IndexError(f"points {off}..{off + length - 1}: the universe has the points 0..{self.n_univ - 1}")
        out = _arrays.output("out", out, length, np.int32)
        out[:] = self._cnt[off:off + length]
        return out


class SparseIncidenceBackend(WeightedIncidenceBackend):
    """Rows of one length, all weights 1: inc is an int32 array [n_cand, d], row c has the points that candidate c
    covers."""

    def __init__(self, inc, n_univ, mu=1):
        inc = _arrays.matrix("inc", inc)
        super().__init__(np.arange(len(inc) + 1, dtype=np.int64) * inc.shape[1], inc.reshape(-1), n_univ, mu=mu)
