# SPDX-License-Identifier: Apache-2.0
"""The search, and the recount of covers."""
import ctypes
import html
import json
import signal
import threading
import weakref

import numpy as np

from . import _arrays, _libraries

_I32, _I64, _U32, _U64 = ctypes.c_int32, ctypes.c_int64, ctypes.c_uint32, ctypes.c_uint64
_TEXT, _POINTER, _DOUBLE = ctypes.c_char_p, ctypes.c_void_p, ctypes.c_double


class _Problem(ctypes.Structure):
    _fields_ = [("struct_size", _U32), ("kind", _I32), ("family", _TEXT), ("axes", _POINTER), ("n", _I32),
                ("radius", _I32), ("v", _I32), ("k", _I32), ("t", _I32), ("mu", _I32), ("instance", _TEXT),
                ("format", _TEXT), ("distinct", _I32)]


class _Options(ctypes.Structure):
    _fields_ = [("struct_size", _U32), ("threads", _I32), ("seconds", _DOUBLE), ("iterations", _I64), ("seed", _U64),
                ("target", _I64), ("group", _POINTER), ("group_count", _I64), ("warm_start", _POINTER),
                ("warm_count", _I64)]


class _Progress(ctypes.Structure):
    _fields_ = [("struct_size", _U32), ("improved", _I32), ("phase", _TEXT), ("seconds", _DOUBLE),
                ("iterations", _I64), ("size", _I64), ("deficit", _I64), ("best", _I64)]


class _Summary(ctypes.Structure):
    _fields_ = [("struct_size", _U32), *((n, _I32) for n in (
        "kind", "width", "mu", "distinct", "covered", "ended", "weighted")), *((n, _I64) for n in (
            "size", "cost", "lower", "upper", "points", "deficient", "min_multiplicity", "max_multiplicity",
            "stated_size", "stated_cost", "iterations")), ("seed", _U64), ("seconds", _DOUBLE), *((n, _TEXT) for n in (
                "title", "problem", "lower_source", "upper_source", "ended_text", "notices"))]


_TELL = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(_Progress), _POINTER)

_HISTORY = np.dtype([("seconds", "f8"), ("iterations", "i8"), ("size", "i8"), ("deficit", "i8"), ("best", "i8")])

_PRODUCT, _DESIGN, _SET_COVER = 1, 2, 3
_ENDED = ("verified", "target", "optimal", "time", "iterations", "stopped", "capacity", "infeasible")


class _Asked:
    """A problem as the C interface wants it, with what it refers to."""

    def __init__(self, problem, axes, R, vkt, instance, format, mu, distinct):
        family = None if problem is None else _arrays.text("problem", problem)
        format_text = None if format is None else _arrays.text("format", format)
        self.c = _Problem(struct_size=ctypes.sizeof(_Problem), radius=-1, distinct=1 if distinct else 0)
        if mu is not None:
            self.c.mu = _arrays.whole("mu", mu, 1, 65535)
        if problem == "design":
            self._refuse(problem, axes=axes, R=R, instance=instance, format=format)
            self.c.kind, self.width = _DESIGN, 0
            if vkt is not None:
                numbers = _arrays.given("vkt", vkt, np.int64)
                if len(numbers) != 3:
                    raise ValueError(f"vkt has {len(numbers)} numbers: it has to have three, v, k and t")
                v, k, t = numbers
                self.c.v, self.c.k, self.c.t = (_arrays.whole("v, k and t", x, 1, 255) for x in (v, k, t))
                self.width = int(k)
        elif problem == "setcover":
            self._refuse(problem, axes=axes, R=R, vkt=vkt)
            self.c.kind, self.width = _SET_COVER, 1
            self.c.instance = None if instance is None else _arrays.path("instance", instance)
            self.c.format = format_text
        elif problem is not None or axes is not None or R is not None:
            self._refuse(problem, vkt=vkt, instance=instance, format=format)
            self.c.kind = _PRODUCT
            self.c.family = family
            if axes is not None:
                self._axes = np.array(_arrays.parse_axes(axes), dtype=np.int32)
                self.c.axes, self.c.n = self._axes.ctypes.data, len(self._axes)
            if R is not None:
                self.c.radius = _arrays.whole("R", R, 0, 2**31 - 1)
            self.width = self.c.n
        else:
            self._refuse(problem, vkt=vkt, instance=instance, format=format)

    @staticmethod
    def _refuse(problem, **names):
        for name, value in names.items():
            if value is not None:
                raise TypeError(f"{name} does not go with the problem {problem!r}")

    def require_whole(self):
        need = {_PRODUCT: (self.c.family and self.c.n and self.c.radius >= 0, "a family, axes and R"),
                _DESIGN: (self.c.k, "vkt=(v, k, t)"), _SET_COVER: (self.c.instance, "instance=FILE"),
                0: (False, "a family, 'design' or 'setcover'")}[self.c.kind]
        if not need[0]:
            raise TypeError(f"the problem is incomplete: it needs {need[1]}")
        return self

    def rows(self, name, words):
        """Members as an int32 array [count, width]."""
        if words is None:
            return np.empty((0, self.width), dtype=np.int32)
        if isinstance(words, Result):
            words = words.words
        if not isinstance(words, np.ndarray):
            words = _members(name, words)
        try:
            rows = np.asarray(words)
        except ValueError:
            raise ValueError(f"{name} has members of different lengths: each has to have "
                             f"{self.width} numbers") from None
        if rows.size == 0:
            return np.empty((0, self.width), dtype=np.int32)
        if rows.dtype.kind not in "iu":
            raise TypeError(f"{name} has to be of whole numbers, not {rows.dtype}")
        if rows.ndim == 1 and self.width == 1:
            rows = rows[:, None]
        if rows.ndim != 2 or rows.shape[1] != self.width:
            raise ValueError(f"{name} has the shape {rows.shape}: it has to be (members, {self.width})")
        if rows.min() < -2**31 or rows.max() >= 2**31:
            raise ValueError(f"{name} has a number that is none of a member")
        return np.ascontiguousarray(rows, dtype=np.int32)


