# SPDX-License-Identifier: Apache-2.0
"""What objects share that stand for the one open cell of an engine."""
from ._errors import Error


class EngineCell:
    """Open from the moment that _close is set, a weakref.finalize that frees the engine's cell."""

    _close = None
    _no_cell = None  # (code, its name, the message) of a call after close().

    @property
    def closed(self):
        """True once the cell has been closed."""
        return self._close is None or not self._close.alive

    def close(self):
        """Frees the cell's memory; harmless if it is closed."""
        if self._close is not None:
            self._close()

    def __enter__(self):
        self._require_open()
        return self

    def __exit__(self, *_):
        self.close()

    def _check(self, answer):
        return self._library.check(answer)

    def _require_open(self):
        if self.closed:
            raise Error(*self._no_cell)

    def _call(self, name, *arguments):
        self._require_open()
        self._library.require(name)
        return self._check(getattr(self._library, name)(*arguments))
