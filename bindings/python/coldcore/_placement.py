# SPDX-License-Identifier: Apache-2.0
"""Where the arrays of a cell go, by the budget for device memory."""
import os

from ._arrays import whole

MOST_CNT_BYTES = 40_000_000_000


def budget():
    """COLDCORE_HBM_BUDGET in bytes, 80e9 if it is not set."""
    text = os.environ.get("COLDCORE_HBM_BUDGET", "")
    if not text:
        return 80e9
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 0 < value < float("inf"):
        raise ValueError(f"COLDCORE_HBM_BUDGET is {text!r}: it has to be a positive number of bytes, 80e9 for instance")
    return value


def choose(layer_bytes, cnt_bytes):
    """(layers_mode, cnt_mode): all in device memory if it fits the budget; else the planes, which are only ever
    streamed, in CPU memory, and cnt, which is accessed at random, in device memory while it has 40e9 bytes or
    fewer."""
    if layer_bytes + cnt_bytes <= budget():
        return 0, 0
    return 1, 0 if cnt_bytes <= MOST_CNT_BYTES else 1


def mode(name, value):
    return whole(name, value, 0, 2)