def _members(name, words):
    """A list of members; those that are texts become lists of their digits."""
    if isinstance(words, (str, bytes)):
        raise TypeError(f"{name} is one text: it has to be a list of members")
    try:
        return [[_digit(name, c) for c in word] if isinstance(word, str) else word for word in words]
    except TypeError:
        raise TypeError(f"{name} is {type(words).__name__}: it has to be an array or a list of members") from None


def _digit(name, character):
    if not (character.isascii() and character.isalnum()):
        raise ValueError(f"{name} has a text with {character!r}, which is no digit: those are 0-9 and a-z")
    return int(character, 36)


class _Handle:
    """What the search library made, to be passed to it as it is: freed when the last Result that has it is gone."""

    def __init__(self, library, handle):
        self._as_parameter_ = handle
        weakref.finalize(self, library.coldcore_search_free, handle)


class Result:
    """Members of a cover, or of what is none, with what an independent recount says of them.

    - words: an int32 array with a member a row: digits of a word, digit 0 first; points of a block, from 1; for a set
      cover one-dimensional, the numbers of the sets, from 1. Empty if no cover was found.
    - covered: whether they are a cover, recounted. size, cost: how many members, and what they cost.
    - lower, upper: (number, source): no cover costs less; one of that cost is known from elsewhere. None where
      nothing is known. optimal: whether the cost is the lower bound.
    - problem: what was asked, a dict; title: the same as a text. mu, distinct: likewise.
    - points, deficient: how many points there are, and how many of them lack coverage; uncovered: the first hundred
      of these, as texts. multiplicities: a dict, how many points are covered how often (65535: so often or more).
    - ended: why the search ended: "target", "optimal", "time", "iterations", "stopped" (by the progress function),
      "interrupted" (Ctrl-C), "capacity", "infeasible", or "verified" for a recount. ended_text: in words.
    - seconds, iterations, seed: of the search. history: an array with the fields seconds, iterations, size, deficit
      and best (-1: none yet). group: generators of the symmetries that the cover was found with.
    - stated_size, stated_cost: what the comments of a recounted file state, None if nothing.
    - notices: what was odd but stopped nothing.
    """

    def __init__(self, handle, interrupted=False):
        self._library = library = _libraries.search()
        self._handle = handle = _Handle(library, handle)
        s = _Summary(struct_size=ctypes.sizeof(_Summary))
        library.check(library.coldcore_search_summarize(handle, ctypes.addressof(s)))
        self.problem = json.loads(s.problem)
        self.title = s.title.decode(errors="replace")
        self.mu, self.distinct = s.mu, bool(s.distinct)
        self.size, self.cost = s.size, s.cost
        self.covered = bool(s.covered)
        self.lower = (s.lower, s.lower_source.decode()) if s.lower else None
        self.upper = (s.upper, s.upper_source.decode()) if s.upper else None
        self.optimal = self.covered and self.lower is not None and self.cost == self.lower[0]
        self.points, self.deficient = s.points, s.deficient
        self.ended = "interrupted" if interrupted else _ENDED[s.ended]
        self.ended_text = s.ended_text.decode()
        self.seconds, self.iterations, self.seed = s.seconds, s.iterations, s.seed
        self.stated_size = None if s.stated_size < 0 else s.stated_size
        self.stated_cost = None if s.stated_cost < 0 else s.stated_cost
        self.notices = s.notices.decode(errors="replace").splitlines()
        self._kind = s.kind
        self._weighted = bool(s.weighted)
        rows = np.empty((s.size, s.width), dtype=np.int32)
        library.check(library.coldcore_search_rows(handle, 0, s.size, _arrays.address(rows)))
        self.words = rows[:, 0] if s.kind == _SET_COVER else rows
        self.history = np.empty(library.coldcore_search_history(handle, None, 0), dtype=_HISTORY)
        library.check(library.coldcore_search_history(handle, _arrays.address(self.history), len(self.history)))
        pairs = np.empty((library.coldcore_search_histogram(handle, None, 0), 2), dtype=np.int64)
        library.check(library.coldcore_search_histogram(handle, _arrays.address(pairs), len(pairs)))
        self.multiplicities = {int(times): int(points) for times, points in pairs}
        self.uncovered = self._texts(library.coldcore_search_uncovered)
        self.group = self._texts(library.coldcore_search_group)

    def _texts(self, function):
        texts = []
        while (text := function(self._handle, len(texts))) is not None:
            texts.append(text.decode())
        return texts

    def __len__(self):
        return self.size

    def __bool__(self):
        return self.covered

    def __repr__(self):
        return f"<coldcore.Result {self._outcome()}{self._bounds('; ')}>"

    def _outcome(self):
        member = {_PRODUCT: "word", _DESIGN: "block", _SET_COVER: "set"}[self._kind]
        if not self.size:
            return f"{self.title}: no cover found ({self.ended_text})" if self.ended_text else f"{self.title}: empty"
        count = f"{self.size} {member}{'s' if self.size != 1 else ''}"
        cost = f" of cost {self.cost}" if self._weighted else ""
        cover, are = ("covers", "is") if self.size == 1 else ("cover", "are")
        verdict = (f"{cover} all {self.points} points (verified)" if self.covered
                   else f"{are} no cover: {self.deficient} of {self.points} points lack coverage" if self.deficient
                   else f"{are} no cover by distinct members")
        return f"{self.title}: {count}{cost} {verdict}"

    def _bounds(self, before):
        if self.lower is None:
            return ""
        if self.upper is None:
            return f"{before}at least {self.lower[0]}"
        return f"{before}known {self.lower[0]}..{self.upper[0]}"

    def _repr_html_(self):
        rows = [("cover" if self.covered else "result", self._outcome())]
        rows += [(name, f"{bound[0]} ({bound[1]})") for name, bound in (("lower bound", self.lower),
                                                                        ("known cover", self.upper)) if bound]
        rows.append(("covered", ", ".join(f"{points} points {times} times"
                                          for times, points in list(self.multiplicities.items())[:8])))
        if self.ended != "verified":
            rows.append(("search", f"{self.ended_text}; {self.iterations} steps in {self.seconds:.1f} s, "
                                   f"seed {self.seed}"))
        cells = "".join(f"<tr><th style='text-align:left'>{html.escape(name)}</th>"
                        f"<td style='text-align:left'>{html.escape(text)}</td></tr>" for name, text in rows)
        return f"<table>{cells}</table>"

    def to_file(self, path, overwrite=False):
        """Writes the cover as `coldcore solve` does: it is read back and recounted before it takes the name. A file
        that exists is refused unless overwrite is True. Result.from_file and `coldcore verify` read it."""
        self._library.check(self._library.coldcore_search_write(self._handle, _arrays.path("path", path),
                                                                bool(overwrite)))

    @classmethod
    def from_file(cls, path):
        """Reads and recounts a file whose comments say what it covers. For others see verify(file=...)."""
        return verify(file=path)

    def plot(self, axes=None):
        """Draws what there is: deficit and best cover over time, how often points are covered and, for two axes,
        the board. Needs matplotlib. axes: of matplotlib, as many as plots; returns the figure."""
        from . import _plot
        return _plot.draw(self, axes)


