# SPDX-License-Identifier: Apache-2.0
"""What a cell has to answer, by the definition of distance and nothing else."""
import itertools

import numpy as np


def _axis_costs(family, size):
    """[centre, target]: what the step costs."""
    a, b = np.arange(size)[:, None], np.arange(size)[None, :]
    straight = abs(a - b)
    if family == "hamming":
        return (a != b).astype(int)
    return straight if family == "grid_linf" else np.minimum(straight, size - straight)


def covers(family, axes, R):
    """[u, x]: whether the word u covers the word x."""
    words = np.array([digits[::-1] for digits in itertools.product(*(range(size) for size in reversed(axes)))])
    costs = [_axis_costs(family, size)[words[:, j][:, None], words[:, j][None, :]] for j, size in enumerate(axes)]
    distance = np.max(costs, axis=0) if family.endswith("linf") else np.sum(costs, axis=0)
    return distance <= R


class ProductOracle:
    def __init__(self, family, axes, R, mu):
        self.relation = covers(family, axes, R).astype(np.int64)
        self.mu = mu
        self.times = np.zeros(len(self.relation), dtype=np.int64)

    @property
    def cnt(self):
        return self.times @ self.relation

    def recount(self, words):
        self.times = np.bincount(words, minlength=len(self.relation))

    def ball_update(self, words, delta):
        self.times = self.times + delta * np.bincount(words, minlength=len(self.relation))

    def gain(self):
        return self.relation @ (self.cnt < self.mu)

    def loss(self):
        return self.relation @ ((self.cnt >= 1) & (self.cnt <= self.mu))

    def literal(self, target):
        return self.relation @ (self.cnt == target)

    def gathered(self, target):
        if self.mu > 1 and target <= 1:
            return self.gain() if target == 0 else self.loss()
        return self.literal(target)
