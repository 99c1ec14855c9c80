#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a gather costs through the Python package, beside the C call itself in the same run:

    COLDCORE_LIBRARY=build PYTHONPATH=bindings/python bench/python_gather.py [indices]

Both fill the same array; medians of alternating calls.
"""
import statistics
import sys
import time

import numpy as np

import coldcore

ROUNDS = 15


def seconds(call):
    begin = time.perf_counter()
    call()
    return time.perf_counter() - begin


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10**6
    rng = np.random.default_rng(1)
    with coldcore.Cell("hamming", "3^13", R=1) as cell:
        cell.recount(rng.integers(0, cell.size, 60_000))
        words, out = rng.integers(0, cell.size, count), np.empty(count, dtype=np.int32)
        gather = coldcore._libraries.core().dct_ball_gather
        c_times, python_times = [], []
        for _ in range(ROUNDS):
            c_times.append(seconds(lambda: gather(words.ctypes.data, count, 0, out.ctypes.data)))
            expected = out.copy()
            python_times.append(seconds(lambda: cell.ball_gather(words, 0, out)))
            assert np.array_equal(out, expected)
    c, python = statistics.median(c_times), statistics.median(python_times)
    print(f"{count} indices: C {1e3 * c:.2f} ms, Python {1e3 * python:.2f} ms, ratio {python / c:.3f}")


if __name__ == "__main__":
    main()