class _Interrupts:
    """Notes Ctrl-C instead of raising, while a search runs on the main thread and unless it is ignored."""

    def __init__(self):
        self.noted = False
        self._before = None

    def __enter__(self):
        before = signal.getsignal(signal.SIGINT)
        here = threading.current_thread() is threading.main_thread()
        if here and before not in (None, signal.SIG_IGN):
            self._before = before
            signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(self, *_):
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _note(self, number, frame):
        self.noted = True


def _teller(progress, interrupts, failures):
    def tell(now, _):
        try:
            if failures or interrupts.noted:
                return 1
            if progress is None:
                return 0
            now = now.contents
            answer = progress({"improved": bool(now.improved), "phase": now.phase.decode(), "seconds": now.seconds,
                               "iterations": now.iterations, "size": now.size, "deficit": now.deficit,
                               "best": None if now.best < 0 else now.best})
            return 1 if answer is False or interrupts.noted else 0
        except BaseException as error:  # It must not pass through C; it is raised once the search is over.
            failures.append(error)
            return 1
    return _TELL(tell)


def _group_texts(group):
    if group is None:
        return []
    try:
        texts = [group] if isinstance(group, str) else list(group)
    except TypeError:
        raise TypeError(f"group is {group!r}: it has to be a text or several") from None
    return [_arrays.text("group", text) for text in texts]


