# SPDX-License-Identifier: Apache-2.0
"""Plots of results, by matplotlib."""
import numpy as np

from . import _arrays


def draw(result, axes=None):
    plots = _plots(result)
    if axes is None:
        import matplotlib.pyplot as plt
        figure, axes = plt.subplots(1, len(plots), figsize=(4.5 * len(plots), 3.8), squeeze=False,
                                    layout="constrained")
        figure.suptitle(result.title)
    axes = np.atleast_1d(np.asarray(axes, dtype=object)).ravel()
    if len(axes) != len(plots):
        raise ValueError(f"there are {len(plots)} plots ({', '.join(p.__name__[1:] for p in plots)}) "
                         f"for {len(axes)} axes")
    for plot, ax in zip(plots, axes):
        plot(result, ax)
    return axes[0].figure


def _plots(result):
    plots = []
    if len(result.history):
        plots.append(_convergence)
    if result.multiplicities:
        plots.append(_multiplicities)
    if result.size and "family" in result.problem and result.words.shape[1] == 2:
        plots.append(_board)
    if not plots:
        raise ValueError(f"{result!r} has nothing to draw")
    return plots


def _convergence(result, ax):
    history = result.history
    ax.plot(history["seconds"], history["deficit"], color="tab:orange", lw=1, label="uncovered")
    ax.set(xlabel="seconds", ylabel="uncovered", title="search")
    ax.set_yscale("symlog")
    found = history[history["best"] >= 0]
    if len(found):
        best = ax.twinx()
        best.step(found["seconds"], found["best"], color="tab:blue", where="post", marker=".", label="best cover")
        best.set_ylabel("best cover")


def _multiplicities(result, ax):
    times = list(result.multiplicities)
    ax.bar(times, list(result.multiplicities.values()), color="tab:blue")
    if len(times) <= 12:
        ax.set_xticks(times)
    ax.set(xlabel="times covered", ylabel="points", title="multiplicities")


def _board(result, ax):
    width, height = _arrays.parse_axes(result.problem["axes"])
    ax.set(xlim=(-0.5, width - 0.5), ylim=(-0.5, height - 0.5), aspect="equal", xlabel="digit 0", ylabel="digit 1",
           title="words")
    ax.set_xticks(np.arange(width))
    ax.set_yticks(np.arange(height))
    ax.set_xticks(np.arange(-0.5, width), minor=True)
    ax.set_yticks(np.arange(-0.5, height), minor=True)
    ax.grid(which="minor", lw=0.5)
    words, times = np.unique(result.words, axis=0, return_counts=True)
    ax.scatter(words[:, 0], words[:, 1], s=120, color="tab:blue")
    for (x, y), count in zip(words, times):
        if count > 1:
            ax.annotate(str(count), (x, y), color="white", ha="center", va="center")
