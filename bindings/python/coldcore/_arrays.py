# SPDX-License-Identifier: Apache-2.0
"""Arrays as the C interfaces want them. An array of the right kind is used as it is, never copied; one of
another kind is refused, with what to do, since a silent copy of a large one costs more than what follows."""
import operator
import os

import numpy as np


def given(name, values, dtype):
    """One-dimensional, C-contiguous, of this dtype. Lists and other sequences of whole numbers become arrays."""
    dtype = np.dtype(dtype)
    if not isinstance(values, np.ndarray):
        return _from_sequence(name, values, dtype)
    if values.dtype != dtype:
        raise TypeError(f"{name} is an array of {values.dtype}: it has to be of {dtype}, "
                        f"{name}.astype(numpy.{dtype}) makes a copy that is")
    if values.ndim != 1:
        raise ValueError(f"{name} has {values.ndim} dimensions: it has to have one")
    if not values.flags.c_contiguous:
        raise ValueError(f"{name} is not contiguous: numpy.ascontiguousarray({name}) makes a copy that is")
    return values


def _from_sequence(name, values, dtype):
    if isinstance(values, (str, bytes)):
        raise TypeError(f"{name} is a text: it has to be a sequence of whole numbers")
    try:
        values = list(values)
    except TypeError:
        raise TypeError(f"{name} is {type(values).__name__}: it has to be an array of {dtype} or a sequence of "
                        f"whole numbers") from None
    limits = np.iinfo(dtype)
    return np.array([whole(f"{name}[{i}]", value, limits.min, limits.max) for i, value in enumerate(values)],
                    dtype=dtype)


def matrix(name, inc):
    """A C-contiguous int32 array [n_cand, d], as it is."""
    if not isinstance(inc, np.ndarray):
        inc = np.array(inc)
        if inc.dtype.kind in "iu":
            if inc.size and (inc.min() < -2**31 or inc.max() >= 2**31):
                raise ValueError(f"{name} has a number that is none of a point")
            inc = inc.astype(np.int32)
    if inc.dtype != np.int32:
        raise TypeError(f"{name} is an array of {inc.dtype}: it has to be of int32")
    if inc.ndim != 2 or inc.size == 0:
        raise ValueError(f"{name} has the shape {inc.shape}: it has to be (candidates, points of each), none of them 0")
    if not inc.flags.c_contiguous:
        raise ValueError(f"{name} is not contiguous: numpy.ascontiguousarray({name}) makes a copy that is")
    return inc


def output(name, out, length, dtype):
    """`out` if it is given and fits, else a new array."""
    if out is None:
        return np.empty(length, dtype=dtype)
    if not isinstance(out, np.ndarray):
        raise TypeError(f"{name} is {type(out).__name__}: it has to be an array of {np.dtype(dtype)}")
    out = given(name, out, dtype)
    if len(out) != length:
        raise ValueError(f"{name} has {len(out)} elements: it has to have {length}")
    if not out.flags.writeable:
        raise ValueError(f"{name} is read-only")
    return out


def whole(name, value, least=None, most=None):
    """A whole number, within limits."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r}: it has to be a whole number") from None
    if (least is not None and number < least) or (most is not None and number > most):
        limits = f"{least if least is not None else '...'}..{most if most is not None else '...'}"
        raise ValueError(f"{name} is {number}: it has to be in {limits}")
    return number


def text(name, value):
    """A text as C has it: what follows a NUL would be lost, so there is none."""
    if not isinstance(value, str):
        raise TypeError(f"{name} is {value!r}: it has to be a text")
    return _without_nul(name, value.encode())


def path(name, value):
    """The name of a file as C has it."""
    return _without_nul(name, os.fsencode(value))


def _without_nul(name, encoded):
    if b"\0" in encoded:
        raise ValueError(f"{name} is {encoded!r}: it must not have a NUL character")
    return encoded


def address(array):
    """Where an array begins; None, which C calls NULL, for an empty one."""
    return array.ctypes.data if array.size else None


def parse_axes(axes):
    """Sizes of the axes, digit 0 first, from "3^6", "3^4,2^3", "3,3,4" or a sequence of them."""
    if isinstance(axes, str):
        sizes = []
        for part in axes.split(","):
            size, power, count = part.partition("^")
            digits = size.strip() + (count.strip() or " " if power else "")
            if not (size.strip() and digits.isascii() and digits.isdecimal() and len(digits) <= 20):
                raise ValueError(f"axes {axes!r}: {part!r} is neither a size nor SIZE^COUNT")
            count = int(count) if power else 1
            if count > 16:
                raise ValueError(f"axes {axes!r}: there are 16 axes at most")
            sizes += [int(size)] * count
    else:
        sizes = [int(size) for size in given("axes", axes, np.int64)]
    if not 1 <= len(sizes) <= 16:
        raise ValueError(f"axes {axes!r}: there are {len(sizes)} axes, possible are 1..16")
    for size in sizes:
        whole("the size of an axis", size, 2, 2**31 - 1)
    return tuple(sizes)