def solve(problem, axes=None, R=None, *, vkt=None, instance=None, format=None, mu=1, distinct=False, time=None,
          iterations=None, seed=1, target=None, group=(), warm_start=None, threads=0, progress=None):
    """Looks for a small cover and recounts it; returns a Result.

        coldcore.solve("hamming", "3^6", R=1, target=73)
        coldcore.solve("design", vkt=(11, 5, 4), time=10)
        coldcore.solve("setcover", instance="scp41.txt")

    problem: a family (with axes and R), "design" (with vkt) or "setcover" (with instance, and format if it cannot
    be detected). mu: cover everything so often; distinct: no member twice. The search ends at a cover of the lower
    bound or of the target, or less, after so many seconds (time, 0 for no limit; 60, but no limit if iterations
    are given) or steps (iterations; the result then depends on the seed alone). group: search covers with symmetry,
    as `coldcore solve --group` does, one text or several. warm_start: members to begin with, as Result.words.

    progress: called up to fifty times a second with a dict (improved, phase, seconds, iterations, size, deficit,
    best); False from it ends the search. Ctrl-C ends it, too: the best cover so far is returned, and ended is
    "interrupted". An exception of progress ends the search and is raised.
    """
    asked = _Asked(problem, axes, R, vkt, instance, format, mu, distinct).require_whole()
    if time is None:
        time = 0 if iterations else 60
    if isinstance(time, (str, bytes)) or not hasattr(time, "__float__"):
        raise TypeError(f"time is {time!r}: it has to be a number of seconds")
    if progress is not None and not callable(progress):
        raise TypeError(f"progress is {progress!r}: it has to be a function")
    options = _Options(struct_size=ctypes.sizeof(_Options), threads=_arrays.whole("threads", threads, 0, 1024),
                       seconds=float(time), seed=_arrays.whole("seed", seed, 0, 2**64 - 1))
    options.iterations = 0 if iterations is None else _arrays.whole("iterations", iterations, 1, 2**63 - 1)
    options.target = 0 if target is None else _arrays.whole("target", target, 1, 2**63 - 1)
    texts = _group_texts(group)
    group_array = (_TEXT * len(texts))(*texts)
    options.group, options.group_count = ctypes.addressof(group_array), len(texts)
    start = asked.rows("warm_start", warm_start)
    options.warm_start, options.warm_count = _arrays.address(start), len(start)
    library = _libraries.search()
    handle, failures = ctypes.c_void_p(), []
    with _Interrupts() as interrupts:
        tell = _teller(progress, interrupts, failures)
        answer = library.coldcore_search_solve(ctypes.addressof(asked.c), ctypes.addressof(options),
                                               ctypes.cast(tell, _POINTER), None, ctypes.addressof(handle))
    if failures:
        if answer == 0:
            library.coldcore_search_free(handle)
        raise failures[0]
    library.check(answer)
    return Result(handle, interrupts.noted)


def verify(problem=None, axes=None, R=None, words=None, *, file=None, vkt=None, instance=None, format=None, mu=None,
           distinct=False):
    """Counts from the definition alone how often each point is covered; returns a Result, which is true if it is
    a cover. No engine takes part.

        coldcore.verify("hamming", "2^3", R=1, words=["000", "111"])
        coldcore.verify(file="my.cover")                                # its comments say what it covers
        coldcore.verify("hamming", "3^13", R=1, file="words.txt")

    words: members, as Result.words has them; a word may also be a text of base-36 digits. With file, what is given
    here replaces what its comments say.
    """
    if (words is None) == (file is None):
        raise TypeError("verify needs either words or a file")
    asked = _Asked(problem, axes, R, vkt, instance, format, mu, distinct)
    library, handle = _libraries.search(), ctypes.c_void_p()
    if file is not None:
        library.check(library.coldcore_search_verify_file(_arrays.path("file", file), ctypes.addressof(asked.c),
                                                          ctypes.addressof(handle)))
    else:
        rows = asked.require_whole().rows("words", words)
        library.check(library.coldcore_search_verify(ctypes.addressof(asked.c), _arrays.address(rows), len(rows),
                                                     ctypes.addressof(handle)))
    return Result(handle)
