# SPDX-License-Identifier: Apache-2.0
"""The incidence module against coldcore.incidence, and that against the definition written out."""
import contextlib

import numpy as np
import pytest

import coldcore
from coldcore import incidence, incidence_cpu, incidence_gpu


def sparse_instance(rng):
    n_cand, n_univ = int(rng.integers(2, 40)), int(rng.integers(3, 50))
    d = int(rng.integers(1, min(n_univ, 8) + 1))
    inc = np.array([rng.permutation(n_univ)[:d] for _ in range(n_cand)], dtype=np.int32)
    return "SparseIncidenceBackend", (inc, n_univ)


def weighted_instance(rng):
    n_cand, n_univ = int(rng.integers(1, 40)), int(rng.integers(3, 50))
    rows = [rng.permutation(n_univ)[:rng.integers(0, 9)] for _ in range(n_cand)]
    indptr = np.concatenate([[0], np.cumsum([len(row) for row in rows])]).astype(np.int64)
    indices = np.concatenate(rows).astype(np.int32)
    w = rng.integers(1, 4, len(indices)).astype(np.int32)
    uw = rng.integers(1, 6, n_univ).astype(np.int32)
    return "WeightedIncidenceBackend", (indptr, indices, n_univ, w, uw)


CASES = [(make, mu, trial) for make in (sparse_instance, weighted_instance) for mu in (1, 2, 3) for trial in range(5)]


@pytest.fixture(params=CASES, ids=lambda c: f"{c[0].__name__}-mu{c[1]}-{c[2]}")
def backends(request, rng):
    """The numpy backend and that of the module, with the same random candidates."""
    make, mu, _ = request.param
    name, arguments = make(rng)
    with contextlib.ExitStack() as stack:
        pair = [stack.enter_context(getattr(module, name)(*arguments, mu=mu)) for module in (incidence, incidence_gpu)]
        idx = rng.integers(0, pair[0].n_cand, 6)
        for backend in pair:
            backend.recount(idx)
        yield pair


def test_the_numpy_backend_is_the_definition(rng):
    for _ in range(20):
        _, (indptr, indices, n_univ, w, uw) = weighted_instance(rng)
        mu = int(rng.integers(1, 4))
        backend = incidence.WeightedIncidenceBackend(indptr, indices, n_univ, w, uw, mu)
        chosen = rng.integers(0, backend.n_cand, 5)
        backend.recount(chosen)

        def deficit(counts):
            return sum(int(uw[u]) * max(0, mu - c) for u, c in enumerate(counts))

        def counts_with(c, sign):
            counts = [int(x) for x in backend.read_cnt()]
            for e in range(indptr[c], indptr[c + 1]):
                counts[indices[e]] = max(0, counts[indices[e]] + sign * int(w[e]))
            return counts

        cnt = [sum(int(w[e]) for c in chosen for e in range(indptr[c], indptr[c + 1]) if indices[e] == u)
               for u in range(n_univ)]
        assert backend.read_cnt().tolist() == cnt
        assert backend.count_deficit() == deficit(cnt)
        everyone = np.arange(backend.n_cand)
        now = deficit(cnt)
        assert backend.ball_gather(everyone, 0).tolist() == [now - deficit(counts_with(c, 1)) for c in everyone]
        assert backend.ball_gather(everyone, 1).tolist() == [deficit(counts_with(c, -1)) - now for c in everyone]
        assert backend.ball_gather(everyone, 2).tolist() == [
            sum(cnt[indices[e]] == 2 for e in range(indptr[c], indptr[c + 1])) for c in everyone]


def agree(backends, ask):
    expected, found = (ask(backend) for backend in backends)
    assert type(expected) is type(found)
    assert np.array_equal(expected, found)
    if isinstance(expected, np.ndarray):
        assert expected.dtype == found.dtype


def test_counts(backends):
    agree(backends, lambda b: b.read_cnt())
    agree(backends, lambda b: b.read_cnt(1, 2))
    for target in range(4):
        agree(backends, lambda b: b.count_eq(target))
    agree(backends, lambda b: b.count_deficit())


def test_updates(backends, rng):
    idx = rng.integers(0, backends[0].n_cand, 4)
    for backend in backends:
        backend.ball_update(idx, 1)
        backend.ball_update(idx[1:], -1)
    agree(backends, lambda b: b.read_cnt())


def test_fields(backends, rng):
    everyone = np.arange(backends[0].n_cand)
    for role in range(4):
        agree(backends, lambda b: b.ball_gather(everyone, role))
        for backend in backends:
            backend.field(role)
        agree(backends, lambda b: b.map_read_at(everyone))
        agree(backends, lambda b: b.map_max())
        agree(backends, lambda b: b.map_hist(5, 9))
        for part in range(3):
            agree(backends, lambda b: b.map_extract(1)[part])
            agree(backends, lambda b: b.map_extract(0, 2)[part])
    for compute in ("gain_map", "loss_map"):
        for backend in backends:
            getattr(backend, compute)()
        agree(backends, lambda b: b.map_read_at(everyone))


def test_another_mu(backends):
    for backend in backends:
        backend.mu = 4
    agree(backends, lambda b: b.count_deficit())


def test_the_cpu_twin_leaves_the_environment_alone(monkeypatch, rng):
    monkeypatch.setenv("COLDCORE_DEVICE", "abacus")
    name, arguments = sparse_instance(rng)
    with incidence_cpu.SparseIncidenceBackend(*arguments) as backend:
        assert backend.count_eq(0) == arguments[1]
    import os
    assert os.environ["COLDCORE_DEVICE"] == "abacus"
    with pytest.raises(coldcore.Error, match="COLDCORE_DEVICE") as caught:
        incidence_gpu.SparseIncidenceBackend(*arguments)
    assert caught.value.name == "SPARSE_E_ENVIRONMENT"


def test_the_budget_places_the_incidence(monkeypatch, rng):
    _, arguments = sparse_instance(rng)
    for budget, mode in (("80e9", 0), ("10", 1)):
        monkeypatch.setenv("COLDCORE_HBM_BUDGET", budget)
        with incidence_gpu.SparseIncidenceBackend(*arguments) as backend:
            assert backend.inc_mode == mode
            assert all(b >= 0 for b in backend.bytes)


def test_a_cell_of_each_engine_may_be_open(rng):
    _, arguments = sparse_instance(rng)
    with incidence_gpu.SparseIncidenceBackend(*arguments) as backend, coldcore.Cell("hamming", "3^3", 1) as cell:
        cell.recount([0])
        backend.recount([0])
        assert cell.count_eq(1) == 7
        with pytest.raises(coldcore.Error) as caught:
            incidence_gpu.SparseIncidenceBackend(*arguments)
        assert caught.value.name == "SPARSE_E_CELL_OPEN"
        with pytest.raises(coldcore.Error) as caught:
            coldcore.solve("design", vkt=(7, 3, 2), time=1)
        assert caught.value.name == "COLDCORE_SEARCH_E_CELL_OPEN"
        assert backend.count_eq(1) == arguments[0].shape[1]
    assert backend.closed
